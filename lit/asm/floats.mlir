// RUN: lathe-opt --allow-unregistered-dialect %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=CHECK %s

// Constants of every float type: rounding, signed zeros, infinities and NaNs.

"test.a"() {a = 0.1 : f16, b = 0.1 : bf16, c = 0.1 : tf32, d = 0.1 : f32, e = 0.1, f = 0.1 : f80, g = 0.1 : f128} : () -> ()
"test.a"() {a = 0.1 : f8E5M2, b = 0.1 : f8E4M3, c = 0.1 : f8E4M3FN, d = 0.1 : f8E5M2FNUZ, e = 0.1 : f8E4M3FNUZ, f = 0.1 : f8E4M3B11FNUZ} : () -> ()
"test.a"() {a = 0.1 : f8E3M4, b = 0.1 : f8E8M0FNU, c = 0.1 : f6E2M3FN, d = 0.1 : f6E3M2FN, e = 0.1 : f4E2M1FN} : () -> ()
"test.a"() {a = 1.0e6 : f8E5M2, b = 1.0e6 : f8E4M3FN, c = 1.0e6 : f8E4M3FNUZ, d = 1.0e6 : f8E8M0FNU, e = 1.0e6 : f6E2M3FN, f = -1.0e6 : f4E2M1FN} : () -> ()
"test.a"() {a = -0.0 : f8E5M2, b = -0.0 : f8E5M2FNUZ, c = -0.0 : f6E3M2FN, d = -0.0 : f4E2M1FN, e = -0.0, f = -0.0 : bf16} : () -> ()
"test.a"() {a = 0x7F : f8E5M2, b = 0x7F : f8E4M3FN, c = 0x80 : f8E4M3FNUZ, d = 0xFF : f8E8M0FNU, e = 0x1F : f6E2M3FN, f = 0xF : f4E2M1FN} : () -> ()
"test.a"() {a = 0x7E00 : f16, b = 0xFF80 : bf16, c = 0xFFC00001 : f32, d = 0x7FF0000000000001 : f64, e = 0x7FFF8000000000000000 : f80, f = 0x7FFF8000000000000000000000000000 : f128} : () -> ()
"test.a"() {a = 1.0e-400, b = 4.9406564584124654e-324, c = 1.7976931348623157E+308, d = 3.5e38 : f32, e = 65520.0 : f16, f = 5.9e-8 : f16, g = 16777217.0 : f32} : () -> ()
"test.a"() {a = dense<[0.1, -1.0e10, 3.0, 0x7F]> : tensor<4xf8E5M2>, b = dense<[0.1, 3.14, -6.0]> : tensor<3xf4E2M1FN>, c = dense<[0.1, 2.0]> : tensor<2xtf32>, d = dense<[0.1, 2.0]> : tensor<2xf80>, e = dense<[0x7F800000, 0xFFC00000, -0.0]> : tensor<3xf32>} : () -> ()
"test.a"() {a = 0x1 : f128, b = 0x3FFF1000000000000000000000000001 : f128, c = 0x3FFE8000000000000001 : f80, d = 0x3FFE8000000000000000 : f80} : () -> ()

// CHECK:module {
// CHECK-NEXT:  "test.a"() {a = 9.997550e-02 : f16, b = 1.000980e-01 : bf16, c = 9.997550e-02 : tf32, d = 1.000000e-01 : f32, e = 1.000000e-01 : f64, f = 0.100000000000000005551 : f80, g = 0.100000000000000005551115123125782702 : f128} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 9.375000e-02 : f8E5M2, b = 1.015630e-01 : f8E4M3, c = 1.015630e-01 : f8E4M3FN, d = 9.375000e-02 : f8E5M2FNUZ, e = 1.015630e-01 : f8E4M3FNUZ, f = 1.015630e-01 : f8E4M3B11FNUZ} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 9.375000e-02 : f8E3M4, b = 1.250000e-01 : f8E8M0FNU, c = 1.250000e-01 : f6E2M3FN, d = 1.250000e-01 : f6E3M2FN, e = 0.000000e+00 : f4E2M1FN} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 0x7C : f8E5M2, b = 0x7F : f8E4M3FN, c = 0x80 : f8E4M3FNUZ, d = 1.048580e+06 : f8E8M0FNU, e = 7.500000e+00 : f6E2M3FN, f = -6.000000e+00 : f4E2M1FN} : () -> ()
// CHECK-NEXT:  "test.a"() {a = -0.000000e+00 : f8E5M2, b = 0.000000e+00 : f8E5M2FNUZ, c = -0.000000e+00 : f6E3M2FN, d = -0.000000e+00 : f4E2M1FN, e = -0.000000e+00 : f64, f = -0.000000e+00 : bf16} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 0x7F : f8E5M2, b = 0x7F : f8E4M3FN, c = 0x80 : f8E4M3FNUZ, d = 0xFF : f8E8M0FNU, e = 7.500000e+00 : f6E2M3FN, f = -6.000000e+00 : f4E2M1FN} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 0x7E00 : f16, b = 0xFF80 : bf16, c = 0xFFC00001 : f32, d = 0x7FF0000000000001 : f64, e = 0x7FFF8000000000000000 : f80, f = 0x7FFF8000000000000000000000000000 : f128} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 0.000000e+00 : f64, b = 4.940660e-324 : f64, c = 1.7976931348623157E+308 : f64, d = 0x7F800000 : f32, e = 0x7C00 : f16, f = 5.960460e-08 : f16, g = 0x4B800000 : f32} : () -> ()
// CHECK-NEXT:  "test.a"() {a = dense<[9.375000e-02, 0xFC, 3.000000e+00, 0x7F]> : tensor<4xf8E5M2>, b = dense<[0.000000e+00, 3.000000e+00, -6.000000e+00]> : tensor<3xf4E2M1FN>, c = dense<[9.997550e-02, 2.000000e+00]> : tensor<2xtf32>, d = dense<[0.100000000000000005551, 2.000000e+00]> : tensor<2xf80>, e = dense<[0x7F800000, 0xFFC00000, -0.000000e+00]> : tensor<3xf32>} : () -> ()
// CHECK-NEXT:  "test.a"() {a = 0x1 : f128, b = 0x3FFF1000000000000000000000000001 : f128, c = 0x3FFE8000000000000001 : f80, d = 5.000000e-01 : f80} : () -> ()
// CHECK-NEXT:}
