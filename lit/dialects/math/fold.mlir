// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @absf_1(
// CHECK-NEXT: %cst = arith.constant 2.500000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @absf_1() -> f32 {
  %c = arith.constant -2.5 : f32
  %r = math.absf %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @absf_2(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @absf_2() -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.absf %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @ceil_3(
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @ceil_3() -> f32 {
  %c = arith.constant -2.5 : f32
  %r = math.ceil %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @ceil_4(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @ceil_4() -> f32 {
  %c = arith.constant 1.25 : f32
  %r = math.ceil %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @floor_5(
// CHECK-NEXT: %cst = arith.constant -3.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @floor_5() -> f32 {
  %c = arith.constant -2.5 : f32
  %r = math.floor %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @trunc_6(
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @trunc_6() -> f32 {
  %c = arith.constant -2.5 : f32
  %r = math.trunc %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @round_7(
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @round_7() -> f32 {
  %c = arith.constant 2.5 : f32
  %r = math.round %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @round_8(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @round_8() -> f32 {
  %c = arith.constant -0.5 : f32
  %r = math.round %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @roundeven_9(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @roundeven_9() -> f32 {
  %c = arith.constant 2.5 : f32
  %r = math.roundeven %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @roundeven_10(
// CHECK-NEXT: %cst = arith.constant 4.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @roundeven_10() -> f32 {
  %c = arith.constant 3.5 : f32
  %r = math.roundeven %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sqrt_11(
// CHECK-NEXT: %cst = arith.constant 2.500000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @sqrt_11() -> f32 {
  %c = arith.constant 6.25 : f32
  %r = math.sqrt %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @sqrt_12(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32{{$}}
// CHECK-NEXT: %0 = math.sqrt %cst : f32{{$}}
// CHECK-NEXT: return %0 : f32{{$}}
func.func @sqrt_12() -> f32 {
  %c = arith.constant -1.0 : f32
  %r = math.sqrt %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp_13(
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @exp_13() -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.exp %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @exp2_14(
// CHECK-NEXT: %cst = arith.constant 8.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @exp2_14() -> f32 {
  %c = arith.constant 3.0 : f32
  %r = math.exp2 %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log2_15(
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @log2_15() -> f32 {
  %c = arith.constant 8.0 : f32
  %r = math.log2 %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @log2_16(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f32{{$}}
// CHECK-NEXT: %0 = math.log2 %cst : f32{{$}}
// CHECK-NEXT: return %0 : f32{{$}}
func.func @log2_16() -> f32 {
  %c = arith.constant -1.0 : f32
  %r = math.log2 %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @cos_17(
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @cos_17() -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.cos %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @tanh_18(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @tanh_18() -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.tanh %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @erf_19(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @erf_19() -> f32 {
  %c = arith.constant 0.0 : f32
  %r = math.erf %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @absi_20(
// CHECK-NEXT: %c5_i32 = arith.constant 5 : i32{{$}}
// CHECK-NEXT: return %c5_i32 : i32{{$}}
func.func @absi_20() -> i32 {
  %c = arith.constant -5 : i32
  %r = math.absi %c : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ctlz_21(
// CHECK-NEXT: %c31_i32 = arith.constant 31 : i32{{$}}
// CHECK-NEXT: return %c31_i32 : i32{{$}}
func.func @ctlz_21() -> i32 {
  %c = arith.constant 1 : i32
  %r = math.ctlz %c : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ctlz_22(
// CHECK-NEXT: %c32_i32 = arith.constant 32 : i32{{$}}
// CHECK-NEXT: return %c32_i32 : i32{{$}}
func.func @ctlz_22() -> i32 {
  %c = arith.constant 0 : i32
  %r = math.ctlz %c : i32
  return %r : i32
}

// CHECK-LABEL: func.func @cttz_23(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32{{$}}
// CHECK-NEXT: return %c2_i32 : i32{{$}}
func.func @cttz_23() -> i32 {
  %c = arith.constant 12 : i32
  %r = math.cttz %c : i32
  return %r : i32
}

// CHECK-LABEL: func.func @cttz_24(
// CHECK-NEXT: %c32_i32 = arith.constant 32 : i32{{$}}
// CHECK-NEXT: return %c32_i32 : i32{{$}}
func.func @cttz_24() -> i32 {
  %c = arith.constant 0 : i32
  %r = math.cttz %c : i32
  return %r : i32
}

// CHECK-LABEL: func.func @ctpop_25(
// CHECK-NEXT: %c32_i32 = arith.constant 32 : i32{{$}}
// CHECK-NEXT: return %c32_i32 : i32{{$}}
func.func @ctpop_25() -> i32 {
  %c = arith.constant -1 : i32
  %r = math.ctpop %c : i32
  return %r : i32
}

// Folding would lose the sign of NaN.
// CHECK-LABEL: func.func @copysign_nan(
// CHECK: math.copysign
func.func @copysign_nan() -> f32 {
  %nan = arith.constant 0x7FC00000 : f32
  %d = arith.constant -1.0 : f32
  %r = math.copysign %nan, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @copysign(
// CHECK-NEXT: %cst = arith.constant -2.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @copysign() -> f32 {
  %c = arith.constant 2.0 : f32
  %d = arith.constant -0.0 : f32
  %r = math.copysign %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @powf(
// CHECK-NEXT: %cst = arith.constant 8.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @powf() -> f32 {
  %c = arith.constant 2.0 : f32
  %d = arith.constant 3.0 : f32
  %r = math.powf %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @atan2(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @atan2() -> f32 {
  %c = arith.constant 0.0 : f32
  %d = arith.constant 1.0 : f32
  %r = math.atan2 %c, %d : f32
  return %r : f32
}

// CHECK-LABEL: func.func @absf_nan(
// CHECK-NEXT: %cst = arith.constant 0x7FC00001 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @absf_nan() -> f32 {
  %c = arith.constant 0xFFC00001 : f32
  %r = math.absf %c : f32
  return %r : f32
}

// CHECK-LABEL: func.func @absf_fnuz(
// CHECK-NEXT: %cst = arith.constant dense<[2.000000e+00, 0x80]> : tensor<2xf8E4M3FNUZ>{{$}}
// CHECK-NEXT: return %cst : tensor<2xf8E4M3FNUZ>{{$}}
func.func @absf_fnuz() -> tensor<2xf8E4M3FNUZ> {
  %c = arith.constant dense<[-2.0, 0x80]> : tensor<2xf8E4M3FNUZ>
  %r = math.absf %c : tensor<2xf8E4M3FNUZ>
  return %r : tensor<2xf8E4M3FNUZ>
}

// CHECK-LABEL: func.func @absf_unsigned(
// CHECK-SAME: %[[X:.*]]: f8E8M0FNU
// CHECK-NEXT: return %[[X]] : f8E8M0FNU{{$}}
func.func @absf_unsigned(%x: f8E8M0FNU) -> f8E8M0FNU {
  %r = math.absf %x : f8E8M0FNU
  return %r : f8E8M0FNU
}
