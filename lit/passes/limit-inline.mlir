// RUN: not lathe-opt %s --inline=max-ops=1000 2>&1 | FileCheck %s
// RUN: lathe-opt %s --inline=max-ops=100000

// Each function calls the previous one twice.
// CHECK: error: inlining creates more than 1000 operations; --inline=max-ops=N of lathe-opt allows more
func.func private @f0(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
func.func private @f1(%a: i32) -> i32 {
  %0 = call @f0(%a) : (i32) -> i32
  %1 = call @f0(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f2(%a: i32) -> i32 {
  %0 = call @f1(%a) : (i32) -> i32
  %1 = call @f1(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f3(%a: i32) -> i32 {
  %0 = call @f2(%a) : (i32) -> i32
  %1 = call @f2(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f4(%a: i32) -> i32 {
  %0 = call @f3(%a) : (i32) -> i32
  %1 = call @f3(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f5(%a: i32) -> i32 {
  %0 = call @f4(%a) : (i32) -> i32
  %1 = call @f4(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f6(%a: i32) -> i32 {
  %0 = call @f5(%a) : (i32) -> i32
  %1 = call @f5(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f7(%a: i32) -> i32 {
  %0 = call @f6(%a) : (i32) -> i32
  %1 = call @f6(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f8(%a: i32) -> i32 {
  %0 = call @f7(%a) : (i32) -> i32
  %1 = call @f7(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f9(%a: i32) -> i32 {
  %0 = call @f8(%a) : (i32) -> i32
  %1 = call @f8(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f10(%a: i32) -> i32 {
  %0 = call @f9(%a) : (i32) -> i32
  %1 = call @f9(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @f11(%a: i32) -> i32 {
  %0 = call @f10(%a) : (i32) -> i32
  %1 = call @f10(%0) : (i32) -> i32
  return %1 : i32
}
func.func @main(%a: i32) -> i32 {
  %0 = call @f11(%a) : (i32) -> i32
  return %0 : i32
}
