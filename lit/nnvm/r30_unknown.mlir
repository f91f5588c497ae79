// RUN: lathe-opt --diag-style=rich %s --infer-shapes -o /dev/null 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --infer-shapes=complete 2>&1 | FileCheck %s --check-prefix=COMPLETE
// When inference ends, a warning names each argument whose type is still unknown, because passes that need
// types would fail. One extent may remain unknown.

// CHECK: warning: the element type of argument 'x' cannot be inferred: its type is 'tensor<2x3x!nnvm.any>'
// CHECK: help: {{.*}}"shape": "(2, 3)" and "dtype": "float32" in attrs of its node
// CHECK: warning: the shape of argument #1 cannot be inferred: its type is 'tensor<*xf32>'
// CHECK-NOT: warning
// COMPLETE: error: 'nnvm.exp' op has a result of unknown type: 'tensor<2x3x!nnvm.any>'
func.func @main(%x: tensor<2x3x!nnvm.any> {nnvm.name = "x"}) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%x) : (tensor<2x3x!nnvm.any>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}

func.func @shape(%x: tensor<4xf32>, %y: tensor<*xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%y) : (tensor<*xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}

func.func @extent(%x: tensor<?x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.exp(%x) : (tensor<?x3xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
