// RUN: lathe-opt --allow-unregistered-dialect %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=CHECK %s
// RUN: lathe-opt --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=1 %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=HEX %s
// RUN: lathe-opt --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=1 %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=ELIDE %s

// Integers of every width, also as elements of constants.

"test.a"() : () -> (i01, i00, i16777215, si3, ui9)
"test.a"() {a = 127 : i7, b = -64 : i7, c = 0xFF : i8, d = -0x80 : i8, e = 255 : ui8, f = -128 : si8, g = 0 : i0, h = 18446744073709551615 : i64, i = 18446744073709551615 : ui64, j = -1 : index, k = -1 : i1} : () -> ()
"test.a"() {a = 340282366920938463463374607431768211455 : i128, b = -170141183460469231731687303715884105728 : i128, c = 99999999999999999999999999 : i200, d = 7 : i16777215} : () -> ()
"test.a"() {a = dense<[1, -2, 3]> : tensor<3xi7>, b = dense<-4> : vector<4xi3>, c = dense<[1, 2]> : tensor<2xi128>, d = dense<[1, 255]> : vector<2xui9>, e = dense<[100000, 3]> : tensor<2xi24>, f = dense<18446744073709551616> : tensor<i65>, g = dense<[]> : tensor<0xi9>} : () -> ()
"test.a"() {a = dense<"0x01007F"> : tensor<3xi7>, b = dense<"0xFF"> : tensor<3xi7>, c = dense<"0x01000200"> : tensor<2xi9>, d = dense<"0x05"> : tensor<3xi1>, e = dense<"0xFF"> : tensor<12xi1>, f = dense<"0x0102"> : tensor<12xi1>} : () -> ()
"test.a"() {a = dense<[(1, -2), (3, 4)]> : tensor<2xcomplex<i32>>, b = dense<(true, false)> : tensor<2xcomplex<i1>>, c = dense<[(1.0, 2.0), (0x7E00, 4.0)]> : tensor<2xcomplex<f16>>, d = dense<"0x0102"> : tensor<complex<i8>>} : () -> ()
"test.a"() {a = sparse<[0, 2], [1.0, 2.0]> : tensor<4xf32>, b = sparse<[[0], [2]], [1, 2]> : tensor<4xi3>, c = sparse<[[0, 1]], [(1, 2)]> : tensor<2x2xcomplex<i7>>, d = sparse<> : tensor<2xi8>} : () -> ()

// CHECK:module {
// CHECK-NEXT:  %0:5 = "test.a"() : () -> (i1, i0, i16777215, si3, ui9)
// CHECK-NEXT:  "test.a"() {a = -1 : i7, b = -64 : i7, c = -1 : i8, d = -128 : i8, e = 255 : ui8, f = -128 : si8, g = 0 : i0, h = -1 : i64, i = 18446744073709551615 : ui64, j = -1 : index, k = true} : () -> ()
// CHECK-NEXT:  "test.a"() {a = -1 : i128, b = -170141183460469231731687303715884105728 : i128, c = 99999999999999999999999999 : i200, d = 7 : i16777215} : () -> ()
// CHECK-NEXT:  "test.a"() {a = dense<[1, -2, 3]> : tensor<3xi7>, b = dense<-4> : vector<4xi3>, c = dense<[1, 2]> : tensor<2xi128>, d = dense<[1, 255]> : vector<2xui9>, e = dense<[100000, 3]> : tensor<2xi24>, f = dense<-18446744073709551616> : tensor<i65>, g = dense<> : tensor<0xi9>} : () -> ()
// CHECK-NEXT:  "test.a"() {a = dense<[1, 0, -1]> : tensor<3xi7>, b = dense<-1> : tensor<3xi7>, c = dense<[1, 2]> : tensor<2xi9>, d = dense<[true, false, true]> : tensor<3xi1>, e = dense<true> : tensor<12xi1>, f = dense<[true, false, false, false, false, false, false, false, false, true, false, false]> : tensor<12xi1>} : () -> ()
// CHECK-NEXT:  "test.a"() {a = dense<[(1,-2), (3,4)]> : tensor<2xcomplex<i32>>, b = dense<(true,false)> : tensor<2xcomplex<i1>>, c = dense<[(1.000000e+00,2.000000e+00), (0x7E00,4.000000e+00)]> : tensor<2xcomplex<f16>>, d = dense<(1,2)> : tensor<complex<i8>>} : () -> ()
// CHECK-NEXT:  "test.a"() {a = sparse<[0, 2], [1.000000e+00, 2.000000e+00]> : tensor<4xf32>, b = sparse<{{\[\[}}0], [2]], [1, 2]> : tensor<4xi3>, c = sparse<{{\[\[}}0, 1]], (1,2)> : tensor<2x2xcomplex<i7>>, d = sparse<> : tensor<2xi8>} : () -> ()
// CHECK-NEXT:}

