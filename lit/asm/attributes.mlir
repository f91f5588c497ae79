// RUN: lathe-opt --allow-unregistered-dialect %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=CHECK %s

// Strings, symbols, dictionaries, layouts and distinct attributes.

"test.a"() {a = "tab\09 nl\0A q\22 bs\5C uni é 漢 nul\00 \FF", b = "\n\t\"\\", "quoted attr" = 1, ok.name$1 = 3, "1abc" = 5, s = @"sym name"::@b::@"é", t = @abc$._1} : () -> ()
"test.a"() {a = distinct[0]<42 : i32>, b = distinct[1]<42 : i32>, c = distinct[0]<42 : i32>, d = distinct[2]<>, e = distinct[7]<"a">} : () -> ()
"test.a"() {a = strided<[1, 2], offset: ?>, b = strided<[?, 1]>, c = strided<[]>, d = strided<[-1], offset: -5>, e = strided<[1], offset: 0>} : () -> ()
"test.a"() {a = array<i32: 1, -2>, b = array<i8>, c = array<i1: true, false>, d = array<f64: 0x7FF8000000000000>, e = array<ui8: 255>, f = array<bf16: 1.0>} : () -> ()
"test.a"() {u, v = unit, w = [], x = {}, y = [unit, 1, "a", [1.0], {a, b = 2}], z = {z = 1, a = 2, "b c" = 3}, t = "x" : i32} : () -> ()
"test.a"() {a = #foo.bar, b = #foo.bar<1, "x", [2]>, c = #foo<bar baz>, d = #foo<"a>b">, e = #foo<x> : tensor<2xi8>} : () -> (!foo.bar<1, [a -> b]>, !foo<bar baz>, !foo.a<b.c<d>>)
"test.a"() <{p = 1, q = "s"}> {r = 2} : () -> ()
"test.a"() <[1, 2]> {a} : () -> ()

// CHECK:#distinct = distinct[0]<42 : i32>
// CHECK-NEXT:#distinct1 = distinct[1]<42 : i32>
// CHECK-NEXT:#distinct2 = distinct[2]<"a">
// CHECK-NEXT:module {
// CHECK-NEXT:  "test.a"() {"1abc" = 5 : i64, a = "tab\09 nl\0A q\22 bs\\ uni \C3\A9 \E6\BC\A2 nul\00 \FF", b = "\0A\09\22\\", ok.name$1 = 3 : i64, "quoted attr" = 1 : i64, s = @"sym name"::@b::@"\C3\A9", t = @abc$._1} : () -> ()
// CHECK-NEXT:  "test.a"() {a = #distinct, b = #distinct1, c = #distinct, d = distinct[3]<>, e = #distinct2} : () -> ()
// CHECK-NEXT:  "test.a"() {a = strided<[1, 2], offset: ?>, b = strided<[?, 1]>, c = strided<[]>, d = strided<[-1], offset: -5>, e = strided<[1]>} : () -> ()
// CHECK-NEXT:  "test.a"() {a = array<i32: 1, -2>, b = array<i8>, c = array<i1: true, false>, d = array<f64: 0x7FF8000000000000>, e = array<ui8: 255>, f = array<bf16: 1.000000e+00>} : () -> ()
// CHECK-NEXT:  "test.a"() {t = "x" : i32, u, v, w = [], x = {}, y = [unit, 1, "a", [1.000000e+00], {a, b = 2 : i64}], z = {a = 2 : i64, "b c" = 3 : i64, z = 1 : i64}} : () -> ()
// CHECK-NEXT:  %0:3 = "test.a"() {a = #foo.bar, b = #foo.bar<1, "x", [2]>, c = #foo<bar baz>, d = #foo<"a>b">, e = #foo.x : tensor<2xi8>} : () -> (!foo.bar<1, [a -> b]>, !foo<bar baz>, !foo.a<b.c<d>>)
// CHECK-NEXT:  "test.a"() <{p = 1 : i64, q = "s"}> {r = 2 : i64} : () -> ()
// CHECK-NEXT:  "test.a"() <[1, 2]> {a} : () -> ()
// CHECK-NEXT:}
