// RUN: lathe-opt %s --plan-pools --split-input-file --verify-diagnostics

// Sizes that exceed any memory are errors, for one value and for all values together.

func.func @main(%x: tensor<4294967296x4294967296x9xf32>) -> tensor<4294967296x4294967296x9xf32> {
  // expected-error@+1 {{with 'tensor<4294967296x4294967296x9xf32>', the values take more than 288230376151711744 bytes in total, more than any machine has}}
  %0 = nnvm.exp(%x) : (tensor<4294967296x4294967296x9xf32>) -> tensor<4294967296x4294967296x9xf32>
  return %0 : tensor<4294967296x4294967296x9xf32>
}

// -----

func.func @main(%x: tensor<36028797018963968xf32>) -> tensor<36028797018963968xf32> {
  %0 = nnvm.exp(%x) : (tensor<36028797018963968xf32>) -> tensor<36028797018963968xf32>
  // expected-error@+1 {{the values take more than}}
  %1 = nnvm.exp(%0) : (tensor<36028797018963968xf32>) -> tensor<36028797018963968xf32>
  return %1 : tensor<36028797018963968xf32>
}
