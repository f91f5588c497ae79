// Strings in reproducers have MLIR's escapes.

// RUN: lathe-opt %s --pass-pipeline='builtin.module(snapshot-op-locations{filename=%t-é.snap},cse)' --mlir-generate-reproducer=%t.repro -o %t.o
// RUN: FileCheck %s --input-file=%t.repro
// RUN: lathe-opt %t.repro --run-reproducer --allow-writing-anywhere -o %t.o

// CHECK: pipeline: "builtin.module(snapshot-op-locations{filename={{.*}}-\C3\A9.snap 
func.func @f() { return }
