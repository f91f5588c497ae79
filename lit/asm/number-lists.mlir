// RUN: lathe-opt --allow-unregistered-dialect %s | FileCheck %s

// Lists of numbers: blanks at any position, the ends of ranges, hexadecimal numbers among
// decimal numbers, and nested lists.

// CHECK: a = dense<{{\[\[}}-2147483648, 2147483647, -1], [7, -8, 16]]> : tensor<2x3xi32>
// CHECK-SAME: b = dense<[9223372036854775807, -9223372036854775808, -1]> : tensor<3xi64>
// CHECK-SAME: c = dense<{{\[\[\[}}3], [4]]]> : tensor<1x2x1xi32>
// CHECK-SAME: d = dense<> : tensor<0xi32>
"test.rows"() {a = dense<[[-2147483648,2147483647 , -1], [  7,
  - 8, 0x10]]> : tensor<2x3xi32>, b = dense<[9223372036854775807, -9223372036854775808, -1]> : tensor<3xi64>, c = dense<[[[3],[4]]]> : tensor<1x2x1xi32>, d = dense<[]> : tensor<0xi32>} : () -> ()
