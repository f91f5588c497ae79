// RUN: lathe-opt %s --stablehlo-decompose --split-input-file --verify-diagnostics

func.func @pair(%x: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{exchanges values in a group of 2 processes, but the program runs as one}}
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @partitions(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{exchanges values with another process, but the program runs as one}}
  %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @softrelu(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error@+1 {{cannot be lowered to kernels: its expansion is invalid: 'stablehlo.abs' op result #0 must be}}
  %0 = nnvm.softrelu(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
