// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<complex<f64>> {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  // expected-error @+1 {{cannot be lowered to kernels: no rule lowers it for complex numbers}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
}

// -----

func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  // expected-error @+1 {{cannot be lowered to kernels: no rule lowers it for complex numbers}}
  %0 = nnvm.log_softmax(%x) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// -----

func.func @main(%x: tensor<3xbf16>) -> tensor<3xcomplex<f64>> {
  // expected-error @+1 {{cannot be lowered to kernels: no rule lowers it for complex numbers}}
  %0 = stablehlo.convert %x : (tensor<3xbf16>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}

// -----

func.func @main() -> tensor<3xcomplex<f32>> {
  // expected-error @+1 {{cannot be lowered to kernels: no rule lowers it for complex numbers}}
  %0 = stablehlo.iota dim = 0 : tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// -----

func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xcomplex<f32>> {
  // expected-error @+1 {{cannot be lowered to kernels: no rule lowers it for complex numbers}}
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xcomplex<f32>>
  return %0 : tensor<2x2xcomplex<f32>>
}

// -----

func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    // expected-error @+1 {{cannot be lowered to kernels: no rule lowers it inside a region}}
    %c = stablehlo.convert %a : (tensor<f32>) -> tensor<complex<f32>>
    %r = stablehlo.real %c : (tensor<complex<f32>>) -> tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