// HEX:module {
// HEX-NEXT:  %0:5 = "test.a"() : () -> (i1, i0, i16777215, si3, ui9)
// HEX-NEXT:  "test.a"() {a = -1 : i7, b = -64 : i7, c = -1 : i8, d = -128 : i8, e = 255 : ui8, f = -128 : si8, g = 0 : i0, h = -1 : i64, i = 18446744073709551615 : ui64, j = -1 : index, k = true} : () -> ()
// HEX-NEXT:  "test.a"() {a = -1 : i128, b = -170141183460469231731687303715884105728 : i128, c = 99999999999999999999999999 : i200, d = 7 : i16777215} : () -> ()
// HEX-NEXT:  "test.a"() {a = dense<"0x017E03"> : tensor<3xi7>, b = dense<-4> : vector<4xi3>, c = dense<"0x0100000000000000000000000000000002000000000000000000000000000000"> : tensor<2xi128>, d = dense<"0x0100FF00"> : vector<2xui9>, e = dense<"0xA08601030000"> : tensor<2xi24>, f = dense<-18446744073709551616> : tensor<i65>, g = dense<> : tensor<0xi9>} : () -> ()
// HEX-NEXT:  "test.a"() {a = dense<"0x01007F"> : tensor<3xi7>, b = dense<-1> : tensor<3xi7>, c = dense<"0x01000200"> : tensor<2xi9>, d = dense<"0x05"> : tensor<3xi1>, e = dense<true> : tensor<12xi1>, f = dense<"0x0102"> : tensor<12xi1>} : () -> ()
// HEX-NEXT:  "test.a"() {a = dense<"0x01000000FEFFFFFF0300000004000000"> : tensor<2xcomplex<i32>>, b = dense<(true,false)> : tensor<2xcomplex<i1>>, c = dense<"0x003C0040007E0044"> : tensor<2xcomplex<f16>>, d = dense<(1,2)> : tensor<complex<i8>>} : () -> ()
// HEX-NEXT:  "test.a"() {a = sparse<[0, 2], "0x0000803F00000040"> : tensor<4xf32>, b = sparse<{{\[\[}}0], [2]], "0x0102"> : tensor<4xi3>, c = sparse<{{\[\[}}0, 1]], (1,2)> : tensor<2x2xcomplex<i7>>, d = sparse<> : tensor<2xi8>} : () -> ()
// HEX-NEXT:}

// ELIDE:module {
// ELIDE-NEXT:  %0:5 = "test.a"() : () -> (i1, i0, i16777215, si3, ui9)
// ELIDE-NEXT:  "test.a"() {a = -1 : i7, b = -64 : i7, c = -1 : i8, d = -128 : i8, e = 255 : ui8, f = -128 : si8, g = 0 : i0, h = -1 : i64, i = 18446744073709551615 : ui64, j = -1 : index, k = true} : () -> ()
// ELIDE-NEXT:  "test.a"() {a = -1 : i128, b = -170141183460469231731687303715884105728 : i128, c = 99999999999999999999999999 : i200, d = 7 : i16777215} : () -> ()
// ELIDE-NEXT:  "test.a"() {a = dense_resource<__elided__> : tensor<3xi7>, b = dense<-4> : vector<4xi3>, c = dense_resource<__elided__> : tensor<2xi128>, d = dense_resource<__elided__> : vector<2xui9>, e = dense_resource<__elided__> : tensor<2xi24>, f = dense<-18446744073709551616> : tensor<i65>, g = dense<> : tensor<0xi9>} : () -> ()
// ELIDE-NEXT:  "test.a"() {a = dense_resource<__elided__> : tensor<3xi7>, b = dense<-1> : tensor<3xi7>, c = dense_resource<__elided__> : tensor<2xi9>, d = dense_resource<__elided__> : tensor<3xi1>, e = dense<true> : tensor<12xi1>, f = dense_resource<__elided__> : tensor<12xi1>} : () -> ()
// ELIDE-NEXT:  "test.a"() {a = dense_resource<__elided__> : tensor<2xcomplex<i32>>, b = dense<(true,false)> : tensor<2xcomplex<i1>>, c = dense_resource<__elided__> : tensor<2xcomplex<f16>>, d = dense<(1,2)> : tensor<complex<i8>>} : () -> ()
// ELIDE-NEXT:  "test.a"() {a = dense_resource<__elided__> : tensor<4xf32>, b = dense_resource<__elided__> : tensor<4xi3>, c = dense_resource<__elided__> : tensor<2x2xcomplex<i7>>, d = sparse<> : tensor<2xi8>} : () -> ()
// ELIDE-NEXT:}
