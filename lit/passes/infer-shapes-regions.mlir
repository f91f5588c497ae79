// RUN: lathe-opt %s --infer-shapes | FileCheck %s

// The pass visits the entry block only, so it keeps types that values elsewhere must also have.

// CHECK-LABEL: func.func @region(
// CHECK: scf.yield %{{.*}} : tensor<*x!nnvm.any>
// CHECK: %[[Y:.*]] = nnvm.exp({{.*}} -> tensor<2x3xf32>
// CHECK: return %[[Y]] : tensor<2x3xf32>
func.func @region(%c: i1, %data: tensor<2x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.relu(%data) : (tensor<2x3xf32>) -> tensor<*x!nnvm.any>
  %1 = scf.if %c -> tensor<*x!nnvm.any> {
    %2 = nnvm.relu(%0) : (tensor<*x!nnvm.any>) -> tensor<*x!nnvm.any>
    scf.yield %2 : tensor<*x!nnvm.any>
  } else {
    scf.yield %0 : tensor<*x!nnvm.any>
  }
  %3 = nnvm.exp(%data) : (tensor<2x3xf32>) -> tensor<*x!nnvm.any>
  return %3 : tensor<*x!nnvm.any>
}

// CHECK-LABEL: func.func @branch(
// CHECK: cf.br ^bb1(%{{.*}} : tensor<*x!nnvm.any>)
func.func @branch(%data: tensor<2x3xf32>) -> tensor<*x!nnvm.any> {
  %0 = nnvm.relu(%data) : (tensor<2x3xf32>) -> tensor<*x!nnvm.any>
  cf.br ^bb1(%0 : tensor<*x!nnvm.any>)
^bb1(%1: tensor<*x!nnvm.any>):
  return %1 : tensor<*x!nnvm.any>
}
