// After twenty errors, the parser reports only that there are more.
// RUN: not lathe-opt %s --split-input-file 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --split-input-file --diag-style=json 2>&1 | FileCheck %s --check-prefix=JSON

// CHECK-COUNT-20: error: custom op 'arith.no' is unknown
// CHECK:          [[#@LINE+24]]:3: note: stopped after 20 errors; there are more
// CHECK-NOT:      error: custom
// JSON-COUNT-20:  arith.no
// JSON-SAME:      stopped after 20 errors
func.func @unknown() {
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
  arith.no
}

// -----

// CHECK-COUNT-20: error: 'arith.addi' op requires one result
// CHECK:          note: stopped after 20 errors; there are more
// CHECK-NOT:      error: 'arith.addi'
func.func @invalid() {
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  "arith.addi"() : () -> ()
  return
}

// -----

// If there are exactly twenty errors, no message about further errors is printed.
// CHECK-COUNT-20: error: custom op 'arith.none' is unknown
// CHECK-NOT:      stopped
func.func @twenty() {
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  arith.none
  return
}
