// All errors of a file are reported, not only the first.
// RUN: not lathe-opt %s 2>&1 | FileCheck %s

// CHECK: many-errors.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: use of undeclared SSA value name
func.func @a() -> i32 {
  return %x : i32
}
// CHECK: many-errors.mlir:[[#@LINE+2]]:{{[0-9]+}}: error: custom op 'arith.adi' is unknown
func.func @b(%a: i32) {
  %0 = arith.adi %a, %a : i32
  return
}
// CHECK-NOT: error
func.func @c() {
  return
}
