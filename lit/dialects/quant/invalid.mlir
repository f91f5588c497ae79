// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{expected valid keyword}}
func.func private @type1(!quant<"uniform<i8:f32, 3.0>">)

// -----

// expected-error@+1 {{scale 5.263544e-315 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @type2(!quant.uniform<i8:f16, 0x3F800000>)

// -----

// expected-error@+1 {{scale -3.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @type3(!quant.uniform<i8:f32, -3.0>)

// -----

// expected-error@+1 {{scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @type4(!quant.uniform<i8:f32, 0.0>)

// -----

// expected-error@+1 {{scale 1.000000e+30 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @type5(!quant.uniform<i8:f16, 1.0e+30>)

// -----

// expected-error@+1 {{scale 1.000000e-30 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @type6(!quant.uniform<i8:f16, 1.0e-30>)

// -----

// expected-error@+1 {{invalid kind of type specified}}
func.func private @type7(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type size: 33}}
func.func private @type8(!quant.uniform<i33:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type prefix}}
func.func private @type9(!quant.uniform<x8:f32, 1.0>)

// -----

// expected-error@+1 {{expected storage type width}}
func.func private @type10(!quant.uniform<u:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type size: 99}}
func.func private @type11(!quant.uniform<u99:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type prefix}}
func.func private @type12(!quant.uniform<f8:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type minimum: -129}}
func.func private @type13(!quant.uniform<i8<-129:127>:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type maximum: 128}}
func.func private @type14(!quant.uniform<i8<-128:128>:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage min and storage max: (10:2)}}
func.func private @type15(!quant.uniform<i8<10:2>:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage min and storage max: (10:10)}}
func.func private @type16(!quant.uniform<i8<10:10>:f32, 1.0>)

// -----

// expected-error@+1 {{expected integer value}}
func.func private @type17(!quant.uniform<i8<a:10>:f32, 1.0>)

// -----

// expected-error@+1 {{illegal storage type minimum: -1}}
func.func private @type18(!quant.uniform<u8<-1:10>:f32, 1.0>)

// -----

// expected-error@+1 {{expected ':'}}
func.func private @type19(!quant.uniform<i8, 1.0>)

// -----

// expected-error@+1 {{expected ','}}
func.func private @type20(!quant.uniform<i8:f32>)

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @type21(!quant.uniform<i8:f32, abc>)

// -----

// expected-error@+1 {{expected integer value}}
func.func private @type22(!quant.uniform<i8:f32, 1.0:abc>)

// -----

// expected-error@+1 {{expected integer value}}
func.func private @type23(!quant.uniform<i8:f32, 1.0:1.0>)

// -----

// expected-error@+1 {{expected integer value}}
func.func private @type24(!quant.uniform<i8:f32:abc, {1.0}>)

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @type25(!quant.uniform<i8:f32:-1, {1.0}>)

// -----

// expected-error@+1 {{expected '{'}}
func.func private @type26(!quant.uniform<i8:f32:1, 1.0>)

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @type27(!quant.uniform<i8:f32:1, {}>)

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @type28(!quant.uniform<i8:f32, {1.0}>)

// -----

// expected-error@+1 {{illegal block size: 0}}
func.func private @type29(!quant.uniform<i8:f32:{0:0}, {{1.0}}>)

// -----

// expected-error@+1 {{illegal block size: -1}}
func.func private @type30(!quant.uniform<i8:f32:{0:-1}, {{1.0}}>)

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @type31(!quant.uniform<i8:f32:{-1:1}, {{1.0}}>)

// -----

