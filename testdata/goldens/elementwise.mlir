// A chain with a tail of single elements.
func.func @main(%x: tensor<21xf32>, %y: tensor<21xf32>) -> tensor<21xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<21xf32>
  %1 = stablehlo.add %0, %x : tensor<21xf32>
  %2 = stablehlo.abs %1 : tensor<21xf32>
  %3 = stablehlo.sqrt %2 : tensor<21xf32>
  return %3 : tensor<21xf32>
}
