// Each of two devices needs results of the other one. If each device had one cluster, the
// clusters would wait for each other, so one of them is divided.
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<8xf32>
  %a1 = stablehlo.multiply %x, %two {cluster.device = "vm"} : tensor<8xf32>
  %b1 = stablehlo.add %x, %two {cluster.device = "c"} : tensor<8xf32>
  %a2 = stablehlo.add %a1, %b1 {cluster.device = "vm"} : tensor<8xf32>
  %b2 = stablehlo.multiply %a1, %b1 {cluster.device = "c"} : tensor<8xf32>
  return %a2, %b2 : tensor<8xf32>, tensor<8xf32>
}
