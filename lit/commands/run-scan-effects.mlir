// RUN: not lathe run --no-cache --backend=ref %s 2>&1 | FileCheck %s

// A body with effects runs for each index, although no result has elements.

// CHECK: 'check.expect_eq_const' op expected values to be equal, but element 0 is 2 instead of 1
func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  chlo.scan(%x) inits() dimension=0 {
  ^bb0(%a: tensor<i32>):
    check.expect_eq_const %a, dense<1> : tensor<i32>
    stablehlo.return
  } : (tensor<2xi32>) -> ()
  return
}
