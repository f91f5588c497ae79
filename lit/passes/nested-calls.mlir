// RUN: not lathe-opt %s --infer-shapes --diag-style=rich 2>&1 | FileCheck %s
// RUN: lathe-opt %s --inline --symbol-dce --infer-shapes | FileCheck %s --check-prefix=INLINE

// A pass on functions changes the type of @f, but not the call in @main.

// CHECK: error: 'func.call' op result type mismatch at index 0
// CHECK: help: 'func.func(infer-shapes{{.*}})' changed a function, but not operations elsewhere that refer to it: run --inline first
// INLINE: func.func @main(%{{.*}}: tensor<2x3xf32>) -> tensor<2x3xf32>
func.func private @f(%a: tensor<2x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.relu(%a) : (tensor<2x3xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
func.func @main(%a: tensor<2x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = call @f(%a) : (tensor<2x3xf32>) -> tensor<*x!nnvm.any>
  return %0 : tensor<*x!nnvm.any>
}
