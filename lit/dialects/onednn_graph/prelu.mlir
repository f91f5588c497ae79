// RUN: lathe run --backend=ref %s | FileCheck %s

// A slope that is a vector has an element for each channel. If per_channel_broadcast is false, it has
// an element for each index along the last dimension. A vector of one element is the slope of all
// elements.
// CHECK: tensor<1x2x2xf32> {{\[}}{{\[}}[-2, -2], [-3, -3]]]
// CHECK: tensor<1x2x2xf32> {{\[}}{{\[}}[-2, -3], [-2, -3]]]
// CHECK: tensor<1x2x2xf32> {{\[}}{{\[}}[-5, -5], [-5, -5]]]
func.func @main() -> (tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>) {
  %x = stablehlo.constant dense<-1.0> : tensor<1x2x2xf32>
  %s = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %t = stablehlo.constant dense<5.0> : tensor<1xf32>
  %0 = onednn_graph.PReLU(%x, %s) {data_format = "NCX"} : (tensor<1x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %1 = onednn_graph.PReLU(%x, %s) {data_format = "NCX", per_channel_broadcast = false} : (tensor<1x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %2 = onednn_graph.PReLU(%x, %t) {data_format = "NCX"} : (tensor<1x2x2xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  return %0, %1, %2 : tensor<1x2x2xf32>, tensor<1x2x2xf32>, tensor<1x2x2xf32>
}
