// RUN: lathe-opt %s | lathe-opt | FileCheck %s

// The custom form has only the types of the operands, so a while whose types differ is printed in
// generic form.

// CHECK-LABEL: func.func @results(
// CHECK: "stablehlo.while"(%{{.*}}) ({
func.func @results(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<?xf32>):
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @arguments(
// CHECK: "stablehlo.while"(%{{.*}}) ({
func.func @arguments(%x: tensor<4xf32>, %c: tensor<i1>) -> tensor<4xf32> {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<?xf32>):
    stablehlo.return %a : tensor<?xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
