// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// An expansion keeps the element type and has a value for each dynamic extent.

func.func @f(%m: memref<12xf32>, %i: index) {
// expected-error@+1 {{'memref.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 0 dynamic dims while output_shape has 1 values}}
  %r = "memref.expand_shape"(%m, %i) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3, 4>}> : (memref<12xf32>, index) -> memref<3x4xf32>
  return
}

// -----

func.func @f(%t: tensor<12xf32>) {
// expected-error@+1 {{'tensor.expand_shape' op expected collapsed type to be 'tensor<12xi32>', but got 'tensor<12xf32>'}}
  %r = "tensor.expand_shape"(%t) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3, 4>}> : (tensor<12xf32>) -> tensor<3x4xi32>
  return
}

// -----

func.func @f(%t: tensor<?xf32>) {
// expected-error@+1 {{'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values}}
  %r = "tensor.expand_shape"(%t) <{reassociation = [[0, 1]], static_output_shape = array<i64: 3, -9223372036854775808>}> : (tensor<?xf32>) -> tensor<3x?xf32>
  return
}
