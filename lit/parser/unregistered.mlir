// RUN: not lathe-opt %s --split-input-file 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --split-input-file --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=ALLOWED

// CHECK:      [[#@LINE+6]]:1: error: Dialect `acme' not found for custom op 'acme.foo'
// CHECK-NEXT: acme.foo
// CHECK-NEXT: ^
// CHECK-NEXT: [[#@LINE+3]]:1: note: Available dialects: affine, arith, {{.*}}, vector{{.*}} ; operations of other dialects must be written in generic form, "acme.foo"(…), with --allow-unregistered-dialect{{$}}
// ALLOWED:      error: Dialect `acme' not found for custom op 'acme.foo'
// ALLOWED:      note: Available dialects: {{.*}} ; operations of other dialects must be written in generic form, "acme.foo"(…){{$}}
acme.foo

// -----

// CHECK:       error: operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used
// ALLOWED-NOT: error
"acme.foo"() : () -> ()
