// RUN: lathe-opt %s --allow-unregistered-dialect --canonicalize | FileCheck %s
// Casts can form cycles in graph regions. No value replaces itself.

// CHECK: %[[A:.*]] = {{.*}}unrealized_conversion_cast %[[A]] : i32 to i32
// CHECK: "test.use"(%[[A]]
module attributes {sym_name = "cycles"} {
  %0 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> i32
  %1 = "builtin.unrealized_conversion_cast"(%2) : (i16) -> i8
  %2 = "builtin.unrealized_conversion_cast"(%3) : (i32) -> i16
  %3 = "builtin.unrealized_conversion_cast"(%2) : (i16) -> i32
  "test.use"(%0, %1) : (i32, i8) -> ()
}
