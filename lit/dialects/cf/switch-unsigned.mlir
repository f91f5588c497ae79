// RUN: lathe-opt %s --verify-roundtrip | FileCheck %s

// Cases are printed and parsed as unsigned numbers.

// CHECK: 18446744073709551615: ^bb1
// CHECK: 4294967289: ^bb2
func.func @negative(%x: i64, %y: i32) {
  cf.switch %x : i64, [ default: ^bb1, -1: ^bb1 ]
^bb1:
  cf.switch %y : i32, [ default: ^bb2, -7: ^bb2 ]
^bb2:
  return
}
