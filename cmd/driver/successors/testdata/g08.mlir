// Operations with two results.
func.func @main(%a: tensor<2x1x3xf32>, %b: tensor<2x1x3xf32>) -> (tensor<4x1x2xf32>, tensor<4x1x2xi64>) {
  %t1v, %t1i = nn.topk %a {k = 2} : (tensor<2x1x3xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
  %t2v, %t2i = nn.topk %b {k = 2} : (tensor<2x1x3xf32>) -> (tensor<2x1x2xf32>, tensor<2x1x2xi64>)
  %cv = nn.concat %t1v, %t2v {axis = 0} : (tensor<2x1x2xf32>, tensor<2x1x2xf32>) -> tensor<4x1x2xf32>
  %ci = nn.concat %t1i, %t2i {axis = 0} : (tensor<2x1x2xi64>, tensor<2x1x2xi64>) -> tensor<4x1x2xi64>
  return %cv, %ci : tensor<4x1x2xf32>, tensor<4x1x2xi64>
}
