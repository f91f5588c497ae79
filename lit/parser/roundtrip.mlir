// RUN: lathe-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-DAG: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #set = affine_set<(d0) : (d0 - 1 >= 0)>
#swap = affine_map<(i, j) -> (j, i)>
#some = affine_set<(d0) : (d0 - 1 >= 0)>
!pair = tuple<i32, f32>

// CHECK-LABEL: func.func @operations(%arg0: i32)
// GENERIC:     "func.func"() <{function_type = (i32) -> (), sym_name = "operations"}> ({
// GENERIC-NEXT: ^bb0(%arg{{[0-9]+}}: i32):
func.func @operations(%a: i32) {
  // CHECK-NEXT: %0:3 = "t.three"(%arg0, %arg0) : (i32, i32) -> (i32, tuple<i32, f32>, index)
  %r:2, %s = "t.three"(%a, %a) : (i32, i32) -> (i32, !pair, index)
  // CHECK-NEXT: "t.none"() : () -> ()
  "t.none"() : () -> ()
  // CHECK-NEXT: "t.use"(%0#1, %0#2) : (tuple<i32, f32>, index) -> ()
  "t.use"(%r#1, %s) : (!pair, index) -> ()
  // CHECK-NEXT: "t.props"() <{a = 1 : i32}> {b = "two"} : () -> ()
  "t.props"() <{a = 1 : i32}> {b = "two"} : () -> ()
  // CHECK-NEXT: return
  return
}

// CHECK-LABEL: func.func @regions
func.func @regions(%a: i32) {
  // CHECK-NEXT: "t.regions"() ({
  // CHECK-NEXT:   "t.inner"() : () -> ()
  // CHECK-NEXT: }, {
  // CHECK-NEXT: ^bb0(%arg1: i32, %arg2: f32):
  // CHECK-NEXT:   "t.use"(%arg1, %arg0) : (i32, i32) -> ()
  // CHECK-NEXT: }, {
  // CHECK-NEXT: }) : () -> ()
  "t.regions"() ({
    "t.inner"() : () -> ()
  }, {
  ^any(%x: i32, %y: f32):
    "t.use"(%x, %a) : (i32, i32) -> ()
  }, {
  }) : () -> ()
  return
}

// CHECK-LABEL: func.func @blocks
func.func @blocks(%c: i1) -> i32 {
  // CHECK-NEXT:   %0 = "t.a"() : () -> i32
  // CHECK-NEXT:   "t.br"(%0)[^bb2] : (i32) -> ()
  // CHECK-NEXT: ^bb1(%1: i32):  // 2 preds: ^bb2, ^bb2
  // CHECK-NEXT:   return %1 : i32
  // CHECK-NEXT: ^bb2:  // pred: ^bb0
  // CHECK-NEXT:   "t.switch"(%arg0)[^bb1, ^bb1] : (i1) -> ()
  %0 = "t.a"() : () -> i32
  "t.br"(%0)[^last] : (i32) -> ()
^end(%r: i32):
  return %r : i32
^last:
  "t.switch"(%c)[^end, ^end] : (i1) -> ()
}

// CHECK-LABEL: func.func private @attributes()
// CHECK-SAME: array = [1, 2.000000e+00 : f32, "s", @a::@b]
// CHECK-SAME: dict = {x = 1 : i8, y}
// CHECK-SAME: floats = [1.000000e+00, 0x7F800000 : f32, 0x7FF8000000000000 : f64, -0.000000e+00 : bf16]
// CHECK-SAME: ints = [true, -1 : si8, 255 : ui8, 340282366920938463463374607431768211455 : ui128, 0 : index]
// CHECK-SAME: map = #map, set = #set, strings = ["a\22b\0A\C3\A4", ""]
// CHECK-SAME: types = [i32, !t.opaque<"x", [1]>, vector<4x[8]xf16>, memref<?x4xf32, strided<[?, 1], offset: 3>>, tensor<*xi1>, (i32) -> (f32, none), complex<f64>]
// CHECK-SAME: unit
func.func private @attributes() attributes {
  array = [1, 2.0 : f32, "s", @a::@b],
  dict = {y = unit, x = 1 : i8},
  floats = [1.0, 0x7F800000 : f32, 0x7FF8000000000000 : f64, -0.0 : bf16],
  ints = [true, -1 : si8, 255 : ui8, 340282366920938463463374607431768211455 : ui128, 0 : index],
  map = #swap, set = #some, strings = ["a\"b\nä", ""],
  types = [i32, !t.opaque<"x", [1]>, vector<4x[8]xf16>, memref<?x4xf32, strided<[?, 1], offset: 3>>, tensor<*xi1>, (i32) -> (f32, none), complex<f64>],
  unit
}
