// RUN: lathe plan --policy=fusion %s | FileCheck %s
// RUN: lathe plan --policy=debug --json %s | FileCheck %s --check-prefix=DEBUG
// RUN: lathe explain %s %2 | FileCheck %s --check-prefix=EXPLAIN
// RUN: lathe explain --devices=vm,ref --rules='pin op stablehlo.tanh to ref' %s %1 | FileCheck %s --check-prefix=APART

// The report explains what the compiler fuses, and why it does not fuse the other operations.
// CHECK: 3 partitions
// CHECK-NEXT: 0 reduction: #2 dot_general
// CHECK-NEXT: 1 elementwise: #3 add, #4 tanh
// CHECK-NEXT: 2 elementwise: #5 multiply
// CHECK: #4 stablehlo.tanh
// CHECK-NEXT: kernel 1 computes it with #3 add
// CHECK: refused: fusion of #5 #3 #4: it has several uses and is not cheap
// DEBUG: {"partitions":[{"id":0,"kind":"reduction","supported":true,"ops":[2]},{"id":1,"kind":"elementwise","supported":true,"ops":[3]},{"id":2,"kind":"elementwise","supported":true,"ops":[4]},{"id":3,"kind":"elementwise","supported":true,"ops":[5]}]}
// EXPLAIN: fusion:
// EXPLAIN-NEXT: kernel 1 computes it with #3 add
// EXPLAIN-NEXT: fused: #4 #3, by fusion
// EXPLAIN: refused: fusion of #3 #4 #2: it is a reduction, whose elements readers would compute again
// EXPLAIN: refused: form-tiles of #3 #4 #2: a tile would repeat 14 operations for each vector
// APART: fusion:
// APART: refused: fusion of #4 #3: they are in @cluster_1_ref and @cluster_0_vm
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.add %0, %x : tensor<64x64xf32>
  %2 = stablehlo.tanh %1 : tensor<64x64xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
