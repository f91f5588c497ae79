// RUN: lathe-opt %s --gradient --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op has an argument or result of type 'index', but only tensors have gradients}}
func.func @f(%i: index) -> index {
  return %i : index
}

// -----

// expected-error@+1 {{'func.func' op has several blocks, but gradients need a function with one block}}
func.func @g(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %t : tensor<4xf32>
}

// -----

func.func @cast(%x: tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any> {
  // expected-error@+1 {{'nnvm.cast' op cannot compute gradients: the element type of its data is unknown: run infer-shapes first}}
  %y = nnvm.cast(%x) {dtype = "float32"} : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  %z = nnvm.elemwise_add(%x, %y) : (tensor<*x!nnvm.any>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %z : tensor<*x!nnvm.any>
}

// -----

func.func @cast(%x: tensor<4xbf16>) -> tensor<4xf32> {
  // expected-error@+1 {{'nnvm.cast' op cannot compute gradients: NNVM has no element type 'bf16'}}
  %y = nnvm.cast(%x) {dtype = "float32"} : (tensor<4xbf16>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @matmul(%x: tensor<2x3xf32>, %y: tensor<3x4x4xf32>) -> tensor<2x4x4xf32> {
  // expected-error@+1 {{'nnvm.matmul' op cannot compute gradients: its operands must have rank 2, but have the types 'tensor<2x3xf32>' and 'tensor<3x4x4xf32>'}}
  %z = nnvm.matmul(%x, %y) : (tensor<2x3xf32>, tensor<3x4x4xf32>) -> tensor<2x4x4xf32>
  return %z : tensor<2x4x4xf32>
}

// -----

func.func @matmul(%x: tensor<2x3xf32>, %y: tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any> {
  // expected-error@+1 {{'nnvm.matmul' op cannot compute gradients: the ranks of its operands are unknown: run infer-shapes first}}
  %z = nnvm.matmul(%x, %y) : (tensor<2x3xf32>, tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %z : tensor<*x!nnvm.any>
}

// -----

// The branches read an argument whose gradient is requested.
func.func @region(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant true
  // expected-error@+1 {{'scf.if' op has no gradient, but one is needed}}
  %0 = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  %1 = nnvm.elemwise_add(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
