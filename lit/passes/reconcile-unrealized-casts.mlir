// RUN: lathe-opt %s --reconcile-unrealized-casts --allow-unregistered-dialect | FileCheck %s

// Casts that cancel each other are removed.

// CHECK-LABEL: func.func @unused(
// CHECK-NEXT: return %arg0 : i64
func.func @unused(%x: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to index
  return %x : i64
}

// CHECK-LABEL: func.func @chain(
// CHECK-NEXT: return %arg0 : i64
func.func @chain(%x: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to index
  %2 = builtin.unrealized_conversion_cast %1 : index to i64
  return %2 : i64
}

// CHECK-LABEL: func.func @stays(
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : i64 to i32
// CHECK-NEXT: return %arg0, %0 : i64, i32
func.func @stays(%x: i64) -> (i64, i32) {
  %0 = builtin.unrealized_conversion_cast %x : i64 to i32
  %1 = builtin.unrealized_conversion_cast %0 : i32 to i64
  return %1, %0 : i64, i32
}

// CHECK-LABEL: func.func @several(
// CHECK-NEXT: return %arg0, %arg1 : i64, i32
func.func @several(%x: i64, %y: i32) -> (i64, i32) {
  %0:2 = builtin.unrealized_conversion_cast %x, %y : i64, i32 to index, index
  %1:2 = builtin.unrealized_conversion_cast %0#0, %0#1 : index, index to i64, i32
  return %1#0, %1#1 : i64, i32
}

// CHECK-LABEL: func.func @crossed(
// CHECK-NEXT: %0:2 = builtin.unrealized_conversion_cast %arg0, %arg1 : i64, i64 to index, index
// CHECK-NEXT: %1:2 = builtin.unrealized_conversion_cast %0#1, %0#0 : index, index to i64, i64
// CHECK-NEXT: return %1#0, %1#1 : i64, i64
func.func @crossed(%x: i64, %y: i64) -> (i64, i64) {
  %0:2 = builtin.unrealized_conversion_cast %x, %y : i64, i64 to index, index
  %1:2 = builtin.unrealized_conversion_cast %0#1, %0#0 : index, index to i64, i64
  return %1#0, %1#1 : i64, i64
}

// In a graph region, casts can form a cycle. The casts of a cycle, and casts after a cycle, remain.
// CHECK-LABEL: module @cycles
// CHECK:         %[[SELF:.*]] = unrealized_conversion_cast %[[SELF]] : i32 to i32
// CHECK:         %[[AFTER:.*]] = unrealized_conversion_cast %[[A:.*]] : i16 to i8
// CHECK:         %[[A]] = unrealized_conversion_cast %[[B:.*]] : i32 to i16
// CHECK:         %[[B]] = unrealized_conversion_cast %[[A]] : i16 to i32
// CHECK:         "test.use"(%[[SELF]], %[[AFTER]])
module @cycles {
  %self = builtin.unrealized_conversion_cast %self : i32 to i32
  %after = builtin.unrealized_conversion_cast %a : i16 to i8
  %a = builtin.unrealized_conversion_cast %b : i32 to i16
  %b = builtin.unrealized_conversion_cast %a : i16 to i32
  "test.use"(%self, %after) : (i32, i8) -> ()
}
