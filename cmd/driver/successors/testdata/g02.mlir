// Diamond with two inputs. The right branch comes first, because a level is taken in this order.
func.func @main(%input: tensor<1x16xf32>, %input1: tensor<1x16xf32>) -> tensor<1x8xf32> {
  %w2 = stablehlo.constant dense<0.3> : tensor<16x16xf32>
  %b2 = stablehlo.constant dense<0.4> : tensor<16xf32>
  %w4 = stablehlo.constant dense<0.5> : tensor<16x16xf32>
  %b4 = stablehlo.constant dense<0.6> : tensor<16xf32>
  %w3 = stablehlo.constant dense<0.7> : tensor<16x8xf32>
  %b3 = stablehlo.constant dense<0.8> : tensor<8xf32>
  %w5 = stablehlo.constant dense<0.9> : tensor<16x8xf32>
  %b5 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %right_fc1 = nn.fc %input1, %w4, %b4 : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %right_sigmoid1 = nn.sigmoid %right_fc1 : tensor<1x16xf32>
  %right_fc2 = nn.fc %right_sigmoid1, %w5, %b5 : (tensor<1x16xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<1x8xf32>
  %right_sigmoid2 = nn.sigmoid %right_fc2 : tensor<1x8xf32>
  %left_fc1 = nn.fc %input, %w2, %b2 : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %left_sigmoid1 = nn.sigmoid %left_fc1 : tensor<1x16xf32>
  %left_fc2 = nn.fc %left_sigmoid1, %w3, %b3 : (tensor<1x16xf32>, tensor<16x8xf32>, tensor<8xf32>) -> tensor<1x8xf32>
  %left_sigmoid2 = nn.sigmoid %left_fc2 : tensor<1x8xf32>
  %mul = nn.mul %left_sigmoid2, %right_sigmoid2 : tensor<1x8xf32>
  return %mul : tensor<1x8xf32>
}
