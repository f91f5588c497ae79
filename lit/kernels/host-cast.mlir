// RUN: lathe-opt %s --kernel-verify --split-input-file --verify-diagnostics

// A buffer of i1 must have bytes 0 and 1, so it cannot store bytes of any value.
func.func @main(%a: memref<4xi8>, %o: memref<4xi1>) attributes {kernel.host, kernel.results = 1 : i64} {
  %t = builtin.unrealized_conversion_cast %a : memref<4xi8> to tensor<4xi8>
  %r = stablehlo.optimization_barrier %t : tensor<4xi8>
  // expected-error@+1 {{must cast between a tensor and the buffer that stores it, but casts 'tensor<4xi8>' to 'memref<4xi1>'}}
  %c = builtin.unrealized_conversion_cast %r : tensor<4xi8> to memref<4xi1>
  memref.copy %c, %o : memref<4xi1> to memref<4xi1>
  return
}

// -----

// Complex numbers, and integers and floats of few bits, have buffers of other types.
func.func @main(%a: memref<4x2xf32>, %b: memref<4xi8>, %o: memref<4x2xf32>, %p: memref<4xi8>) attributes {kernel.host, kernel.results = 2 : i64} {
  %s = builtin.unrealized_conversion_cast %a : memref<4x2xf32> to tensor<4xcomplex<f32>>
  %t = builtin.unrealized_conversion_cast %b : memref<4xi8> to tensor<4xf8E4M3FN>
  %r:2 = "stablehlo.optimization_barrier"(%s, %t) : (tensor<4xcomplex<f32>>, tensor<4xf8E4M3FN>) -> (tensor<4xcomplex<f32>>, tensor<4xf8E4M3FN>)
  %c = builtin.unrealized_conversion_cast %r#0 : tensor<4xcomplex<f32>> to memref<4x2xf32>
  memref.copy %c, %o : memref<4x2xf32> to memref<4x2xf32>
  %d = builtin.unrealized_conversion_cast %r#1 : tensor<4xf8E4M3FN> to memref<4xi8>
  memref.copy %d, %p : memref<4xi8> to memref<4xi8>
  return
}
