// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @sizes(%n: index) {
  // expected-error@+1 {{'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 1, expected 2}}
  %0 = bufferization.alloc_tensor(%n) : tensor<?x?xf32>
  return
}

// -----

func.func @copy_sizes(%t: tensor<?xf32>, %n: index) {
  // expected-error@+1 {{dynamic sizes not needed when copying a tensor}}
  %0 = bufferization.alloc_tensor(%n) copy(%t) : tensor<?xf32>
  return
}

// -----

func.func @copy_type(%t: tensor<?xf32>) {
  // expected-error@+1 {{expected that `copy` and return type match}}
  %0 = "bufferization.alloc_tensor"(%t) {operandSegmentSizes = array<i32: 0, 1, 0>} : (tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @alloc_type() {
  // expected-error@+1 {{custom op 'bufferization.alloc_tensor' invalid kind of type specified}}
  %0 = bufferization.alloc_tensor() : memref<4xf32>
  return
}

// -----

func.func @clone_type(%m: memref<4xf32>) {
  // expected-error@+1 {{custom op 'bufferization.clone' invalid kind of type specified}}
  %0 = bufferization.clone %m : memref<4xf32> to tensor<4xf32>
  return
}

// -----

func.func @buffer_results(%t: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@+1 {{memref 'dest' implies zero results}}
  %0 = bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @not_writable(%t: tensor<4xf32>, %m: memref<4xf32>) {
  // expected-error@+1 {{'writable' must be specified if and only if the destination is of memref type}}
  bufferization.materialize_in_destination %t in %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @no_result(%t: tensor<4xf32>) {
  // expected-error@+1 {{tensor 'dest' implies exactly one tensor result}}
  bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @other_result(%t: tensor<4xf32>) {
  // expected-error@+1 {{result and 'dest' types must match}}
  %0 = bufferization.materialize_in_destination %t in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @restrict_tensor(%t: tensor<4xf32>) {
  // expected-error@+1 {{'restrict' is valid only for memref destinations}}
  %0 = bufferization.materialize_in_destination %t in restrict %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @rank(%t: tensor<4xf32>, %m: memref<4x4xf32>) {
  // expected-error@+1 {{rank mismatch between source and destination shape}}
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4x4xf32>) -> ()
  return
}

// -----

func.func @shape(%t: tensor<4xf32>, %m: memref<5xf32>) {
  // expected-error@+1 {{source/destination shapes are incompatible}}
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<5xf32>) -> ()
  return
}

// -----

func.func @vector(%t: tensor<4xf32>, %v: vector<4xf32>) {
  // expected-error@+1 {{'dest' must be a tensor or a memref}}
  bufferization.materialize_in_destination %t in %v : (tensor<4xf32>, vector<4xf32>) -> ()
  return
}

// -----

func.func @elements(%t: tensor<4xf32>, %m: memref<4xi32>) {
  // expected-error@+1 {{failed to verify that all of {source, dest} have same element type}}
  bufferization.materialize_in_destination %t in writable %m : (tensor<4xf32>, memref<4xi32>) -> ()
  return
}

// -----

func.func @to_tensor_shape(%m: memref<4xf32>) {
  // expected-error@+2 {{shapes do not match}}
  // expected-error@+1 {{failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<?xf32>
  return
}

// -----

func.func @to_tensor_elements(%m: memref<4xf32>) {
  // expected-error@+2 {{element types do not match}}
  // expected-error@+1 {{failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xi32>
  return
}

// -----

func.func @to_tensor_operand(%t: tensor<4xf32>) {
  // expected-error@+1 {{operand #0 must be BufferLikeType instance, but got 'tensor<4xf32>'}}
  %0 = "bufferization.to_tensor"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @to_buffer_shape(%t: tensor<4xf32>) {
  // expected-error@+2 {{shapes do not match}}
  // expected-error@+1 {{failed to verify that specified tensor and buffer types match}}
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<*xf32>
  return
}

// -----

func.func @conditions(%m: memref<4xf32>, %c: i1) {
  // expected-error@+1 {{'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate}}
  bufferization.dealloc (%m, %m : memref<4xf32>, memref<4xf32>) if (%c)
  return
}

// -----

func.func @updated(%m: memref<4xf32>) {
  // expected-error@+1 {{must have the same number of updated conditions (results) as retained operands}}
  "bufferization.dealloc"(%m) {operandSegmentSizes = array<i32: 0, 0, 1>} : (memref<4xf32>) -> ()
  return
}

// -----

func.func @no_if(%m: memref<4xf32>) {
  // expected-error@+2 {{custom op 'bufferization.dealloc' expected 'if'}}
  bufferization.dealloc (%m : memref<4xf32>)
  return
}

// -----

func.func @manual(%t: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'bufferization.manual_deallocation' can be used only on ops that have an allocation and/or free side effect}}
  bufferization.dealloc_tensor %t {bufferization.manual_deallocation} : tensor<4xf32>
  return
}

// -----

func.func @unknown() {
  // expected-error@+1 {{attribute '"bufferization.writable"' not supported as an op attribute by the bufferization dialect}}
  %0 = bufferization.alloc_tensor() {bufferization.writable} : tensor<4xf32>
  return
}
