// A type keeps its encoding when its shape is refined.
// RUN: lathe-opt --infer-shapes %s | FileCheck %s
// CHECK: func.func @known(%arg0: tensor<4xf32, "enc">)
// CHECK: math.isnan %arg0 : tensor<4xf32, "enc">
func.func @known(%a: tensor<4xf32, "enc">) {
  %0 = math.isnan %a : tensor<4xf32, "enc">
  return
}

// CHECK: func.func @refined(%arg0: tensor<4xf32, "enc">, %arg1: tensor<4xf32>)
func.func @refined(%a: tensor<?xf32, "enc">, %b: tensor<4xf32>) {
  %0 = nnvm.elemwise_add(%a, %b) : (tensor<?xf32, "enc">, tensor<4xf32>) -> tensor<*x!nnvm.any>
  return
}
