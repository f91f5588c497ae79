// RUN: lathe compile --devices=vm.0,ref --property mode=pipelined --threads=1 %s -o %t.lathe
// RUN: lathe run %t.lathe | FileCheck %s
// RUN: lathe run %t.lathe --property mode=sequential --profile 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: lathe compile --backend=ref %s -o %t.ref.lathe
// RUN: lathe run %t.ref.lathe | FileCheck %s
// RUN: not lathe run --backend=vm %t.lathe 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: not lathe run --strategy=contract %t.lathe 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not lathe run --mlir-timing %t.lathe 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: not lathe run --property disable-passes=fusion %t.lathe 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not lathe run %t.none.lathe 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: cp %s %t.text.lathe
// RUN: not lathe run %t.text.lathe 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not lathe plan %t.lathe 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: cp %t.lathe %t.other.mlir
// RUN: not lathe run %t.other.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not lathe compile %s -o %t.out 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not lathe compile %t.lathe -o %t.again.lathe 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: not lathe compile %s 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not lathe compile %s -o %t.no/folder.lathe 2>&1 | FileCheck %s --check-prefix=FOLDER

// compile writes a program to a file, which run executes. The file also has the settings for runs.
// CHECK: tensor<2xf32>
// PROFILE: part1@vm.0
// PROFILE: part2@ref
// BACKEND: error: --backend has no effect: the program in '{{.*}}.lathe' is already compiled
// BACKEND: help: omit it, or run the program from which the file was compiled
// STRATEGY: error: --strategy has no effect
// PASSES: error: --mlir-timing has no effect
// COMPILED: error: property 'disable-passes' cannot be 'fusion': the program was compiled with ''
// NONE: cannot open input file
// TEXT: the exported program is not an exported program, or is truncated in its first bytes
// PLAN: error: '{{.*}}.lathe' is a compiled program
// PLAN: help: run it with lathe run, or pass this command the program from which it was compiled
// NAME: error: '{{.*}}.other.mlir' is a compiled program
// NAME: help: if you trust its source, give it a name that ends in '.lathe'
// OUTPUT: error: -o must be a file name that ends in '.lathe', but is '{{.*}}.out'
// AGAIN: is already compiled
// MISSING: error: missing flags: --output=FILE.lathe
// FOLDER: error: cannot write output file
// FOLDER: help: name a file in a folder that exists
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x {cluster.device = "vm.0"} : tensor<2xf32>
  %1 = stablehlo.tanh %0 {cluster.device = "ref"} : tensor<2xf32>
  return %1 : tensor<2xf32>
}
