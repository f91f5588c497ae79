// RUN: lathe-opt %s --split-input-file --verify-diagnostics --nn-to-stablehlo --stablehlo-legalize-exports

func.func @open(%a: tensor<*xf32>, %b: tensor<?x?xf32>) -> tensor<2x10xf32> {
  // expected-error@+1 {{'nnvm.concatenate' op cannot be expanded into StableHLO: the shape of 'tensor<*xf32>' is not known}}
  %0 = nnvm.concatenate(%a, %b) {axis = 1 : i64} : (tensor<*xf32>, tensor<?x?xf32>) -> tensor<2x10xf32>
  return %0 : tensor<2x10xf32>
}

// -----

func.func @vectors(%a: tensor<4xvector<4xf32>>) -> tensor<4xvector<4xf32>> {
  // expected-error@+1 {{'nn.sub' op cannot be expanded into StableHLO: there is no 'tensor<4xvector<4xf32>>' in StableHLO}}
  %0 = nn.sub %a, %a : tensor<4xvector<4xf32>>
  return %0 : tensor<4xvector<4xf32>>
}

// -----

func.func @quantized(%x: tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  // expected-error@+1 {{'stablehlo.unary_einsum' op cannot be replaced: it has elements of type '!quant.uniform<i8:f32, 5.000000e-01:3>'}}
  %0 = "stablehlo.unary_einsum"(%x) {einsum_config = "ab->a"} : (tensor<2x2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

func.func @scales(%a: tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25}>>) {
  // expected-error@+1 {{'nnvm.full_like' op has unknown types: run infer-shapes first}}
  %0 = nnvm.full_like(%a) {fill_value = 3.000000e+00 : f64} : (tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25}>>) -> tensor<4x!quant.uniform<i8:f32:0, {0.5,0.25}>>
  return
}
