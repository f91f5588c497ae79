// RUN: lathe-opt %s --kernel-verify --split-input-file --verify-diagnostics

// A loop whose condition is an element of a buffer, and an operation of the host.
func.func @main(%c: memref<i1>, %x: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %i = arith.constant 0 : index
  scf.while : () -> () {
    %p = memref.load %c[] : memref<i1>
    scf.condition(%p)
  } do {
    memref.copy %x, %o : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  %t = builtin.unrealized_conversion_cast %o : memref<4xf32> to tensor<4xf32>
  check.expect_eq %t, %t : tensor<4xf32>
  return
}

// -----

func.func @main(%c: memref<i1>, %x: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  scf.while : () -> () {
    %p = memref.load %c[] : memref<i1>
    memref.copy %x, %o : memref<4xf32> to memref<4xf32>
    // expected-error@+1 {{must depend on an element that 'memref.load' reads directly before it}}
    scf.condition(%p)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @main(%c: memref<2xi1>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %i = arith.constant 0 : index
  // expected-error@+1 {{must read a buffer of one element}}
  %p = memref.load %c[%i] : memref<2xi1>
  scf.if %p {
  }
  return
}

// -----

func.func @main(%c: memref<i32>, %x: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %p = memref.load %c[] : memref<i32>
  %i = arith.index_cast %p : i32 to index
  // expected-error@+1 {{must have the cases 0, 1, 2, …}}
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  default {
  }
  // expected-error@+1 {{must cast between a tensor and the buffer that stores it, but casts 'memref<4xf32>' to 'tensor<8xf32>'}}
  %t = builtin.unrealized_conversion_cast %o : memref<4xf32> to tensor<8xf32>
  return
}

// -----

// A buffer of one element has only the index 0.
func.func @main(%c: memref<1xi1>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %i = arith.constant 100 : index
  // expected-error@+1 {{must read the element at the constant index 0}}
  %p = memref.load %c[%i] : memref<1xi1>
  scf.if %p {
  }
  return
}

// -----

func.func @main(%c: memref<1xi1>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %i = arith.constant -9223372036854775808 : index
  // expected-error@+1 {{must read the element at the constant index 0}}
  %p = memref.load %c[%i] : memref<1xi1>
  scf.if %p {
  }
  return
}

// -----

func.func @main(%c: memref<1xi1>, %x: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  %i = arith.constant 0 : index
  %p = memref.load %c[%i] : memref<1xi1>
  scf.if %p {
    memref.copy %x, %o : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

// A cast of no value.
func.func @main(%o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
  // expected-error@+1 {{must cast one value}}
  %t = builtin.unrealized_conversion_cast to tensor<4xf32>
  // expected-error@+1 {{is not part of host functions in kernel form}}
  check.expect_eq %t, %t : tensor<4xf32>
  return
}

// -----

// A result of an operation of the host has one destination.
func.func @main(%x: memref<4xf32>, %o: memref<4xf32>, %p: memref<4xf32>) attributes {kernel.host, kernel.results = 2 : i64} {
  %t = builtin.unrealized_conversion_cast %x : memref<4xf32> to tensor<4xf32>
  %r = interpreter.probe %t, probe_id = "p" : tensor<4xf32>
  %b = builtin.unrealized_conversion_cast %r : tensor<4xf32> to memref<4xf32>
  memref.copy %b, %o : memref<4xf32> to memref<4xf32>
  %c = builtin.unrealized_conversion_cast %r : tensor<4xf32> to memref<4xf32>
  // expected-error@+1 {{copies a result that was copied already}}
  memref.copy %c, %p : memref<4xf32> to memref<4xf32>
  return
}
