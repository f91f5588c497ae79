// RUN: lathe-opt %s --dce --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --dce --allow-unregistered-dialect --decisions=- -o %t 2>&1 | FileCheck %s --check-prefix=LOG

// CHECK-LABEL: func.func @chain
// CHECK-NEXT:    "t.op"()
// CHECK-NEXT:    return
// LOG:      erase dce #4
// LOG-NEXT: {{.*}}erase dce #3
func.func @chain(%a: i32) {
  %0 = "t.op"() : () -> i32
  %1 = arith.addi %a, %0 : i32
  %2 = arith.muli %1, %a : i32
  return
}

// CHECK-LABEL: func.func @inside
// CHECK:         scf.for
// CHECK-NEXT:      "t.op"()
// CHECK-NEXT:    }
func.func @inside(%n: index, %a: i32) {
  scf.for %i = %n to %n step %n {
    "t.op"() : () -> ()
    %1 = arith.addi %a, %a : i32
  }
  return
}
