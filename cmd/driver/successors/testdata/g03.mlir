// Simple.
func.func @test(%i1: tensor<16xf32>, %i2: tensor<16xf32>, %i3: tensor<16xf32>) -> tensor<16xf32> {
  %sub = nn.sub %i1, %i2 : tensor<16xf32>
  %mul = nn.mul %i1, %i2 : tensor<16xf32>
  %add = nn.add %sub, %mul : tensor<16xf32>
  %sub1 = nn.sub %add, %i3 : tensor<16xf32>
  return %sub1 : tensor<16xf32>
}
