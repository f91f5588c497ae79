// Results replace only regular files.
// RUN: mkdir -p %t.dir/results/out0.npy
// RUN: not lathe run --backend=vm -o %t.dir/results %s 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: out0.npy': it is not a regular file
func.func @main(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
