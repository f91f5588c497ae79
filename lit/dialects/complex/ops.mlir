// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @unary(
// CHECK-SAME:    %[[A:.*]]: complex<f32>)
func.func @unary(%a: complex<f32>) {
  // CHECK-NEXT: %[[ABS:.*]] = complex.abs %[[A]] : complex<f32>
  // GENERIC: "complex.abs"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
  %0 = complex.abs %a : complex<f32>
  // CHECK-NEXT: complex.angle %[[A]] fastmath<nnan> {mark} : complex<f32>
  %1 = complex.angle %a fastmath<nnan> {mark} : complex<f32>
  // CHECK-NEXT: complex.conj
  %2 = complex.conj %a : complex<f32>
  // CHECK-NEXT: complex.cos
  %3 = complex.cos %a : complex<f32>
  // CHECK-NEXT: complex.exp %
  %4 = complex.exp %a : complex<f32>
  // CHECK-NEXT: complex.expm1
  %5 = complex.expm1 %a : complex<f32>
  // CHECK-NEXT: complex.im
  // GENERIC: "complex.im"(%{{.*}}) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
  %6 = complex.im %a : complex<f32>
  // CHECK-NEXT: complex.log %
  %7 = complex.log %a : complex<f32>
  // CHECK-NEXT: complex.log1p
  %8 = complex.log1p %a : complex<f32>
  // CHECK-NEXT: complex.neg
  %9 = complex.neg %a : complex<f32>
  // CHECK-NEXT: complex.re %
  %10 = complex.re %a : complex<f32>
  // CHECK-NEXT: complex.rsqrt
  %11 = complex.rsqrt %a : complex<f32>
  // CHECK-NEXT: complex.sign
  %12 = complex.sign %a : complex<f32>
  // CHECK-NEXT: complex.sin
  %13 = complex.sin %a : complex<f32>
  // CHECK-NEXT: complex.sqrt
  %14 = complex.sqrt %a : complex<f32>
  // CHECK-NEXT: complex.tan %
  %15 = complex.tan %a : complex<f32>
  // CHECK-NEXT: complex.tanh
  %16 = complex.tanh %a : complex<f32>
  return
}

// CHECK-LABEL: func.func @binary(
// CHECK-SAME:    %[[A:.*]]: complex<f64>, %[[B:.*]]: complex<f64>, %[[N:.*]]: i32)
func.func @binary(%a: complex<f64>, %b: complex<f64>, %n: i32) {
  // CHECK-NEXT: complex.add %[[A]], %[[B]] : complex<f64>
  %0 = complex.add %a, %b : complex<f64>
  // CHECK-NEXT: complex.sub %[[A]], %[[B]] fastmath<fast> : complex<f64>
  %1 = complex.sub %a, %b fastmath<fast> : complex<f64>
  // CHECK-NEXT: complex.mul %[[A]], %[[B]] fastmath<nnan,contract> : complex<f64>
  %2 = complex.mul %a, %b fastmath<nnan,contract> : complex<f64>
  // CHECK-NEXT: complex.div %[[A]], %[[B]] : complex<f64>
  %3 = complex.div %a, %b fastmath<none> : complex<f64>
  // CHECK-NEXT: complex.atan2
  %4 = complex.atan2 %a, %b : complex<f64>
  // CHECK-NEXT: complex.pow %
  %5 = complex.pow %a, %b : complex<f64>
  // CHECK-NEXT: complex.powi %[[A]], %[[N]] : complex<f64>, i32
  // GENERIC: "complex.powi"(%{{.*}}, %{{.*}}) : (complex<f64>, i32) -> complex<f64>
  %6 = complex.powi %a, %n : complex<f64>, i32
  // CHECK-NEXT: complex.powi %[[A]], %[[N]] fastmath<none> : complex<f64>, i32
  %7 = complex.powi %a, %n fastmath<none> : complex<f64>, i32
  // CHECK-NEXT: complex.eq %[[A]], %[[B]] : complex<f64>
  %8 = complex.eq %a, %b : complex<f64>
  // CHECK-NEXT: complex.neq %[[A]], %[[B]] {mark} : complex<f64>
  %9 = complex.neq %a, %b {mark} : complex<f64>
  return
}

// CHECK-LABEL: func.func @make(
func.func @make(%f: f32, %d: f64) {
  // CHECK-NEXT: %[[C:.*]] = complex.create %{{.*}}, %{{.*}} : complex<f32>
  %0 = complex.create %f, %f : complex<f32>
  // CHECK-NEXT: complex.bitcast %[[C]] : complex<f32> to i64
  %1 = complex.bitcast %0 : complex<f32> to i64
  // CHECK-NEXT: complex.bitcast %{{.*}} : f64 to complex<f32>
  %2 = complex.bitcast %d : f64 to complex<f32>
  // CHECK-NEXT: %cst = complex.constant [1.000000e-01, -1.000000e+00] : complex<f64>
  %3 = complex.constant [0.1, -1.0] : complex<f64>
  // CHECK-NEXT: %cst_0 = complex.constant [1 : i32, 2 : i32] {mark} : complex<i32>
  %4 = complex.constant [1 : i32, 2 : i32] {mark} : complex<i32>
  return
}

// CHECK-LABEL: func.func private @number()
// CHECK-SAME:    a = #complex.number<:bf16 -1.101560e+00, 2.203130e+00> : complex<bf16>
// CHECK-SAME:    b = #complex.number<:f64 1.000000e+00, 2.000000e+00> : complex<f64>
func.func private @number() attributes {a = #complex.number<:bf16 -1.1, 2.2>, b = #complex.number<:f64 1.0, 2.0> : complex<f64>}
