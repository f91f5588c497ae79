// RUN: lathe-opt %s --stablehlo-convert-to-signless --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @values(%arg0: tensor<3xi8>, %arg1: tuple<tensor<i16>, tensor<i32>>, %arg2: memref<*xi64>) -> (tensor<3xi8>, tensor<3xi1>, tensor<i16>, memref<2xi64>)
// CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<[0, 127, -56]> : tensor<3xi8>
// CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<-1> : tensor<3xi8>
// CHECK: stablehlo.add %arg0, %[[A]] : tensor<3xi8>
// CHECK: stablehlo.compare LT, %arg0, %[[B]], UNSIGNED : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi1>
// CHECK: stablehlo.get_tuple_element %arg1[0] : (tuple<tensor<i16>, tensor<i32>>) -> tensor<i16>
// CHECK: memref.cast %arg2 : memref<*xi64> to memref<2xi64>
func.func @values(%x: tensor<3xui8>, %t: tuple<tensor<ui16>, tensor<i32>>, %m: memref<*xui64>) -> (tensor<3xui8>, tensor<3xi1>, tensor<ui16>, memref<2xui64>) {
  %a = stablehlo.constant dense<[0, 127, 200]> : tensor<3xui8>
  %b = stablehlo.constant dense<255> : tensor<3xui8>
  %0 = stablehlo.add %x, %a : tensor<3xui8>
  %1 = stablehlo.compare LT, %x, %b, UNSIGNED : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  %2 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<ui16>, tensor<i32>>) -> tensor<ui16>
  %3 = memref.cast %m : memref<*xui64> to memref<2xui64>
  %4 = builtin.unrealized_conversion_cast %0 : tensor<3xui8> to tensor<3xi8>
  %5 = builtin.unrealized_conversion_cast %4 : tensor<3xi8> to tensor<3xui8>
  return %5, %1, %2, %3 : tensor<3xui8>, tensor<3xi1>, tensor<ui16>, memref<2xui64>
}

// CHECK-LABEL: func.func @loop(%arg0: tensor<i32>) -> tensor<i32>
// CHECK: stablehlo.while({{.*}}) : tensor<i32>
func.func @loop(%x: tensor<ui32>) -> tensor<ui32> {
  %0 = stablehlo.while(%a = %x) : tensor<ui32>
  cond {
    %n = stablehlo.constant dense<9> : tensor<ui32>
    %c = stablehlo.compare LT, %a, %n, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %b = stablehlo.add %a, %a : tensor<ui32>
    stablehlo.return %b : tensor<ui32>
  }
  return %0 : tensor<ui32>
}
