// RUN: lathe-opt %s --stablehlo-legalize-quant-to-math --split-input-file --verify-diagnostics | FileCheck %s

// Only tensors are expanded; quantized scalars are unchanged.

// CHECK-LABEL: func.func @scalar(
func.func @scalar(%a: !quant.uniform<i8:f32, 2.0>, %f: f32) -> (f32, !quant.uniform<i8:f32, 2.0>) {
  // CHECK: quant.dcast %{{.*}} : !quant.uniform<i8:f32, 2.000000e+00> to f32
  %0 = quant.dcast %a : !quant.uniform<i8:f32, 2.0> to f32
  // CHECK: quant.qcast %{{.*}} : f32 to !quant.uniform<i8:f32, 2.000000e+00>
  %1 = quant.qcast %f : f32 to !quant.uniform<i8:f32, 2.0>
  return %0, %1 : f32, !quant.uniform<i8:f32, 2.0>
}

// -----

// CHECK-LABEL: func.func @tensors(
// CHECK-SAME: %[[A:.*]]: tensor<2xi8>, %[[F:.*]]: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi8>, tensor<2xi8>)
// CHECK-NOT: quant.
// CHECK: %[[D:.*]] = stablehlo.multiply
// CHECK: stablehlo.divide %[[F]]
// CHECK: %[[Q:.*]] = stablehlo.convert {{.*}} : (tensor<2xf32>) -> tensor<2xi8>
// CHECK: return %[[D]], %[[Q]], %[[A]]
func.func @tensors(%a: tensor<2x!quant.uniform<i8:f32, 2.0>>, %f: tensor<2xf32>) -> (tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 2.0>>, tensor<2xi8>) {
  %0 = quant.dcast %a : tensor<2x!quant.uniform<i8:f32, 2.0>> to tensor<2xf32>
  %1 = quant.qcast %f : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32, 2.0>>
  %2 = quant.scast %a : tensor<2x!quant.uniform<i8:f32, 2.0>> to tensor<2xi8>
  return %0, %1, %2 : tensor<2xf32>, tensor<2x!quant.uniform<i8:f32, 2.0>>, tensor<2xi8>
}

// -----

// The integers before and after a cast are not dequantized.
// CHECK-LABEL: func.func @indices(
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>, %[[Q:.*]]: tensor<i32>, %[[I:.*]]: tensor<i32>)
// CHECK: %[[R:.*]] = stablehlo.multiply
// CHECK-NEXT: stablehlo.dynamic_slice %[[R]], %[[Q]], sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
// CHECK: stablehlo.dynamic_slice %{{.*}}, %[[I]], sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
// CHECK: %[[F:.*]] = stablehlo.convert %[[I]] : (tensor<i32>) -> tensor<f32>
// CHECK: %[[D:.*]] = stablehlo.multiply
// CHECK: return %{{.*}}, %{{.*}}, %[[D]]
func.func @indices(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>, %q: tensor<!quant.uniform<i32:f32, 0.5>>, %i: tensor<i32>)
    -> (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<f32>) {
  %0 = quant.scast %q : tensor<!quant.uniform<i32:f32, 0.5>> to tensor<i32>
  %1 = stablehlo.dynamic_slice %x, %0, sizes = [2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<i32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %2 = quant.scast %i : tensor<i32> to tensor<!quant.uniform<i32:f32, 0.5>>
  %3 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<i32>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  %4 = stablehlo.uniform_dequantize %2 : (tensor<!quant.uniform<i32:f32, 0.5>>) -> tensor<f32>
  return %1, %3, %4 : tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<f32>
}

// -----

// expected-error@+1 {{'func.func' op has a value of type 'tensor<?x!quant.uniform<i8:f32, 2.000000e+00>>', but quantized tensors must have static shapes}}
func.func @dynamic(%a: tensor<?x!quant.uniform<i8:f32, 2.0>>) -> tensor<?x!quant.uniform<i8:f32, 2.0>> {
  %0 = stablehlo.add %a, %a : tensor<?x!quant.uniform<i8:f32, 2.0>>
  return %0 : tensor<?x!quant.uniform<i8:f32, 2.0>>
}
