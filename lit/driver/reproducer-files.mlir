// Unless a flag allows more, the pipeline in an input writes files only below the current folder.

// RUN: lathe-opt %s --snapshot-op-locations='filename=%t.snap' --mlir-generate-reproducer=%t.repro -o %t.o
// RUN: rm %t.snap
// RUN: not lathe-opt %t.repro --run-reproducer 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not FileCheck %s --input-file=%t.snap
// RUN: lathe-opt %t.repro --run-reproducer --allow-writing-anywhere -o %t.o
// RUN: FileCheck %s --input-file=%t.snap

// REFUSED: error: failed to write the snapshot: cannot open output file '{{.*}}.snap': {{.*}}--allow-writing-anywhere lifts this
// CHECK: func.func @f
func.func @f() { return }
