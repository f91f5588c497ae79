// RUN: lathe-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @f1(
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<3xi8>{{$}}
// CHECK-NEXT: return %cst : vector<3xi8>{{$}}
func.func @f1(%x: vector<3xi1>) -> vector<3xi8> {
  %c1 = arith.constant dense<false> : vector<3xi1>
  %r = arith.extsi %c1 : vector<3xi1> to vector<3xi8>
  return %r : vector<3xi8>
}

// CHECK-LABEL: func.func @f2(
// CHECK-NEXT: %cst = arith.constant 1.000000e+04 : f64{{$}}
// CHECK-NEXT: %0 = arith.divf %arg0, %cst : f64{{$}}
// CHECK-NEXT: return %0 : f64{{$}}
func.func @f2(%x: f64) -> f64 {
  %c2 = arith.constant 1.0e4 : f64
  %r = arith.divf %x, %c2 : f64
  return %r : f64
}

// CHECK-LABEL: func.func @f3(
// CHECK-NEXT: %cst = arith.constant 2.500000e+00 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f3(%x: f16) -> f16 {
  %c1 = arith.constant 2.5 : f16
  %c2 = arith.constant -1.0 : f16
  %r = arith.maxnumf %c1, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f4(
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<3xi1>{{$}}
// CHECK-NEXT: return %cst : vector<3xi1>{{$}}
func.func @f4(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %c2 = arith.constant dense<[false, true, false]> : vector<3xi1>
  %r = arith.addi %c1, %c2 : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f5(
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8{{$}}
// CHECK-NEXT: %c127_i8 = arith.constant 127 : i8{{$}}
// CHECK-NEXT: %0 = arith.shrsi %c0_i8, %c127_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f5(%x: i8) -> i8 {
  %c1 = arith.constant 0 : i8
  %c2 = arith.constant 127 : i8
  %r = arith.shrsi %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f6(
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<3xi32>{{$}}
// CHECK-NEXT: %0 = arith.cmpi ugt, %arg0, %cst : vector<3xi32>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f6(%x: vector<3xi32>) -> vector<3xi1> {
  %c1 = arith.constant dense<3> : vector<3xi32>
  %r = arith.cmpi ult, %c1, %x : vector<3xi32>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f7(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f7(%x: f32) -> i1 {
  %c1 = arith.constant -0.0 : f32
  %c2 = arith.constant 1.0e4 : f32
  %r = arith.cmpf oge, %c1, %c2 : f32
  return %r : i1
}

// CHECK-LABEL: func.func @f8(
// CHECK-NEXT: %cst = arith.constant 1.000000e+04 : f64{{$}}
// CHECK-NEXT: return %cst : f64{{$}}
func.func @f8(%x: f64) -> f64 {
  %c1 = arith.constant 1.0e4 : f64
  %c2 = arith.constant 0.0 : f64
  %r = arith.maximumf %c1, %c2 : f64
  return %r : f64
}

// A maximum or minimum of NaN and an infinity is NaN.
// CHECK-LABEL: func.func @extremes(
// CHECK-NEXT: %cst = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %cst, %cst, %cst : f32, f32, f32
func.func @extremes() -> (f32, f32, f32) {
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %neg = arith.constant 0xFF800000 : f32
  %0 = arith.maximumf %inf, %nan : f32
  %1 = arith.maximumf %nan, %inf : f32
  %2 = arith.minimumf %neg, %nan : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @f9(
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f9(%x: f32) -> bf16 {
  %c1 = arith.constant 7.0 : f32
  %r = arith.truncf %c1 : f32 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f10(
// CHECK-NEXT: %c127_i8 = arith.constant 127 : i8{{$}}
// CHECK-NEXT: %0 = arith.cmpi ugt, %arg0, %c127_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f10(%x: i8) -> i1 {
  %c2 = arith.constant 127 : i8
  %r = arith.cmpi ugt, %x, %c2 : i8
  return %r : i1
}

// CHECK-LABEL: func.func @f11(
// CHECK-NEXT: %c-5 = arith.constant -5 : index{{$}}
// CHECK-NEXT: return %c-5 : index{{$}}
func.func @f11(%x: index) -> index {
  %c2 = arith.constant -5 : index
  %c1 = arith.constant 9223372036854775807 : index
  %c3 = arith.constant true
  %r = arith.select %c3, %c2, %c1 : index
  return %r : index
}

// CHECK-LABEL: func.func @f12(
// CHECK-NEXT: %c7 = arith.constant 7 : index{{$}}
// CHECK-NEXT: %0 = arith.ceildivui %arg0, %c7 : index{{$}}
// CHECK-NEXT: return %0 : index{{$}}
func.func @f12(%x: index) -> index {
  %c2 = arith.constant 7 : index
  %r = arith.ceildivui %x, %c2 : index
  return %r : index
}

// CHECK-LABEL: func.func @f13(
// CHECK-NEXT: %cst = arith.constant 1.060000e+02 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f13(%x: i8) -> f16 {
  %c1 = arith.constant 106 : i8
  %r = arith.uitofp %c1 : i8 to f16
  return %r : f16
}

// CHECK-LABEL: func.func @f14(
// CHECK-NEXT: %cst = arith.constant dense<-128> : vector<3xi8>{{$}}
// CHECK-NEXT: return %cst : vector<3xi8>{{$}}
func.func @f14(%x: vector<3xi8>) -> vector<3xi8> {
  %c1 = arith.constant dense<[1, 0, 1]> : vector<3xi8>
  %c2 = arith.constant dense<-128> : vector<3xi8>
  %r = arith.maxui %c1, %c2 : vector<3xi8>
  return %r : vector<3xi8>
}

// CHECK-LABEL: func.func @f15(
// CHECK-NEXT: %cst = arith.constant dense<[0, -1, 0]> : vector<3xindex>{{$}}
// CHECK-NEXT: return %cst : vector<3xindex>{{$}}
func.func @f15(%x: vector<3xindex>) -> vector<3xindex> {
  %c1 = arith.constant dense<-1> : vector<3xindex>
  %c2 = arith.constant dense<[3, 1, 7]> : vector<3xindex>
  %r = arith.ceildivsi %c1, %c2 : vector<3xindex>
  return %r : vector<3xindex>
}

// CHECK-LABEL: func.func @f16(
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<3xindex>{{$}}
// CHECK-NEXT: return %cst : vector<3xindex>{{$}}
func.func @f16(%x: vector<3xindex>) -> vector<3xindex> {
  %c1 = arith.constant dense<0> : vector<3xindex>
  %c2 = arith.constant dense<-1> : vector<3xindex>
  %r = arith.ceildivui %c1, %c2 : vector<3xindex>
  return %r : vector<3xindex>
}

// CHECK-LABEL: func.func @f17(
// CHECK-NEXT: %c939239554_i32 = arith.constant 939239554 : i32{{$}}
// CHECK-NEXT: return %c939239554_i32 : i32{{$}}
func.func @f17(%x: f32) -> i32 {
  %c1 = arith.constant 3.0e-5 : f32
  %r = arith.bitcast %c1 : f32 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @f18(
// CHECK-NEXT: %cst = arith.constant -3.250000e+00 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f18(%x: f16) -> f16 {
  %c1 = arith.constant 7.0 : f16
  %c2 = arith.constant -3.25 : f16
  %r = arith.minimumf %c1, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f19(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f19(%x: bf16) -> i1 {
  %c1 = arith.constant -1.0 : bf16
  %c2 = arith.constant 0.0 : bf16
  %r = arith.cmpf ugt, %c1, %c2 : bf16
  return %r : i1
}

// CHECK-LABEL: func.func @f20(
// CHECK-NEXT: %cst = arith.constant dense<[0, 215071510, 0]> : vector<3xi32>{{$}}
// CHECK-NEXT: return %cst : vector<3xi32>{{$}}
func.func @f20(%x: vector<3xi32>) -> vector<3xi32> {
  %c1 = arith.constant dense<[0, 1505500567, 1371873158]> : vector<3xi32>
  %c2 = arith.constant dense<[-168137256, 7, -1722172945]> : vector<3xi32>
  %r = arith.ceildivsi %c1, %c2 : vector<3xi32>
  return %r : vector<3xi32>
}

// CHECK-LABEL: func.func @f21(
// CHECK-NEXT: return %arg0 : i1{{$}}
func.func @f21(%x: i1) -> i1 {
  %c2 = arith.constant false
  %r = arith.xori %x, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f22(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f22(%x: f32) -> f32 {
  %c1 = arith.constant 1.0 : f32
  %c2 = arith.constant -1.0 : f32
  %r = arith.addf %c1, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f23(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : bf16{{$}}
// CHECK-NEXT: %0 = arith.maximumf %arg0, %cst : bf16{{$}}
// CHECK-NEXT: return %0 : bf16{{$}}
func.func @f23(%x: bf16) -> bf16 {
  %c2 = arith.constant -1.0 : bf16
  %r = arith.maximumf %x, %c2 : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f24(
// CHECK-NEXT: %cst = arith.constant dense<-1> : vector<3xindex>{{$}}
// CHECK-NEXT: return %cst : vector<3xindex>{{$}}
func.func @f24(%x: vector<3xindex>) -> vector<3xindex> {
  %c1 = arith.constant dense<9223372036854775807> : vector<3xindex>
  %c2 = arith.constant dense<-1> : vector<3xindex>
  %r = arith.ori %c1, %c2 : vector<3xindex>
  return %r : vector<3xindex>
}

// CHECK-LABEL: func.func @f25(
// CHECK-NEXT: %cst = arith.constant dense<-3.250000e+00> : vector<3xf32>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<-0.000000e+00> : vector<3xf32>{{$}}
// CHECK-NEXT: %0 = arith.cmpf true, %cst, %cst_0 : vector<3xf32>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f25(%x: vector<3xf32>) -> vector<3xi1> {
  %c1 = arith.constant dense<-3.25> : vector<3xf32>
  %c2 = arith.constant dense<-0.0> : vector<3xf32>
  %r = arith.cmpf true, %c1, %c2 : vector<3xf32>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f26(
// CHECK-NEXT: %cst = arith.constant dense<[9.997550e-02, 1.000000e+00, 1.000000e+00]> : vector<3xf16>{{$}}
// CHECK-NEXT: return %cst : vector<3xf16>{{$}}
func.func @f26(%x: vector<3xf16>) -> vector<3xf16> {
  %c1 = arith.constant dense<0.0> : vector<3xf16>
  %c2 = arith.constant dense<[0.1, 1.0, 1.0]> : vector<3xf16>
  %r = arith.maximumf %c1, %c2 : vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @f27(
// CHECK-NEXT: %cst = arith.constant 3.000000e+00 : f64{{$}}
// CHECK-NEXT: return %cst : f64{{$}}
func.func @f27(%x: i64) -> f64 {
  %c1 = arith.constant 3 : i64
  %r = arith.uitofp %c1 : i64 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @f28(
// CHECK-NEXT: %c-5 = arith.constant -5 : index{{$}}
// CHECK-NEXT: %0 = arith.divsi %arg0, %c-5 : index{{$}}
// CHECK-NEXT: return %0 : index{{$}}
func.func @f28(%x: index) -> index {
  %c2 = arith.constant -5 : index
  %r = arith.divsi %x, %c2 : index
  return %r : index
}

// CHECK-LABEL: func.func @f29(
// CHECK-NEXT: %c-128_i8 = arith.constant -128 : i8{{$}}
// CHECK-NEXT: return %c-128_i8 : i8{{$}}
func.func @f29(%x: i8) -> i8 {
  %c2 = arith.constant -128 : i8
  %r = arith.minsi %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f30(
// CHECK-NEXT: %cst = arith.constant dense<[9.997550e-02, 9.997550e-02, 2.998110e-05]> : vector<3xf16>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<[2.500000e+00, 1.000000e+04, -3.250000e+00]> : vector<3xf16>{{$}}
// CHECK-NEXT: %0 = arith.cmpf oge, %cst, %cst_0 : vector<3xf16>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f30(%x: vector<3xf16>) -> vector<3xi1> {
  %c1 = arith.constant dense<[0.1, 0.1, 3.0e-5]> : vector<3xf16>
  %c2 = arith.constant dense<[2.5, 1.0e4, -3.25]> : vector<3xf16>
  %r = arith.cmpf oge, %c1, %c2 : vector<3xf16>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f31(
// CHECK-NEXT: return %arg0 : vector<3xi1>{{$}}
func.func @f31(%x: vector<3xi1>) -> vector<3xi1> {
  %c2 = arith.constant dense<false> : vector<3xi1>
  %r = arith.addi %x, %c2 : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f32(
// CHECK-NEXT: %c3_i64 = arith.constant 3 : i64{{$}}
// CHECK-NEXT: return %c3_i64 : i64{{$}}
func.func @f32(%x: i64) -> i64 {
  %c2 = arith.constant 3 : i64
  %c1 = arith.constant -4610527132693414498 : i64
  %c3 = arith.constant true
  %r = arith.select %c3, %c2, %c1 : i64
  return %r : i64
}

// CHECK-LABEL: func.func @f33(
// CHECK-NEXT: %c-128_i8 = arith.constant -128 : i8{{$}}
// CHECK-NEXT: %0 = arith.ori %arg0, %c-128_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f33(%x: i8) -> i8 {
  %c2 = arith.constant -128 : i8
  %r = arith.ori %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f34(
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8{{$}}
// CHECK-NEXT: %0 = arith.xori %arg0, %c-1_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f34(%x: i8) -> i8 {
  %c2 = arith.constant -1 : i8
  %r = arith.xori %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f35(
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f35(%x: i32) -> f32 {
  %c1 = arith.constant 1 : i32
  %r = arith.sitofp %c1 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @f36(
// CHECK-NEXT: %cst = arith.constant 0xFC00 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f36(%x: f16) -> f16 {
  %c1 = arith.constant -1.0 : f16
  %c2 = arith.constant 0.0 : f16
  %r = arith.divf %c1, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f37(
// CHECK-NEXT: return %arg0 : i1{{$}}
func.func @f37(%x: i1) -> i1 {
  %c2 = arith.constant true
  %r = arith.muli %x, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f38(
// CHECK-NEXT: %cst = arith.constant -3.250000e+00 : bf16{{$}}
// CHECK-NEXT: %0 = arith.subf %arg0, %cst : bf16{{$}}
// CHECK-NEXT: return %0 : bf16{{$}}
func.func @f38(%x: bf16) -> bf16 {
  %c2 = arith.constant -3.25 : bf16
  %r = arith.subf %x, %c2 : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f39(
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8{{$}}
// CHECK-NEXT: return %c0_i8 : i8{{$}}
func.func @f39(%x: i8) -> i8 {
  %c1 = arith.constant 3 : i8
  %c2 = arith.constant 127 : i8
  %r = arith.divui %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f40(
// CHECK-NEXT: %c-1_i8 = arith.constant -1 : i8{{$}}
// CHECK-NEXT: %0 = arith.divui %arg0, %c-1_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f40(%x: i8) -> i8 {
  %c2 = arith.constant -1 : i8
  %r = arith.divui %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f41(
// CHECK-NEXT: %c127_i8 = arith.constant 127 : i8{{$}}
// CHECK-NEXT: %0 = arith.remsi %arg0, %c127_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f41(%x: i8) -> i8 {
  %c2 = arith.constant 127 : i8
  %r = arith.remsi %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f42(
// CHECK-NEXT: %cst = arith.constant 1.000000e+00 : f16{{$}}
// CHECK-NEXT: %0 = arith.minimumf %arg0, %cst : f16{{$}}
// CHECK-NEXT: return %0 : f16{{$}}
func.func @f42(%x: f16) -> f16 {
  %c2 = arith.constant 1.0 : f16
  %r = arith.minimumf %x, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f43(
// CHECK-NEXT: %cst = arith.constant dense<[false, false, true]> : vector<3xi1>{{$}}
// CHECK-NEXT: return %cst : vector<3xi1>{{$}}
func.func @f43(%x: vector<3xi64>) -> vector<3xi1> {
  %c1 = arith.constant dense<[0, 3, -1]> : vector<3xi64>
  %c2 = arith.constant dense<-9223372036854775808> : vector<3xi64>
  %r = arith.cmpi ugt, %c1, %c2 : vector<3xi64>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f44(
// CHECK-NEXT: %c-9223372036854775801_i64 = arith.constant -9223372036854775801 : i64{{$}}
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: "test.u"(%c-9223372036854775801_i64) : (i64) -> (){{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f44(%x: i64) -> i1 {
  %c1 = arith.constant -9223372036854775808 : i64
  %c2 = arith.constant 7 : i64
  %q, %r = arith.addui_extended %c1, %c2 : i64, i1
  "test.u"(%q) : (i64) -> ()
  return %r : i1
}

// CHECK-LABEL: func.func @f45(
// CHECK-NEXT: %c0_i64 = arith.constant 0 : i64{{$}}
// CHECK-NEXT: "test.u"(%c0_i64) : (i64) -> (){{$}}
// CHECK-NEXT: return %c0_i64 : i64{{$}}
func.func @f45(%x: i64) -> i64 {
  %c1 = arith.constant 0 : i64
  %c2 = arith.constant 3 : i64
  %q, %r = arith.mului_extended %c1, %c2 : i64
  "test.u"(%q) : (i64) -> ()
  return %r : i64
}

// CHECK-LABEL: func.func @f46(
// CHECK-NEXT: %c3_i64 = arith.constant 3 : i64{{$}}
// CHECK-NEXT: return %c3_i64 : i64{{$}}
func.func @f46(%x: i64) -> i64 {
  %c1 = arith.constant 6572153240102686165 : i64
  %c2 = arith.constant 3 : i64
  %r = arith.minui %c1, %c2 : i64
  return %r : i64
}

// CHECK-LABEL: func.func @f47(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f47(%x: f16) -> i1 {
  %c1 = arith.constant 1.0e4 : f16
  %c2 = arith.constant 0.1 : f16
  %r = arith.cmpf ult, %c1, %c2 : f16
  return %r : i1
}

// CHECK-LABEL: func.func @f48(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : f64{{$}}
// CHECK-NEXT: return %cst : f64{{$}}
func.func @f48(%x: bf16) -> f64 {
  %c1 = arith.constant 0.0 : bf16
  %r = arith.extf %c1 : bf16 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @f49(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32{{$}}
// CHECK-NEXT: return %c0_i32 : i32{{$}}
func.func @f49(%x: i32) -> i32 {
  %c1 = arith.constant -1 : i32
  %c2 = arith.constant 2 : i32
  %r = arith.divsi %c1, %c2 : i32
  return %r : i32
}

// CHECK-LABEL: func.func @f50(
// CHECK-NEXT: %c0_i32 = arith.constant 0 : i32{{$}}
// CHECK-NEXT: return %c0_i32 : i32{{$}}
func.func @f50(%x: f32) -> i32 {
  %c1 = arith.constant 0.1 : f32
  %r = arith.fptosi %c1 : f32 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @f51(
// CHECK-NEXT: %cst = arith.constant dense<[1, 2, 127]> : vector<3xi8>{{$}}
// CHECK-NEXT: %0 = arith.minui %arg0, %cst : vector<3xi8>{{$}}
// CHECK-NEXT: return %0 : vector<3xi8>{{$}}
func.func @f51(%x: vector<3xi8>) -> vector<3xi8> {
  %c2 = arith.constant dense<[1, 2, 127]> : vector<3xi8>
  %r = arith.minui %x, %c2 : vector<3xi8>
  return %r : vector<3xi8>
}

// CHECK-LABEL: func.func @f52(
// CHECK-NEXT: %cst = arith.constant dense<2.500000e+00> : vector<3xf16>{{$}}
// CHECK-NEXT: %0 = arith.addf %arg0, %cst : vector<3xf16>{{$}}
// CHECK-NEXT: return %0 : vector<3xf16>{{$}}
func.func @f52(%x: vector<3xf16>) -> vector<3xf16> {
  %c2 = arith.constant dense<2.5> : vector<3xf16>
  %r = arith.addf %x, %c2 : vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @f53(
// CHECK-NEXT: %c-1 = arith.constant -1 : index{{$}}
// CHECK-NEXT: return %c-1 : index{{$}}
func.func @f53(%x: index) -> index {
  %c1 = arith.constant -1 : index
  %c2 = arith.constant -5 : index
  %r = arith.remsi %c1, %c2 : index
  return %r : index
}

// CHECK-LABEL: func.func @f54(
// CHECK-NEXT: %cst = arith.constant 0xFFF0000000000000 : f64{{$}}
// CHECK-NEXT: return %cst : f64{{$}}
func.func @f54(%x: f64) -> f64 {
  %c1 = arith.constant 2.5 : f64
  %c2 = arith.constant -0.0 : f64
  %r = arith.divf %c1, %c2 : f64
  return %r : f64
}

// CHECK-LABEL: func.func @f55(
// CHECK-NEXT: %cst = arith.constant dense<[2.998110e-05, 2.998110e-05, -0.000000e+00]> : vector<3xf16>{{$}}
// CHECK-NEXT: return %cst : vector<3xf16>{{$}}
func.func @f55(%x: vector<3xf16>) -> vector<3xf16> {
  %c1 = arith.constant dense<[2.5, 1.0, -0.0]> : vector<3xf16>
  %c2 = arith.constant dense<3.0e-5> : vector<3xf16>
  %r = arith.minnumf %c1, %c2 : vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @f56(
// CHECK-NEXT: %true = arith.constant true{{$}}
// CHECK-NEXT: return %true : i1{{$}}
func.func @f56(%x: index) -> i1 {
  %c1 = arith.constant -9223372036854775808 : index
  %c2 = arith.constant 3 : index
  %r = arith.cmpi ugt, %c1, %c2 : index
  return %r : i1
}

// CHECK-LABEL: func.func @f57(
// CHECK-NEXT: %cst = arith.constant 3.000000e-05 : f64{{$}}
// CHECK-NEXT: %0 = arith.minimumf %arg0, %cst : f64{{$}}
// CHECK-NEXT: return %0 : f64{{$}}
func.func @f57(%x: f64) -> f64 {
  %c2 = arith.constant 3.0e-5 : f64
  %r = arith.minimumf %x, %c2 : f64
  return %r : f64
}

// CHECK-LABEL: func.func @f58(
// CHECK-NEXT: %cst = arith.constant dense<[7.000000e+00, 1.000000e+00, 2.500000e+00]> : vector<3xbf16>{{$}}
// CHECK-NEXT: return %cst : vector<3xbf16>{{$}}
func.func @f58(%x: vector<3xbf16>) -> vector<3xbf16> {
  %c1 = arith.constant dense<[7.0, 0.1, 2.5]> : vector<3xbf16>
  %c2 = arith.constant dense<1.0> : vector<3xbf16>
  %r = arith.maxnumf %c1, %c2 : vector<3xbf16>
  return %r : vector<3xbf16>
}

// CHECK-LABEL: func.func @f59(
// CHECK-NEXT: %cst = arith.constant dense<[1.000000e-01, -0.000000e+00, 1.000000e-01]> : vector<3xf64>{{$}}
// CHECK-NEXT: return %cst : vector<3xf64>{{$}}
func.func @f59(%x: vector<3xf64>) -> vector<3xf64> {
  %c1 = arith.constant dense<0.1> : vector<3xf64>
  %c2 = arith.constant dense<[7.0, -0.0, 1.0e4]> : vector<3xf64>
  %r = arith.minimumf %c1, %c2 : vector<3xf64>
  return %r : vector<3xf64>
}

// CHECK-LABEL: func.func @f60(
// CHECK-NEXT: %cst = arith.constant dense<-2147483648> : vector<3xi32>{{$}}
// CHECK-NEXT: return %cst : vector<3xi32>{{$}}
func.func @f60(%x: vector<3xi32>) -> vector<3xi32> {
  %c2 = arith.constant dense<-2147483648> : vector<3xi32>
  %c1 = arith.constant dense<[-5, 3, -2147483648]> : vector<3xi32>
  %c3 = arith.constant dense<true> : vector<3xi1>
  %r = arith.select %c3, %c2, %c1 : vector<3xi1>, vector<3xi32>
  return %r : vector<3xi32>
}

// CHECK-LABEL: func.func @f61(
// CHECK-NEXT: %cst = arith.constant dense<[2.998110e-05, 1.000000e+00, 1.000000e+00]> : vector<3xf16>{{$}}
// CHECK-NEXT: return %cst : vector<3xf16>{{$}}
func.func @f61(%x: vector<3xf16>) -> vector<3xf16> {
  %c1 = arith.constant dense<[-0.0, 0.0, 1.0]> : vector<3xf16>
  %c2 = arith.constant dense<[3.0e-5, 1.0, -0.0]> : vector<3xf16>
  %r = arith.maximumf %c1, %c2 : vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @f62(
// CHECK-NEXT: %c3_i8 = arith.constant 3 : i8{{$}}
// CHECK-NEXT: %0 = arith.cmpi ne, %arg0, %c3_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f62(%x: i8) -> i1 {
  %c2 = arith.constant 3 : i8
  %r = arith.cmpi ne, %x, %c2 : i8
  return %r : i1
}

// CHECK-LABEL: func.func @f63(
// CHECK-NEXT: %cst = arith.constant 3.000000e-05 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f63(%x: f32) -> f32 {
  %c1 = arith.constant 3.0e-5 : f32
  %c2 = arith.constant 3.0e-5 : f32
  %r = arith.maxnumf %c1, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f64(
// CHECK-NEXT: %cst = arith.constant dense<5345269256454850653> : vector<3xindex>{{$}}
// CHECK-NEXT: %0 = arith.cmpi sle, %arg0, %cst : vector<3xindex>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f64(%x: vector<3xindex>) -> vector<3xi1> {
  %c2 = arith.constant dense<5345269256454850653> : vector<3xindex>
  %r = arith.cmpi sle, %x, %c2 : vector<3xindex>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f65(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f65(%x: i1) -> i1 {
  %c1 = arith.constant false
  %c2 = arith.constant false
  %r = arith.minui %c1, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f66(
// CHECK-NEXT: %c2_i32 = arith.constant 2 : i32{{$}}
// CHECK-NEXT: return %c2_i32 : i32{{$}}
func.func @f66(%x: i32) -> i32 {
  %c1 = arith.constant 997822107 : i32
  %c2 = arith.constant 980317036 : i32
  %r = arith.ceildivui %c1, %c2 : i32
  return %r : i32
}

// CHECK-LABEL: func.func @f67(
// CHECK-NEXT: %c2_i8 = arith.constant 2 : i8{{$}}
// CHECK-NEXT: %0 = arith.shrsi %arg0, %c2_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f67(%x: i8) -> i8 {
  %c2 = arith.constant 2 : i8
  %r = arith.shrsi %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f68(
// CHECK-NEXT: %cst = arith.constant dense<true> : vector<3xi1>{{$}}
// CHECK-NEXT: %0 = arith.cmpi ne, %arg0, %cst : vector<3xi1>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f68(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<true> : vector<3xi1>
  %r = arith.cmpi ne, %c1, %x : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f69(
// CHECK-NEXT: %c120_i8 = arith.constant 120 : i8{{$}}
// CHECK-NEXT: return %c120_i8 : i8{{$}}
func.func @f69(%x: i8) -> i8 {
  %c1 = arith.constant 127 : i8
  %c2 = arith.constant 7 : i8
  %r = arith.subi %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f70(
// CHECK-NEXT: %cst = arith.constant dense<2> : vector<3xi8>{{$}}
// CHECK-NEXT: %0 = arith.cmpi sgt, %arg0, %cst : vector<3xi8>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f70(%x: vector<3xi8>) -> vector<3xi1> {
  %c1 = arith.constant dense<2> : vector<3xi8>
  %r = arith.cmpi slt, %c1, %x : vector<3xi8>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f71(
// CHECK-NEXT: %cst = arith.constant dense<7.000000e+00> : vector<3xf64>{{$}}
// CHECK-NEXT: %0 = arith.divf %arg0, %cst : vector<3xf64>{{$}}
// CHECK-NEXT: return %0 : vector<3xf64>{{$}}
func.func @f71(%x: vector<3xf64>) -> vector<3xf64> {
  %c2 = arith.constant dense<7.0> : vector<3xf64>
  %r = arith.divf %x, %c2 : vector<3xf64>
  return %r : vector<3xf64>
}

// CHECK-LABEL: func.func @f72(
// CHECK-NEXT: %cst = arith.constant dense<[false, false, true]> : vector<3xi1>{{$}}
// CHECK-NEXT: return %cst : vector<3xi1>{{$}}
func.func @f72(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<[false, false, true]> : vector<3xi1>
  %c2 = arith.constant dense<false> : vector<3xi1>
  %r = arith.shrui %c1, %c2 : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f73(
// CHECK-NEXT: %c-5_i32 = arith.constant -5 : i32{{$}}
// CHECK-NEXT: return %c-5_i32 : i32{{$}}
func.func @f73(%x: i8) -> i32 {
  %c1 = arith.constant -5 : i8
  %r = arith.extsi %c1 : i8 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @f74(
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<3xi1>{{$}}
// CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %cst : vector<3xi1>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f74(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<false> : vector<3xi1>
  %r = arith.cmpi sgt, %c1, %x : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f75(
// CHECK-NEXT: %cst = arith.constant dense<1> : vector<3xi32>{{$}}
// CHECK-NEXT: return %cst : vector<3xi32>{{$}}
func.func @f75(%x: vector<3xi8>) -> vector<3xi32> {
  %c1 = arith.constant dense<1> : vector<3xi8>
  %r = arith.extui %c1 : vector<3xi8> to vector<3xi32>
  return %r : vector<3xi32>
}

// CHECK-LABEL: func.func @f76(
// CHECK-NEXT: %cst = arith.constant dense<[2.500000e+00, -1.000000e+00, -1.000000e+00]> : vector<3xbf16>{{$}}
// CHECK-NEXT: %0 = arith.remf %arg0, %cst : vector<3xbf16>{{$}}
// CHECK-NEXT: return %0 : vector<3xbf16>{{$}}
func.func @f76(%x: vector<3xbf16>) -> vector<3xbf16> {
  %c2 = arith.constant dense<[2.5, -1.0, -1.0]> : vector<3xbf16>
  %r = arith.remf %x, %c2 : vector<3xbf16>
  return %r : vector<3xbf16>
}

// CHECK-LABEL: func.func @f77(
// CHECK-NEXT: %cst = arith.constant 3.000000e-05 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f77(%x: f32) -> f32 {
  %c1 = arith.constant 7.0 : f32
  %c2 = arith.constant 3.0e-5 : f32
  %r = arith.minimumf %c1, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f78(
// CHECK-NEXT: %c-1_i64 = arith.constant -1 : i64{{$}}
// CHECK-NEXT: %c0_i64 = arith.constant 0 : i64{{$}}
// CHECK-NEXT: "test.u"(%c-1_i64) : (i64) -> (){{$}}
// CHECK-NEXT: return %c0_i64 : i64{{$}}
func.func @f78(%x: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant -1 : i64
  %q, %r = arith.mului_extended %c1, %c2 : i64
  "test.u"(%q) : (i64) -> ()
  return %r : i64
}

// CHECK-LABEL: func.func @f79(
// CHECK-NEXT: %c0_i8 = arith.constant 0 : i8{{$}}
// CHECK-NEXT: %c127_i8 = arith.constant 127 : i8{{$}}
// CHECK-NEXT: %0 = arith.shli %c0_i8, %c127_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f79(%x: i8) -> i8 {
  %c1 = arith.constant 0 : i8
  %c2 = arith.constant 127 : i8
  %r = arith.shli %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f80(
// CHECK-NEXT: %true = arith.constant true{{$}}
// CHECK-NEXT: return %true : i1{{$}}
func.func @f80(%x: i1) -> i1 {
  %c2 = arith.constant true
  %c1 = arith.constant true
  %c3 = arith.constant false
  %r = arith.select %c3, %c2, %c1 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f81(
// CHECK-NEXT: %cst = arith.constant 5.595490e+29 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f81(%x: f16) -> bf16 {
  %c1 = arith.constant 1.0e4 : f16
  %r = arith.bitcast %c1 : f16 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f82(
// CHECK-NEXT: %cst = arith.constant dense<[0x7E00, 0x7E00, -7.500000e-01]> : vector<3xf16>{{$}}
// CHECK-NEXT: return %cst : vector<3xf16>{{$}}
func.func @f82(%x: vector<3xf16>) -> vector<3xf16> {
  %c1 = arith.constant dense<-3.25> : vector<3xf16>
  %c2 = arith.constant dense<[0.0, 0.0, 2.5]> : vector<3xf16>
  %r = arith.remf %c1, %c2 : vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @f83(
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<3xi64>{{$}}
// CHECK-NEXT: return %cst : vector<3xi64>{{$}}
func.func @f83(%x: vector<3xi1>) -> vector<3xi64> {
  %c1 = arith.constant dense<false> : vector<3xi1>
  %r = arith.extui %c1 : vector<3xi1> to vector<3xi64>
  return %r : vector<3xi64>
}

// CHECK-LABEL: func.func @f84(
// CHECK-NEXT: %cst = arith.constant 3.004070e-05 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f84(%x: bf16) -> bf16 {
  %c1 = arith.constant -3.25 : bf16
  %c2 = arith.constant 3.0e-5 : bf16
  %r = arith.maximumf %c1, %c2 : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f85(
// CHECK-NEXT: %cst = arith.constant 2.998050e-01 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f85(%x: f16) -> f16 {
  %c1 = arith.constant 1.0e4 : f16
  %c2 = arith.constant 3.0e-5 : f16
  %r = arith.mulf %c1, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f86(
// CHECK-NEXT: %cst = arith.constant 9.073340e-38 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f86(%x: f16) -> bf16 {
  %c1 = arith.constant 3.0e-5 : f16
  %r = arith.bitcast %c1 : f16 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f87(
// CHECK-NEXT: %cst = arith.constant 2.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f87(%x: i32) -> f32 {
  %c1 = arith.constant 2 : i32
  %r = arith.sitofp %c1 : i32 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @f88(
// CHECK-NEXT: %cst = arith.constant -3.250000e+00 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f88(%x: f16) -> f16 {
  %c1 = arith.constant -3.25 : f16
  %c2 = arith.constant 1.0 : f16
  %r = arith.minimumf %c1, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f89(
// CHECK-NEXT: %cst = arith.constant dense<939239554> : vector<3xi32>{{$}}
// CHECK-NEXT: return %cst : vector<3xi32>{{$}}
func.func @f89(%x: vector<3xf32>) -> vector<3xi32> {
  %c1 = arith.constant dense<3.0e-5> : vector<3xf32>
  %r = arith.bitcast %c1 : vector<3xf32> to vector<3xi32>
  return %r : vector<3xi32>
}

// CHECK-LABEL: func.func @f90(
// CHECK-NEXT: %cst = arith.constant dense<2147483647> : vector<3xi32>{{$}}
// CHECK-NEXT: return %cst : vector<3xi32>{{$}}
func.func @f90(%x: vector<3xi32>) -> vector<3xi32> {
  %c1 = arith.constant dense<2147483647> : vector<3xi32>
  %c2 = arith.constant dense<[7, -2147483648, -5]> : vector<3xi32>
  %r = arith.maxsi %c1, %c2 : vector<3xi32>
  return %r : vector<3xi32>
}

// CHECK-LABEL: func.func @f91(
// CHECK-NEXT: %c5_i8 = arith.constant 5 : i8{{$}}
// CHECK-NEXT: %c61_i8 = arith.constant 61 : i8{{$}}
// CHECK-NEXT: "test.u"(%c5_i8) : (i8) -> (){{$}}
// CHECK-NEXT: return %c61_i8 : i8{{$}}
func.func @f91(%x: i8) -> i8 {
  %c1 = arith.constant 127 : i8
  %c2 = arith.constant 123 : i8
  %q, %r = arith.mulsi_extended %c1, %c2 : i8
  "test.u"(%q) : (i8) -> ()
  return %r : i8
}

// CHECK-LABEL: func.func @f92(
// CHECK-NEXT: %c-5_i8 = arith.constant -5 : i8{{$}}
// CHECK-NEXT: %0 = arith.minsi %arg0, %c-5_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f92(%x: i8) -> i8 {
  %c2 = arith.constant -5 : i8
  %r = arith.minsi %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f93(
// CHECK-NEXT: %c2 = arith.constant 2 : index{{$}}
// CHECK-NEXT: return %c2 : index{{$}}
func.func @f93(%x: index) -> index {
  %c1 = arith.constant 2 : index
  %c2 = arith.constant 1 : index
  %r = arith.ceildivsi %c1, %c2 : index
  return %r : index
}

// CHECK-LABEL: func.func @f94(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: %0 = arith.ceildivui %arg0, %false : i1{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f94(%x: i1) -> i1 {
  %c2 = arith.constant false
  %r = arith.ceildivui %x, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f95(
// CHECK-NEXT: %cst = arith.constant 8.000000e+00 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f95(%x: f16) -> bf16 {
  %c1 = arith.constant 2.5 : f16
  %r = arith.bitcast %c1 : f16 to bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f96(
// CHECK-NEXT: %cst = arith.constant dense<[-5, 7, 0]> : vector<3xi64>{{$}}
// CHECK-NEXT: %0 = arith.floordivsi %arg0, %cst : vector<3xi64>{{$}}
// CHECK-NEXT: return %0 : vector<3xi64>{{$}}
func.func @f96(%x: vector<3xi64>) -> vector<3xi64> {
  %c2 = arith.constant dense<[-5, 7, 0]> : vector<3xi64>
  %r = arith.floordivsi %x, %c2 : vector<3xi64>
  return %r : vector<3xi64>
}

// CHECK-LABEL: func.func @f97(
// CHECK-NEXT: %cst = arith.constant dense<[false, true, true]> : vector<3xi1>{{$}}
// CHECK-NEXT: return %cst : vector<3xi1>{{$}}
func.func @f97(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<[true, false, false]> : vector<3xi1>
  %c2 = arith.constant dense<[false, false, false]> : vector<3xi1>
  %r = arith.cmpi ule, %c1, %c2 : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f98(
// CHECK-NEXT: %cst = arith.constant 0.000000e+00 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f98(%x: bf16) -> bf16 {
  %c1 = arith.constant 0.0 : bf16
  %c2 = arith.constant 0.1 : bf16
  %r = arith.remf %c1, %c2 : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f99(
// CHECK-NEXT: %c-9223372036854775808_i64 = arith.constant -9223372036854775808 : i64{{$}}
// CHECK-NEXT: %0 = arith.remui %arg0, %c-9223372036854775808_i64 : i64{{$}}
// CHECK-NEXT: return %0 : i64{{$}}
func.func @f99(%x: i64) -> i64 {
  %c2 = arith.constant -9223372036854775808 : i64
  %r = arith.remui %x, %c2 : i64
  return %r : i64
}

// CHECK-LABEL: func.func @f100(
// CHECK-NEXT: %c-9223372036854775808_i64 = arith.constant -9223372036854775808 : i64{{$}}
// CHECK-NEXT: %0 = arith.cmpi sgt, %arg0, %c-9223372036854775808_i64 : i64{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f100(%x: i64) -> i1 {
  %c1 = arith.constant -9223372036854775808 : i64
  %r = arith.cmpi slt, %c1, %x : i64
  return %r : i1
}

// CHECK-LABEL: func.func @f101(
// CHECK-NEXT: %cst = arith.constant dense<-5> : vector<3xi8>{{$}}
// CHECK-NEXT: return %cst : vector<3xi8>{{$}}
func.func @f101(%x: vector<3xi8>) -> vector<3xi8> {
  %c1 = arith.constant dense<-5> : vector<3xi8>
  %c2 = arith.constant dense<[-5, 7, 2]> : vector<3xi8>
  %r = arith.minsi %c1, %c2 : vector<3xi8>
  return %r : vector<3xi8>
}

// CHECK-LABEL: func.func @f102(
// CHECK-NEXT: %c0_i64 = arith.constant 0 : i64{{$}}
// CHECK-NEXT: return %c0_i64 : i64{{$}}
func.func @f102(%x: i64) -> i64 {
  %c2 = arith.constant 0 : i64
  %c1 = arith.constant 2 : i64
  %c3 = arith.constant true
  %r = arith.select %c3, %c2, %c1 : i64
  return %r : i64
}

// CHECK-LABEL: func.func @f103(
// CHECK-NEXT: %cst = arith.constant dense<[7.000000e+00, 0.000000e+00, 2.998110e-05]> : vector<3xf16>{{$}}
// CHECK-NEXT: %0 = arith.minimumf %arg0, %cst : vector<3xf16>{{$}}
// CHECK-NEXT: return %0 : vector<3xf16>{{$}}
func.func @f103(%x: vector<3xf16>) -> vector<3xf16> {
  %c2 = arith.constant dense<[7.0, 0.0, 3.0e-5]> : vector<3xf16>
  %r = arith.minimumf %x, %c2 : vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @f104(
// CHECK-NEXT: %true = arith.constant true{{$}}
// CHECK-NEXT: return %true : i1{{$}}
func.func @f104(%x: i1) -> i1 {
  %c1 = arith.constant false
  %c2 = arith.constant true
  %r = arith.maxui %c1, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f105(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: %0 = arith.ceildivui %arg0, %false : i1{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f105(%x: i1) -> i1 {
  %c2 = arith.constant false
  %r = arith.ceildivui %x, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f106(
// CHECK-NEXT: %true = arith.constant true{{$}}
// CHECK-NEXT: return %true : i1{{$}}
func.func @f106(%x: i64) -> i1 {
  %c1 = arith.constant -1972275955125504204 : i64
  %c2 = arith.constant -1 : i64
  %r = arith.cmpi ult, %c1, %c2 : i64
  return %r : i1
}

// CHECK-LABEL: func.func @f107(
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<3xindex>{{$}}
// CHECK-NEXT: return %cst : vector<3xindex>{{$}}
func.func @f107(%x: vector<3xindex>) -> vector<3xindex> {
  %c2 = arith.constant dense<1> : vector<3xindex>
  %r = arith.remui %x, %c2 : vector<3xindex>
  return %r : vector<3xindex>
}

// CHECK-LABEL: func.func @f108(
// CHECK-NEXT: %cst = arith.constant -9.912100e-02 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f108(%x: bf16) -> bf16 {
  %c1 = arith.constant -1.0 : bf16
  %c2 = arith.constant 0.1 : bf16
  %r = arith.remf %c1, %c2 : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f109(
// CHECK-NEXT: %c3 = arith.constant 3 : index{{$}}
// CHECK-NEXT: return %c3 : index{{$}}
func.func @f109(%x: index) -> index {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 3 : index
  %c3 = arith.constant false
  %r = arith.select %c3, %c2, %c1 : index
  return %r : index
}

// CHECK-LABEL: func.func @f110(
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f110(%x: f32) -> f32 {
  %c1 = arith.constant 7.0 : f32
  %c2 = arith.constant 1.0 : f32
  %r = arith.mulf %c1, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f111(
// CHECK-NEXT: %cst = arith.constant -3.250000e+00 : bf16{{$}}
// CHECK-NEXT: return %cst : bf16{{$}}
func.func @f111(%x: bf16) -> bf16 {
  %c1 = arith.constant 3.0e-5 : bf16
  %c2 = arith.constant -3.25 : bf16
  %r = arith.addf %c1, %c2 : bf16
  return %r : bf16
}

// CHECK-LABEL: func.func @f112(
// CHECK-NEXT: %cst = arith.constant dense<[-3.250000e+00, 9.984000e+03, -3.250000e+00]> : vector<3xbf16>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<-0.000000e+00> : vector<3xbf16>{{$}}
// CHECK-NEXT: %0 = arith.cmpf olt, %cst, %cst_0 : vector<3xbf16>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f112(%x: vector<3xbf16>) -> vector<3xi1> {
  %c1 = arith.constant dense<[-3.25, 1.0e4, -3.25]> : vector<3xbf16>
  %c2 = arith.constant dense<-0.0> : vector<3xbf16>
  %r = arith.cmpf olt, %c1, %c2 : vector<3xbf16>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f113(
// CHECK-NEXT: %c5934759567448742415 = arith.constant 5934759567448742415 : index{{$}}
// CHECK-NEXT: %0 = arith.subi %arg0, %c5934759567448742415 : index{{$}}
// CHECK-NEXT: return %0 : index{{$}}
func.func @f113(%x: index) -> index {
  %c2 = arith.constant 5934759567448742415 : index
  %r = arith.subi %x, %c2 : index
  return %r : index
}

// CHECK-LABEL: func.func @f114(
// CHECK-NEXT: %c7_i32 = arith.constant 7 : i32{{$}}
// CHECK-NEXT: %0 = arith.remsi %arg0, %c7_i32 : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @f114(%x: i32) -> i32 {
  %c2 = arith.constant 7 : i32
  %r = arith.remsi %x, %c2 : i32
  return %r : i32
}

// CHECK-LABEL: func.func @f115(
// CHECK-NEXT: %cst = arith.constant dense<-3.250000e+00> : vector<3xf16>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<-0.000000e+00> : vector<3xf16>{{$}}
// CHECK-NEXT: %0 = arith.cmpf ord, %cst, %cst_0 : vector<3xf16>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f115(%x: vector<3xf16>) -> vector<3xi1> {
  %c1 = arith.constant dense<-3.25> : vector<3xf16>
  %c2 = arith.constant dense<-0.0> : vector<3xf16>
  %r = arith.cmpf ord, %c1, %c2 : vector<3xf16>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f116(
// CHECK-NEXT: %cst = arith.constant dense<[true, false, true]> : vector<3xi1>{{$}}
// CHECK-NEXT: return %cst : vector<3xi1>{{$}}
func.func @f116(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %c2 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %r = arith.muli %c1, %c2 : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f117(
// CHECK-NEXT: %c119115387_i32 = arith.constant 119115387 : i32{{$}}
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: "test.u"(%c119115387_i32) : (i32) -> (){{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f117(%x: i32) -> i1 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 119115386 : i32
  %q, %r = arith.addui_extended %c1, %c2 : i32, i1
  "test.u"(%q) : (i32) -> ()
  return %r : i1
}

// CHECK-LABEL: func.func @f118(
// CHECK-NEXT: %c-571762917_i32 = arith.constant -571762917 : i32{{$}}
// CHECK-NEXT: %c-787860366_i32 = arith.constant -787860366 : i32{{$}}
// CHECK-NEXT: "test.u"(%c-571762917_i32) : (i32) -> (){{$}}
// CHECK-NEXT: return %c-787860366_i32 : i32{{$}}
func.func @f118(%x: i32) -> i32 {
  %c1 = arith.constant 2147483647 : i32
  %c2 = arith.constant -1575720731 : i32
  %q, %r = arith.mulsi_extended %c1, %c2 : i32
  "test.u"(%q) : (i32) -> ()
  return %r : i32
}

// CHECK-LABEL: func.func @f119(
// CHECK-NEXT: %c-8_i8 = arith.constant -8 : i8{{$}}
// CHECK-NEXT: return %c-8_i8 : i8{{$}}
func.func @f119(%x: i8) -> i8 {
  %c1 = arith.constant 127 : i8
  %c2 = arith.constant 3 : i8
  %r = arith.shli %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f120(
// CHECK-NEXT: %c127_i8 = arith.constant 127 : i8{{$}}
// CHECK-NEXT: %0 = arith.xori %arg0, %c127_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f120(%x: i8) -> i8 {
  %c2 = arith.constant 127 : i8
  %r = arith.xori %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f121(
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f121(%x: f16) -> f32 {
  %c1 = arith.constant 7.0 : f16
  %r = arith.extf %c1 : f16 to f32
  return %r : f32
}

// CHECK-LABEL: func.func @f122(
// CHECK-NEXT: %cst = arith.constant dense<[-128, 7, -1]> : vector<3xi8>{{$}}
// CHECK-NEXT: %0 = arith.divui %arg0, %cst : vector<3xi8>{{$}}
// CHECK-NEXT: return %0 : vector<3xi8>{{$}}
func.func @f122(%x: vector<3xi8>) -> vector<3xi8> {
  %c2 = arith.constant dense<[-128, 7, -1]> : vector<3xi8>
  %r = arith.divui %x, %c2 : vector<3xi8>
  return %r : vector<3xi8>
}

// CHECK-LABEL: func.func @f123(
// CHECK-NEXT: %cst = arith.constant 1.4199488616541463E+19 : f64{{$}}
// CHECK-NEXT: return %cst : f64{{$}}
func.func @f123(%x: i64) -> f64 {
  %c1 = arith.constant -4247255457168088874 : i64
  %r = arith.uitofp %c1 : i64 to f64
  return %r : f64
}

// CHECK-LABEL: func.func @f124(
// CHECK-NEXT: %cst = arith.constant 2.980230e-06 : f16{{$}}
// CHECK-NEXT: return %cst : f16{{$}}
func.func @f124(%x: f16) -> f16 {
  %c1 = arith.constant 0.1 : f16
  %c2 = arith.constant 3.0e-5 : f16
  %r = arith.mulf %c1, %c2 : f16
  return %r : f16
}

// CHECK-LABEL: func.func @f125(
// CHECK-NEXT: %cst = arith.constant dense<1> : vector<3xi64>{{$}}
// CHECK-NEXT: %0 = arith.minui %arg0, %cst : vector<3xi64>{{$}}
// CHECK-NEXT: return %0 : vector<3xi64>{{$}}
func.func @f125(%x: vector<3xi64>) -> vector<3xi64> {
  %c2 = arith.constant dense<1> : vector<3xi64>
  %r = arith.minui %x, %c2 : vector<3xi64>
  return %r : vector<3xi64>
}

// CHECK-LABEL: func.func @f126(
// CHECK-NEXT: %true = arith.constant true{{$}}
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: %0 = arith.divsi %true, %false : i1{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f126(%x: i1) -> i1 {
  %c1 = arith.constant true
  %c2 = arith.constant false
  %r = arith.divsi %c1, %c2 : i1
  return %r : i1
}

// CHECK-LABEL: func.func @f127(
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32{{$}}
// CHECK-NEXT: %0 = arith.maxnumf %arg0, %cst : f32{{$}}
// CHECK-NEXT: return %0 : f32{{$}}
func.func @f127(%x: f32) -> f32 {
  %c2 = arith.constant 7.0 : f32
  %r = arith.maxnumf %x, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f128(
// CHECK-NEXT: %c7_i8 = arith.constant 7 : i8{{$}}
// CHECK-NEXT: %0 = arith.divsi %arg0, %c7_i8 : i8{{$}}
// CHECK-NEXT: return %0 : i8{{$}}
func.func @f128(%x: i8) -> i8 {
  %c2 = arith.constant 7 : i8
  %r = arith.divsi %x, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f129(
// CHECK-NEXT: %c251_i32 = arith.constant 251 : i32{{$}}
// CHECK-NEXT: return %c251_i32 : i32{{$}}
func.func @f129(%x: i8) -> i32 {
  %c1 = arith.constant -5 : i8
  %r = arith.extui %c1 : i8 to i32
  return %r : i32
}

// CHECK-LABEL: func.func @f130(
// CHECK-NEXT: %c2147483647_i32 = arith.constant 2147483647 : i32{{$}}
// CHECK-NEXT: %0 = arith.shrsi %arg0, %c2147483647_i32 : i32{{$}}
// CHECK-NEXT: return %0 : i32{{$}}
func.func @f130(%x: i32) -> i32 {
  %c2 = arith.constant 2147483647 : i32
  %r = arith.shrsi %x, %c2 : i32
  return %r : i32
}

// CHECK-LABEL: func.func @f131(
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32{{$}}
// CHECK-NEXT: return %cst : f32{{$}}
func.func @f131(%x: f32) -> f32 {
  %c1 = arith.constant 7.0 : f32
  %c2 = arith.constant 0.0 : f32
  %r = arith.subf %c1, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f132(
// CHECK-NEXT: %cst = arith.constant dense<[true, false, false]> : vector<3xi1>{{$}}
// CHECK-NEXT: return %cst : vector<3xi1>{{$}}
func.func @f132(%x: vector<3xi8>) -> vector<3xi1> {
  %c1 = arith.constant dense<2> : vector<3xi8>
  %c2 = arith.constant dense<[7, -128, -128]> : vector<3xi8>
  %r = arith.cmpi sle, %c1, %c2 : vector<3xi8>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f133(
// CHECK-NEXT: %cst = arith.constant dense<1.000000e-01> : vector<3xf32>{{$}}
// CHECK-NEXT: %0 = arith.mulf %arg0, %cst : vector<3xf32>{{$}}
// CHECK-NEXT: return %0 : vector<3xf32>{{$}}
func.func @f133(%x: vector<3xf32>) -> vector<3xf32> {
  %c2 = arith.constant dense<0.1> : vector<3xf32>
  %r = arith.mulf %x, %c2 : vector<3xf32>
  return %r : vector<3xf32>
}

// CHECK-LABEL: func.func @f134(
// CHECK-NEXT: %cst = arith.constant dense<3> : vector<3xi64>{{$}}
// CHECK-NEXT: %0 = arith.maxsi %arg0, %cst : vector<3xi64>{{$}}
// CHECK-NEXT: return %0 : vector<3xi64>{{$}}
func.func @f134(%x: vector<3xi64>) -> vector<3xi64> {
  %c2 = arith.constant dense<3> : vector<3xi64>
  %r = arith.maxsi %x, %c2 : vector<3xi64>
  return %r : vector<3xi64>
}

// CHECK-LABEL: func.func @f135(
// CHECK-NEXT: %false = arith.constant false{{$}}
// CHECK-NEXT: return %false : i1{{$}}
func.func @f135(%x: bf16) -> i1 {
  %c1 = arith.constant 3.0e-5 : bf16
  %c2 = arith.constant 0.1 : bf16
  %r = arith.cmpf false, %c1, %c2 : bf16
  return %r : i1
}

// CHECK-LABEL: func.func @f136(
// CHECK-NEXT: %c-5983987708723991780_i64 = arith.constant -5983987708723991780 : i64{{$}}
// CHECK-NEXT: %0 = arith.ceildivsi %arg0, %c-5983987708723991780_i64 : i64{{$}}
// CHECK-NEXT: return %0 : i64{{$}}
func.func @f136(%x: i64) -> i64 {
  %c2 = arith.constant -5983987708723991780 : i64
  %r = arith.ceildivsi %x, %c2 : i64
  return %r : i64
}

// CHECK-LABEL: func.func @f137(
// CHECK-NEXT: %cst = arith.constant dense<[false, true, true]> : vector<3xi1>{{$}}
// CHECK-NEXT: %0 = arith.maxsi %arg0, %cst : vector<3xi1>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f137(%x: vector<3xi1>) -> vector<3xi1> {
  %c2 = arith.constant dense<[false, true, true]> : vector<3xi1>
  %r = arith.maxsi %x, %c2 : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f138(
// CHECK-NEXT: %c0_i64 = arith.constant 0 : i64{{$}}
// CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %c0_i64 : i64{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f138(%x: i64) -> i1 {
  %c1 = arith.constant 0 : i64
  %r = arith.cmpi sgt, %c1, %x : i64
  return %r : i1
}

// CHECK-LABEL: func.func @f139(
// CHECK-NEXT: %cst = arith.constant dense<[1.000000e+00, 1.000000e-01, -1.000000e+00]> : vector<3xf32>{{$}}
// CHECK-NEXT: return %cst : vector<3xf32>{{$}}
func.func @f139(%x: vector<3xf32>) -> vector<3xf32> {
  %c1 = arith.constant dense<[1.0e4, 0.1, 3.0e-5]> : vector<3xf32>
  %c2 = arith.constant dense<[1.0, 0.1, -1.0]> : vector<3xf32>
  %r = arith.minnumf %c1, %c2 : vector<3xf32>
  return %r : vector<3xf32>
}

// CHECK-LABEL: func.func @f140(
// CHECK-NEXT: %cst = arith.constant dense<-6> : vector<3xi32>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<true> : vector<3xi1>{{$}}
// CHECK-NEXT: "test.u"(%cst) : (vector<3xi32>) -> (){{$}}
// CHECK-NEXT: return %cst_0 : vector<3xi1>{{$}}
func.func @f140(%x: vector<3xi32>) -> vector<3xi1> {
  %c1 = arith.constant dense<-1> : vector<3xi32>
  %c2 = arith.constant dense<-5> : vector<3xi32>
  %q, %r = arith.addui_extended %c1, %c2 : vector<3xi32>, vector<3xi1>
  "test.u"(%q) : (vector<3xi32>) -> ()
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f141(
// CHECK-NEXT: %c2_i8 = arith.constant 2 : i8{{$}}
// CHECK-NEXT: return %c2_i8 : i8{{$}}
func.func @f141(%x: i8) -> i8 {
  %c1 = arith.constant 2 : i8
  %c2 = arith.constant -92 : i8
  %r = arith.remsi %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f142(
// CHECK-NEXT: %cst = arith.constant dense<-3.004070e-05> : vector<3xbf16>{{$}}
// CHECK-NEXT: return %cst : vector<3xbf16>{{$}}
func.func @f142(%x: vector<3xbf16>) -> vector<3xbf16> {
  %c1 = arith.constant dense<3.0e-5> : vector<3xbf16>
  %c2 = arith.constant dense<-1.0> : vector<3xbf16>
  %r = arith.mulf %c1, %c2 : vector<3xbf16>
  return %r : vector<3xbf16>
}

// CHECK-LABEL: func.func @f143(
// CHECK-NEXT: %cst = arith.constant dense<false> : vector<3xi1>{{$}}
// CHECK-NEXT: %0 = arith.cmpi sge, %arg0, %cst : vector<3xi1>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f143(%x: vector<3xi1>) -> vector<3xi1> {
  %c1 = arith.constant dense<false> : vector<3xi1>
  %r = arith.cmpi sle, %c1, %x : vector<3xi1>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f144(
// CHECK-NEXT: %cst = arith.constant dense<[-3.250000e+00, 1.000000e+00, -1.000000e+00]> : vector<3xf64>{{$}}
// CHECK-NEXT: %cst_0 = arith.constant dense<[2.500000e+00, -3.250000e+00, 1.000000e+04]> : vector<3xf64>{{$}}
// CHECK-NEXT: %0 = arith.cmpf ugt, %cst, %cst_0 : vector<3xf64>{{$}}
// CHECK-NEXT: return %0 : vector<3xi1>{{$}}
func.func @f144(%x: vector<3xf64>) -> vector<3xi1> {
  %c1 = arith.constant dense<[-3.25, 1.0, -1.0]> : vector<3xf64>
  %c2 = arith.constant dense<[2.5, -3.25, 1.0e4]> : vector<3xf64>
  %r = arith.cmpf ugt, %c1, %c2 : vector<3xf64>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @f145(
// CHECK-NEXT: %cst = arith.constant dense<0> : vector<3xindex>{{$}}
// CHECK-NEXT: return %cst : vector<3xindex>{{$}}
func.func @f145(%x: vector<3xi32>) -> vector<3xindex> {
  %c1 = arith.constant dense<0> : vector<3xi32>
  %r = arith.index_cast %c1 : vector<3xi32> to vector<3xindex>
  return %r : vector<3xindex>
}

// CHECK-LABEL: func.func @f146(
// CHECK-NEXT: %cst = arith.constant 7.000000e+00 : f32{{$}}
// CHECK-NEXT: %0 = arith.maxnumf %arg0, %cst : f32{{$}}
// CHECK-NEXT: return %0 : f32{{$}}
func.func @f146(%x: f32) -> f32 {
  %c2 = arith.constant 7.0 : f32
  %r = arith.maxnumf %x, %c2 : f32
  return %r : f32
}

// CHECK-LABEL: func.func @f147(
// CHECK-NEXT: %c-2_i8 = arith.constant -2 : i8{{$}}
// CHECK-NEXT: return %c-2_i8 : i8{{$}}
func.func @f147(%x: i8) -> i8 {
  %c1 = arith.constant -5 : i8
  %c2 = arith.constant 2 : i8
  %r = arith.divsi %c1, %c2 : i8
  return %r : i8
}

// CHECK-LABEL: func.func @f148(
// CHECK-NEXT: %c-2_i64 = arith.constant -2 : i64{{$}}
// CHECK-NEXT: %c0_i64 = arith.constant 0 : i64{{$}}
// CHECK-NEXT: "test.u"(%c-2_i64) : (i64) -> (){{$}}
// CHECK-NEXT: return %c0_i64 : i64{{$}}
func.func @f148(%x: i64) -> i64 {
  %c1 = arith.constant 9223372036854775807 : i64
  %c2 = arith.constant 2 : i64
  %q, %r = arith.mulsi_extended %c1, %c2 : i64
  "test.u"(%q) : (i64) -> ()
  return %r : i64
}

// CHECK-LABEL: func.func @f149(
// CHECK-NEXT: %cst = arith.constant -1.000000e+00 : f64{{$}}
// CHECK-NEXT: %0 = arith.minnumf %arg0, %cst : f64{{$}}
// CHECK-NEXT: return %0 : f64{{$}}
func.func @f149(%x: f64) -> f64 {
  %c2 = arith.constant -1.0 : f64
  %r = arith.minnumf %x, %c2 : f64
  return %r : f64
}

// CHECK-LABEL: func.func @f150(
// CHECK-NEXT: %c1 = arith.constant 1 : index{{$}}
// CHECK-NEXT: %0 = arith.cmpi slt, %arg0, %c1 : index{{$}}
// CHECK-NEXT: return %0 : i1{{$}}
func.func @f150(%x: index) -> i1 {
  %c2 = arith.constant 1 : index
  %r = arith.cmpi slt, %x, %c2 : index
  return %r : i1
}


// CHECK-LABEL: func.func @empty_and_splat(
// CHECK-DAG: %[[I:.*]] = arith.constant dense<> : tensor<0xi32>
// CHECK-DAG: %[[F:.*]] = arith.constant dense<> : tensor<0xf32>
// CHECK: return %[[I]], %[[F]]
func.func @empty_and_splat() -> (tensor<0xi32>, tensor<0xf32>) {
  %a = arith.constant dense<> : tensor<0xi32>
  %b = arith.constant dense<5> : tensor<0xi32>
  %0 = arith.subi %a, %b : tensor<0xi32>
  %c = arith.constant dense<5.0> : tensor<0xf32>
  %d = arith.constant dense<> : tensor<0xf32>
  %1 = arith.subf %c, %d : tensor<0xf32>
  return %0, %1 : tensor<0xi32>, tensor<0xf32>
}

// There are no dense constants of i19.
// CHECK-LABEL: func.func @bitcast_i19(
// CHECK: arith.bitcast %{{.*}} : tensor<2xtf32> to tensor<2xi19>
func.func @bitcast_i19() -> tensor<2xi19> {
  %c = arith.constant dense<1.0> : tensor<2xtf32>
  %0 = arith.bitcast %c : tensor<2xtf32> to tensor<2xi19>
  return %0 : tensor<2xi19>
}

// In FNUZ formats, zero and NaN have no sign. f8E8M0FNU has no negative numbers.
// CHECK-LABEL: func.func @negate_f8(
// CHECK-DAG: %[[A:.*]] = arith.constant 0.000000e+00 : f8E4M3FNUZ
// CHECK-DAG: %[[B:.*]] = arith.constant 0x80 : f8E5M2FNUZ
// CHECK-DAG: %[[C:.*]] = arith.constant -1.000000e+00 : f8E4M3B11FNUZ
// CHECK-DAG: %[[D:.*]] = arith.constant -0.000000e+00 : f8E4M3FN
// CHECK: %[[E:.*]] = arith.negf %{{.*}} : f8E8M0FNU
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @negate_f8() -> (f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E4M3FN, f8E8M0FNU) {
  %a = arith.constant 0.0 : f8E4M3FNUZ
  %b = arith.constant 0x80 : f8E5M2FNUZ
  %c = arith.constant 1.0 : f8E4M3B11FNUZ
  %d = arith.constant 0.0 : f8E4M3FN
  %e = arith.constant 1.0 : f8E8M0FNU
  %0 = arith.negf %a : f8E4M3FNUZ
  %1 = arith.negf %b : f8E5M2FNUZ
  %2 = arith.negf %c : f8E4M3B11FNUZ
  %3 = arith.negf %d : f8E4M3FN
  %4 = arith.negf %e : f8E8M0FNU
  return %0, %1, %2, %3, %4 : f8E4M3FNUZ, f8E5M2FNUZ, f8E4M3B11FNUZ, f8E4M3FN, f8E8M0FNU
}

// The result has only the flags of both truncations.
// CHECK-LABEL: func.func @truncate_twice(
// CHECK-NEXT: %0 = arith.trunci %arg0 : i32 to i8{{$}}
// CHECK-NEXT: %1 = arith.trunci %arg0 overflow<nuw> : i32 to i8{{$}}
// CHECK-NEXT: return %0, %1
func.func @truncate_twice(%x: i32) -> (i8, i8) {
  %a = arith.trunci %x : i32 to i16
  %0 = arith.trunci %a overflow<nsw> : i16 to i8
  %b = arith.trunci %x overflow<nuw> : i32 to i16
  %1 = arith.trunci %b overflow<nsw, nuw> : i16 to i8
  return %0, %1 : i8, i8
}
