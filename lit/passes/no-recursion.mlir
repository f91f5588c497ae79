// RUN: lathe-opt %s --no-recursion --split-input-file --verify-diagnostics

func.func @direct(%x: i32) -> i32 {
  // expected-error@+1 {{'func.call' op is recursive: @direct calls itself (@direct → @direct)}}
  %0 = func.call @direct(%x) : (i32) -> i32
  return %0 : i32
}

// -----

// Calls without a cycle; one function is called twice.
func.func @main(%x: i32) -> i32 {
  %0 = func.call @a(%x) : (i32) -> i32
  %1 = func.call @b(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @a(%x: i32) -> i32 {
  %0 = func.call @b(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @b(%x: i32) -> i32 {
  return %x : i32
}

// -----

func.func @start(%x: i32) -> i32 {
  %0 = func.call @f(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @f(%x: i32) -> i32 {
  %0 = func.call @g(%x) : (i32) -> i32
  return %0 : i32
}
func.func private @g(%x: i32) -> i32 {
  // expected-error@+1 {{'func.call' op is recursive: @f calls itself (@f → @g → @f)}}
  %0 = func.call @f(%x) : (i32) -> i32
  return %0 : i32
}
