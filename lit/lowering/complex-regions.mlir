// RUN: lathe-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<complex<f64>> {
  %z = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
  // expected-error @+1 {{cannot be lowered to kernels: its region takes complex numbers}}
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
  return %0 : tensor<complex<f64>>
}

// -----

func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  // expected-error @+1 {{cannot be lowered to kernels: its region takes complex numbers}}
  %0 = nnvm.log_softmax(%x) : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