// expected-error@+1 {{expected '{'}}
func.func private @type32(!quant.uniform<i8:f32:{0:1}, 1.0>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @type33(!quant.uniform<i8:f32:{0:1}, {1.0, {2.0}}>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @type34(!quant.uniform<i8:f32:{0:1}, {{1.0}, {2.0, 3.0}}>)

// -----

// expected-error@+1 {{invalid kind of type specified}}
func.func private @type35(!quant.any<i8:i32>)

// -----

// expected-error@+1 {{illegal min and max: (2.000000e+00:1.000000e+00)}}
func.func private @type36(!quant.calibrated<f32<2.0:1.0>>)

// -----

// expected-error@+1 {{illegal min and max: (1.000000e+00:1.000000e+00)}}
func.func private @type37(!quant.calibrated<f32<1.0:1.0>>)

// -----

// expected-error@+1 {{unknown quantized type foo}}
func.func private @type38(!quant.foo<i8>)

// -----

// expected-error@+1 {{expected '<'}}
func.func private @type39(!quant.uniform)

// -----

// expected-error@+1 {{expected '<'}}
func.func private @type40(!quant.any)

// -----

func.func @cast1(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.dcast %q : !quant.uniform<i8:f32, 2.0> to f64
  return
}

// -----

func.func @cast2(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{'quant.dcast' op result #0 must be scalar or tensor of floating-point, but got 'i32'}}
  %0 = quant.dcast %q : !quant.uniform<i8:f32, 2.0> to i32
  return
}

// -----

func.func @cast3(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{'quant.dcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.dcast %q : !quant.uniform<i8:f32, 2.0> to tensor<4xf32>
  return
}

// -----

func.func @cast4(%tq: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{'quant.dcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.dcast %tq : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<5xf32>
  return
}

// -----

func.func @cast5(%tq: tensor<4x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{'quant.dcast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.dcast %tq : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<*xf32>
  return
}

// -----

func.func @cast6(%f: f32) {
  // expected-error@+1 {{'quant.dcast' op operand #0 must be scalar or tensor of quantized type, but got 'f32'}}
  %0 = quant.dcast %f : f32 to f32
  return
}

// -----

func.func @cast7(%f: f32) {
  // expected-error@+1 {{scalar types may not use per-axis quantization}}
  %0 = quant.qcast %f : f32 to !quant.uniform<i8:f32:0, {2.0}>
  return
}

// -----

func.func @cast8(%f: f32) {
  // expected-error@+1 {{scalar types may not use sub-channel quantization}}
  %0 = quant.qcast %f : f32 to !quant.uniform<i8:f32:{0:1}, {2.0}>
  return
}

// -----

func.func @cast9(%f: f32) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.qcast %f : f32 to !quant.uniform<i8:f64, 2.0>
  return
}

// -----

func.func @cast10(%t: tensor<4xf32>) {
  // expected-error@+1 {{quantized dimension must be less than tensor rank}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:1, {2.0}>>
  return
}

// -----

func.func @cast11(%t: tensor<4xf32>) {
  // expected-error@+1 {{quantized dimension size does not match number of scales}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:0, {2.0}>>
  return
}

// -----

func.func @cast12(%t: tensor<4xf32>) {
  // expected-error@+1 {{quantized dimension 1 must be less than tensor rank 1}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:{1:1}, {2.0}>>
  return
}

// -----

func.func @cast13(%t: tensor<4xf32>) {
  // expected-error@+1 {{tensor dimension size 4 at axis 0 must be divisible by the corresponding block size 3}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:{0:3}, {2.0}>>
  return
}

// -----

func.func @cast14(%t: tensor<4xf32>) {
  // expected-error@+1 {{dimension size 2 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 2}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:{0:2}, {2.0}>>
  return
}

// -----

func.func @cast15(%t: tensor<4xf32>) {
  // expected-error@+1 {{Rank of scales 2 must match the rank of the tensor 1}}
  %0 = quant.qcast %t : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32:{0:2}, {{2.0, 3.0}}>>
  return
}

// -----

func.func @cast16(%u: tensor<*xf32>) {
  // expected-error@+1 {{tensor containing the sub-channel quantized type must be ranked}}
  %0 = quant.qcast %u : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32:{0:2}, {2.0, 3.0}>>
  return
}

// -----

func.func @cast17(%f: f32) {
  // expected-error@+1 {{expressed type in quantized type expected to match float type}}
  %0 = quant.qcast %f : f32 to !quant.any<i8>
  return
}

// -----

func.func @cast18(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{storage type in quantized type expected to match integer type}}
  %0 = quant.scast %q : !quant.uniform<i8:f32, 2.0> to i16
  return
}

// -----

func.func @cast19(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{'quant.scast' op result #0 must be scalar or tensor of signless integer or quantized type, but got 'si8'}}
  %0 = quant.scast %q : !quant.uniform<i8:f32, 2.0> to si8
  return
}

// -----

func.func @cast20(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %q : !quant.uniform<i8:f32, 2.0> to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

func.func @cast21(%i: i8) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input must be integer and result must be quantized, or vice versa}}
  %0 = quant.scast %i : i8 to i8
  return
}

// -----

func.func @cast22(%i: i8) {
  // expected-error@+1 {{scalar types may not use per-axis quantization}}
  %0 = quant.scast %i : i8 to !quant.uniform<i8:f32:0, {2.0}>
  return
}

// -----

func.func @cast23(%i: i8) {
  // expected-error@+1 {{'quant.scast' op failed to verify that input and result are both scalars or both tensors with matching shape}}
  %0 = quant.scast %i : i8 to tensor<4x!quant.uniform<i8:f32, 2.0>>
  return
}

// -----

func.func @cast24(%i: i8) {
  // expected-error@+1 {{'quant.scast' op result #0 must be scalar or tensor of signless integer or quantized type, but got 'f32'}}
  %0 = quant.scast %i : i8 to f32
  return
}

// -----

func.func @cast25(%f: f32) {
  // expected-error@+1 {{'quant.scast' op operand #0 must be scalar or tensor of signless integer or quantized type, but got 'f32'}}
  %0 = quant.scast %f : f32 to !quant.uniform<i8:f32, 2.0>
  return
}

// -----

func.func @cast26(%q: !quant.uniform<i8:f32, 2.0>) {
  // expected-error@+1 {{'quant.dcast' op result #0 must be scalar or tensor of floating-point, but got 'memref<4xf32>'}}
  %0 = quant.dcast %q : !quant.uniform<i8:f32, 2.0> to memref<4xf32>
  return
}

// -----

func.func @cast27(%d2: tensor<?x4xf32>) {
  // expected-error@+1 {{dimension size 1 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 1}}
  %0 = quant.qcast %d2 : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32:{1:2}, {{2.0, 3.0}, {2.0, 3.0}}>>
  return
}

// -----

// expected-error@+1 {{scale INF out of expressed type range}}
func.func private @scale1(tensor<2x!quant.uniform<i8:f32, 1.0e600:x>>)

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @scale2(tensor<2x!quant.uniform<i8:f32, x>>)

// -----

// expected-error@+1 {{scale 2.000000e+38 out of expressed type range [5.877472e-39, 1.701412e+38]}}
func.func private @powers(!quant.uniform<i8:f8E8M0FNU, 2.0e38>)
