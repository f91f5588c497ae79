// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// An expanded scalar has strides of 1.

func.func @g(%m: memref<f32, strided<[], offset: ?>>) {
// expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<1x1xf32, strided<[1, 1], offset: ?>>' but found 'memref<1x1xf32, strided<[0, 0], offset: ?>>'}}
  %e = memref.expand_shape %m [] output_shape [1,1] : memref<f32, strided<[], offset: ?>> into memref<1x1xf32, strided<[0,0], offset: ?>>
  return
}

// -----

func.func @g(%m: memref<f32, strided<[], offset: ?>>) {
// expected-error@+1 {{'memref.expand_shape' op expected expanded type to be 'memref<1xf32, strided<[1], offset: ?>>' but found 'memref<1xf32, strided<[7], offset: ?>>'}}
  %e = memref.expand_shape %m [] output_shape [1] : memref<f32, strided<[], offset: ?>> into memref<1xf32, strided<[7], offset: ?>>
  return
}

// -----

func.func @g(%m: memref<f32, strided<[], offset: 5>>) {
  %e = memref.expand_shape %m [] output_shape [1,1] : memref<f32, strided<[], offset: 5>> into memref<1x1xf32, strided<[1,1], offset: 5>>
  return
}

// -----

func.func @g(%m: memref<f32, strided<[], offset: 5>>) {
  %e = memref.collapse_shape %m [] : memref<f32, strided<[], offset: 5>> into memref<f32, strided<[], offset: 5>>
  return
}

// -----

func.func @g(%m: memref<1x1xf32, strided<[?,?], offset: ?>>) {
  %e = memref.collapse_shape %m [] : memref<1x1xf32, strided<[?,?], offset: ?>> into memref<f32, strided<[], offset: ?>>
  return
}

// -----

func.func @g(%m: memref<f32, strided<[], offset: ?>>) {
  %e = memref.expand_shape %m [] output_shape [1,1] : memref<f32, strided<[], offset: ?>> into memref<1x1xf32, strided<[1,1], offset: ?>>
  return
}

// -----

// A dimension that results from an empty group has extent 1 and stride 1.

func.func @g(%m: memref<2x2xf32, strided<[2, 1]>>) {
  // expected-error@+1 {{'memref.collapse_shape' op expected collapsed type to be 'memref<1x4xf32, strided<[1, 1]>>' but found 'memref<1x4xf32, strided<[4, 1]>>'}}
  %e = memref.collapse_shape %m [[], [0, 1]] : memref<2x2xf32, strided<[2, 1]>> into memref<1x4xf32, strided<[4, 1]>>
  return
}
