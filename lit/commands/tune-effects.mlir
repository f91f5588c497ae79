// tune does not run a program with side effects to measure its kernels.
// RUN: not lathe tune --backend=vm -o %t.json %s 2>&1 | FileCheck %s --check-prefix=TUNE
// TUNE: tune-effects.mlir:[[@LINE+4]]:3: error: 'interpreter.print' op has side effects, which every timed run of the program would repeat
// TUNE: help: tune a copy of the program without this operation
func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  interpreter.print %0 : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
