// RUN: lathe-opt %s --plan-buffers --split-input-file --verify-diagnostics --allow-unregistered-dialect

// What has no place in buffers is an error.

// expected-error@+1 {{'func.func' op has an argument of type 'memref<4xf32>', but only tensors of static shape have a buffer}}
func.func @buffers(%m: memref<4xf32>) {
  return
}

// -----

// expected-error@+1 {{'func.func' op has a result of type 'tensor<?xf32>', but only tensors of static shape have a buffer}}
func.func @dynamic(%t: tensor<4xf32>) -> tensor<?xf32> {
  %r = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @unknown(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'foo.op' op is no operation that runs on buffers}}
  %r = "foo.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// expected-error@+1 {{'func.func' op must have one block, which ends in func.return}}
func.func @blocks(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^end
^end:
  return %t : tensor<4xf32>
}

// -----

func.func @no_else(%p: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant true
  // expected-error@+1 {{'scf.if' op must have one block in each region}}
  scf.if %c {
  }
  return %p : tensor<4xf32>
}
