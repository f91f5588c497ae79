// RUN: lathe-opt %s --stablehlo-convert-to-signless --verify-diagnostics

func.func @lookup(%data: tensor<10x24xui8>, %at: tensor<8xi64>, %lengths: tensor<4xi32>) -> tensor<4x16xf32> {
  // expected-error@+1 {{'nn.fused_rowwise_sparse_lengths_sum' op requires signed or unsigned integers, so the program cannot be converted to signless integers}}
  %0 = nn.fused_rowwise_sparse_lengths_sum %data, %at, %lengths : (tensor<10x24xui8>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}
