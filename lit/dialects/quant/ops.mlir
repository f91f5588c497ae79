// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s

// CHECK: @type0(!quant.uniform<i8:f32, 3.000000e+00>, tensor<4x!quant.uniform<i8:f32, 3.000000e+00>>)
func.func private @type0(!quant.uniform<i8:f32, 3.0>, tensor<4x!quant.uniform<i8:f32, 3.0>>)
// CHECK: @type1(!quant.uniform<u16<0:1023>:f32, 1.230000e+00:512>, tensor<4x!quant.uniform<u16<0:1023>:f32, 1.230000e+00:512>>)
func.func private @type1(!quant.uniform<u16<0:1023>:f32, 1.23:512>, tensor<4x!quant.uniform<u16<0:1023>:f32, 1.23:512>>)
// CHECK: @type2(!quant.uniform<i8<-127:127>:f32, 9.987200e-01:127>, tensor<4x!quant.uniform<i8<-127:127>:f32, 9.987200e-01:127>>)
func.func private @type2(!quant.uniform<i8<-127:127>:f32, 0.99872:127>, tensor<4x!quant.uniform<i8<-127:127>:f32, 0.99872:127>>)
// CHECK: @type3(!quant.uniform<i8:f32, 9.987200e-01>, tensor<4x!quant.uniform<i8:f32, 9.987200e-01>>)
func.func private @type3(!quant.uniform<i8<-128:127>:f32, 0.99872>, tensor<4x!quant.uniform<i8<-128:127>:f32, 0.99872>>)
// CHECK: @type4(!quant.uniform<u8:f32, 2.000000e+00:-5>, tensor<4x!quant.uniform<u8:f32, 2.000000e+00:-5>>)
func.func private @type4(!quant.uniform<u8:f32, 2.0:-5>, tensor<4x!quant.uniform<u8:f32, 2.0:-5>>)
// CHECK: @type5(!quant.uniform<u8:f32, 2.000000e+00>, tensor<4x!quant.uniform<u8:f32, 2.000000e+00>>)
func.func private @type5(!quant.uniform<ui8:f32, 2.0>, tensor<4x!quant.uniform<ui8:f32, 2.0>>)
// CHECK: @type6(!quant.uniform<i8:f32, 2.000000e+00>, tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>)
func.func private @type6(!quant.uniform<si8:f32, 2.0>, tensor<4x!quant.uniform<si8:f32, 2.0>>)
// CHECK: @type7(!quant.uniform<i32:f64, 1.000000e-03>, tensor<4x!quant.uniform<i32:f64, 1.000000e-03>>)
func.func private @type7(!quant.uniform<i32:f64, 1.0e-3>, tensor<4x!quant.uniform<i32:f64, 1.0e-3>>)
// CHECK: @type8(!quant.uniform<i8:f32:1, {3.000000e+00,4.000000e+00:10,5.000000e+00:-1}>, tensor<4x!quant.uniform<i8:f32:1, {3.000000e+00,4.000000e+00:10,5.000000e+00:-1}>>)
func.func private @type8(!quant.uniform<i8:f32:1, {3.0, 4.0:10, 5.0:-1}>, tensor<4x!quant.uniform<i8:f32:1, {3.0, 4.0:10, 5.0:-1}>>)
// CHECK: @type9(!quant.uniform<i8<-8:7>:bf16:0, {2.000000e+02,9.987200e-01:120}>, tensor<4x!quant.uniform<i8<-8:7>:bf16:0, {2.000000e+02,9.987200e-01:120}>>)
func.func private @type9(!quant.uniform<i8<-8:7>:bf16:0, {2.0e+2,0.99872:120}>, tensor<4x!quant.uniform<i8<-8:7>:bf16:0, {2.0e+2,0.99872:120}>>)
// CHECK: @type10(!quant.uniform<i8:f32:{0:1, 1:2}, {{\{\{}}2.000000e+00:10, 3.000000e+00:20}, {4.000000e+00, 5.000000e+00}}>, tensor<4x!quant.uniform<i8:f32:{0:1, 1:2}, {{\{\{}}2.000000e+00:10, 3.000000e+00:20}, {4.000000e+00, 5.000000e+00}}>>)
func.func private @type10(!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0, 5.0}}>, tensor<4x!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0, 5.0}}>>)
// CHECK: @type11(!quant.uniform<i8:f32:{}, {{\{\{}}1.000000e+00}}>, tensor<4x!quant.uniform<i8:f32:{}, {{\{\{}}1.000000e+00}}>>)
func.func private @type11(!quant.uniform<i8:f32:{}, {{1.0}}>, tensor<4x!quant.uniform<i8:f32:{}, {{1.0}}>>)
// CHECK: @type12(!quant.uniform<i8:f32:{0:3}, {{\{\{}}1.000000e+00}, {3.000000e+00:1}}>, tensor<4x!quant.uniform<i8:f32:{0:3}, {{\{\{}}1.000000e+00}, {3.000000e+00:1}}>>)
func.func private @type12(!quant.uniform<i8:f32:{0:3}, {{1.0}, {3.0:1}}>, tensor<4x!quant.uniform<i8:f32:{0:3}, {{1.0}, {3.0:1}}>>)
// CHECK: @type13(!quant.uniform<i8:f32:{0:1, 1:2, 2:3}, {{\{\{\{}}2.000000e+00:10}, {3.000000e+00:20}}, {{\{\{}}4.000000e+00}, {5.000000e+00}}}>, tensor<4x!quant.uniform<i8:f32:{0:1, 1:2, 2:3}, {{\{\{\{}}2.000000e+00:10}, {3.000000e+00:20}}, {{\{\{}}4.000000e+00}, {5.000000e+00}}}>>)
func.func private @type13(!quant.uniform<i8:f32:{0:1, 1:2, 2:3}, {{{2.0:10}, {3.0:20}}, {{4.0}, {5.0}}}>, tensor<4x!quant.uniform<i8:f32:{0:1, 1:2, 2:3}, {{{2.0:10}, {3.0:20}}, {{4.0}, {5.0}}}>>)
// CHECK: @type14(!quant.any<i8<-8:7>>, tensor<4x!quant.any<i8<-8:7>>>)
func.func private @type14(!quant.any<i8<-8:7>>, tensor<4x!quant.any<i8<-8:7>>>)
// CHECK: @type15(!quant.any<i8<-8:7>:f32>, tensor<4x!quant.any<i8<-8:7>:f32>>)
func.func private @type15(!quant.any<i8<-8:7>:f32>, tensor<4x!quant.any<i8<-8:7>:f32>>)
// CHECK: @type16(!quant.any<u8:f32>, tensor<4x!quant.any<u8:f32>>)
func.func private @type16(!quant.any<u8:f32>, tensor<4x!quant.any<u8:f32>>)
// CHECK: @type17(!quant.any<i8>, tensor<4x!quant.any<i8>>)
func.func private @type17(!quant.any<i8>, tensor<4x!quant.any<i8>>)
// CHECK: @type18(!quant.calibrated<f32<-0.998:1.232100e+00>>, tensor<4x!quant.calibrated<f32<-0.998:1.232100e+00>>>)
func.func private @type18(!quant.calibrated<f32<-0.998:1.2321>>, tensor<4x!quant.calibrated<f32<-0.998:1.2321>>>)
// CHECK: @type19(!quant.calibrated<f32<-1.000000e+00:1.000000e+30>>, tensor<4x!quant.calibrated<f32<-1.000000e+00:1.000000e+30>>>)
func.func private @type19(!quant.calibrated<f32<-1.0:1.0e+30>>, tensor<4x!quant.calibrated<f32<-1.0:1.0e+30>>>)
// CHECK: @type20(!quant.uniform<i8:f32, 3.000000e+00>, tensor<4x!quant.uniform<i8:f32, 3.000000e+00>>)
func.func private @type20(!quant<uniform<i8:f32, 3.0>>, tensor<4x!quant<uniform<i8:f32, 3.0>>>)
// CHECK: @type21(!quant.uniform<i4:f16, 3.000000e+00>, tensor<4x!quant.uniform<i4:f16, 3.000000e+00>>)
func.func private @type21(!quant.uniform<i4:f16, 3.0>, tensor<4x!quant.uniform<i4:f16, 3.0>>)
// CHECK: @type22(!quant.uniform<i8:f32:{0:1, 0:2}, {{\{\{}}1.000000e+00}}>, tensor<4x!quant.uniform<i8:f32:{0:1, 0:2}, {{\{\{}}1.000000e+00}}>>)
func.func private @type22(!quant.uniform<i8:f32:{0:1, 0:2}, {{1.0}}>, tensor<4x!quant.uniform<i8:f32:{0:1, 0:2}, {{1.0}}>>)
// CHECK: @type23(!quant.uniform<i8:f32:{1:1, 0:2}, {{\{\{}}1.000000e+00}}>, tensor<4x!quant.uniform<i8:f32:{1:1, 0:2}, {{\{\{}}1.000000e+00}}>>)
func.func private @type23(!quant.uniform<i8:f32:{1:1, 0:2}, {{1.0}}>, tensor<4x!quant.uniform<i8:f32:{1:1, 0:2}, {{1.0}}>>)
// CHECK: @type24(!quant.uniform<i8:f32:{0:1}, {1.000000e+00, 2.000000e+00}>, tensor<4x!quant.uniform<i8:f32:{0:1}, {1.000000e+00, 2.000000e+00}>>)
func.func private @type24(!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>, tensor<4x!quant.uniform<i8:f32:{0:1}, {1.0, 2.0}>>)

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[F:.*]]: f32, %[[T:.*]]: tensor<?x4xf32>)
func.func @casts(%f: f32, %t: tensor<?x4xf32>) {
  // CHECK-NEXT: %[[Q:.*]] = quant.qcast %[[F]] : f32 to !quant.uniform<i8:f32, 2.000000e+00>
  %0 = quant.qcast %f : f32 to !quant.uniform<i8:f32, 2.0>
  // CHECK-NEXT: quant.dcast %[[Q]] {mark} : !quant.uniform<i8:f32, 2.000000e+00> to f32
  %1 = quant.dcast %0 {mark} : !quant.uniform<i8:f32, 2.0> to f32
  // CHECK-NEXT: %[[I:.*]] = quant.scast %[[Q]] : !quant.uniform<i8:f32, 2.000000e+00> to i8
  %2 = quant.scast %0 : !quant.uniform<i8:f32, 2.0> to i8
  // CHECK-NEXT: quant.scast %[[I]] : i8 to !quant.uniform<u8:f32, 2.000000e+00>
  %3 = quant.scast %2 : i8 to !quant.uniform<u8:f32, 2.0>
  // CHECK-NEXT: quant.qcast %[[T]] : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00}>>
  %4 = quant.qcast %t : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0, 4.0}>>
  // CHECK-NEXT: quant.qcast %[[T]] : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32:{1:2}, {{\{\{}}2.000000e+00, 3.000000e+00}}>>
  %5 = quant.qcast %t : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32:{1:2}, {{2.0, 3.0}}>>
  return
}

// An empty dimension without blocks has one scale.
// CHECK-LABEL: func.func @empty
func.func @empty(%a: tensor<0x4x!quant.uniform<i8:f32:{1:2}, {{2.0:10, 3.0:20}}>>) {
  // CHECK: quant.dcast
  %0 = quant.dcast %a : tensor<0x4x!quant.uniform<i8:f32:{1:2}, {{2.0:10, 3.0:20}}>> to tensor<0x4xf32>
  return
}
// CHECK: @powers(!quant.uniform<i8:f8E8M0FNU:0, {2.000000e+00,5.000000e+37,6.000000e-39}>)
func.func private @powers(!quant.uniform<i8:f8E8M0FNU:0, {2.0, 5.0e+37, 6.0e-39}>)
