// RUN: lathe-opt %s --plan-buffers --split-input-file --verify-diagnostics --allow-unregistered-dialect

// A value that cannot be in a buffer is an error.

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
  // expected-error@+1 {{'foo.op' op is not an operation that runs on buffers}}
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

// -----

func.func @scalars(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  // expected-error@+1 {{'scf.if' op has results that are not tensors, which cannot be stored}}
  %r, %n = scf.if %c -> (tensor<4xf32>, i32) {
    %k = arith.constant 1 : i32
    scf.yield %a, %k : tensor<4xf32>, i32
  } else {
    %k = arith.constant 2 : i32
    scf.yield %a, %k : tensor<4xf32>, i32
  }
  return %r : tensor<4xf32>
}

// -----

func.func @swap(%a: tensor<4xf32>, %b: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  // expected-error@+1 {{'scf.while' op must pass its loop-carried values to its body in the same order}}
  %r, %s = scf.while (%x = %a, %y = %b) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    %c = tensor.extract %p[] : tensor<i1>
    scf.condition(%c) %y, %x : tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    scf.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @choose(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%o: f32):
    %c = tensor.extract %p[] : tensor<i1>
    // expected-error@+1 {{'scf.if' op must yield, as result #0 of the else branch, the tensor that the then branch writes}}
    %x = scf.if %c -> f32 {
      scf.yield %o : f32
    } else {
      scf.yield %o : f32
    }
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @callee(%a: tensor<4xf32>) {
  return
}

func.func @caller(%a: tensor<4xf32>) {
  // expected-error@+1 {{'func.call' op calls @callee, whose arguments become buffers}}
  call @callee(%a) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @rank(%a: tensor<4xf32>, %b: tensor<1x4xf32>) -> tensor<1x4xf32> {
  // expected-error@+1 {{'tensor.insert_slice' op changes the number of dimensions: use tensor.expand_shape or tensor.collapse_shape for that}}
  %r = tensor.insert_slice %a into %b[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// -----

func.func @slice(%a: tensor<8xf32>, %p: tensor<index>) -> tensor<4xf32> {
  %i = tensor.extract %p[] : tensor<index>
  // expected-error@+1 {{'tensor.extract_slice' op has offsets, sizes or strides that are values, but only constants are supported}}
  %r = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @whole(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %r = scf.for %i = %0 to %4 step %1 iter_args(%t = %a) -> tensor<4xf32> {
    // expected-error@+1 {{'tensor.insert_slice' op is not an operation on elements of tensors, but the body of a loop on buffers must consist of such operations}}
    %x = tensor.insert_slice %a into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @exchange(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  // expected-error@+1 {{'scf.for' op must yield, as value #0, the tensor that it carries}}
  %r:2 = scf.for %i = %0 to %4 step %1 iter_args(%s = %a, %t = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %t, %s : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}

// -----

func.func @late(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %r = scf.for %i = %0 to %4 step %1 iter_args(%t = %a) -> tensor<4xf32> {
    %x = tensor.extract %t[%0] : tensor<4xf32>
    // expected-error@+1 {{'tensor.insert' op overwrites operand #1, which is read later}}
    %u = tensor.insert %x into %t[%i] : tensor<4xf32>
    %y = tensor.extract %t[%i] : tensor<4xf32>
    %v = tensor.insert %y into %u[%0] : tensor<4xf32>
    scf.yield %v : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @count(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  // expected-error@+1 {{'scf.for' op must carry at least one tensor and no other values, unless it is inside another loop or linalg.generic}}
  %r, %n = scf.for %i = %0 to %1 step %1 iter_args(%t = %a, %k = %0) -> (tensor<4xf32>, index) {
    %x = tensor.extract %t[%k] : tensor<4xf32>
    %u = tensor.insert %x into %t[%i] : tensor<4xf32>
    scf.yield %u, %i : tensor<4xf32>, index
  }
  return %r : tensor<4xf32>
}

// -----

func.func @kinds(%a: tensor<4xf32>) {
  // expected-error@+1 {{'foo.op' op has a result of type 'f32', but an operation on whole tensors can only have tensors as results}}
  %0, %1 = "foo.op"(%a) : (tensor<4xf32>) -> (f32, tensor<4xf32>)
  return
}

// -----

func.func @restart(%z: tensor<4xf32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %k = arith.constant dense<0.0> : tensor<4xf32>
  %r = scf.for %i = %0 to %4 step %1 iter_args(%t = %a) -> tensor<4xf32> {
    // expected-error@+1 {{'scf.for' op overwrites operand #3, which the innermost loop around it does not carry}}
    %n = scf.for %j = %0 to %4 step %1 iter_args(%s = %k) -> tensor<4xf32> {
      %p = tensor.extract %s[%j] : tensor<4xf32>
      %x = tensor.extract %z[%j] : tensor<4xf32>
      %q = arith.addf %p, %x : f32
      %u = tensor.insert %q into %s[%j] : tensor<4xf32>
      scf.yield %u : tensor<4xf32>
    }
    %e = tensor.extract %n[%i] : tensor<4xf32>
    %v = tensor.insert %e into %t[%i] : tensor<4xf32>
    scf.yield %v : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @double(%z: tensor<4xf32>, %a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %c = tensor.extract %p[] : tensor<i1>
  %r = scf.for %i = %0 to %4 step %1 iter_args(%t = %a) -> tensor<4xf32> {
    %w = scf.if %c -> tensor<4xf32> {
      %o = tensor.extract %z[%0] : tensor<4xf32>
      %d = arith.addf %o, %o : f32
      // expected-error@+1 {{'tensor.insert' op overwrites operand #1, which the innermost loop around it does not carry}}
      %w = tensor.insert %d into %z[%0] : tensor<4xf32>
      scf.yield %w : tensor<4xf32>
    } else {
      scf.yield %z : tensor<4xf32>
    }
    %e = tensor.extract %w[%i] : tensor<4xf32>
    %v = tensor.insert %e into %t[%i] : tensor<4xf32>
    scf.yield %v : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @nest(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%a : tensor<4xf32>) {
  ^bb0(%o: f32):
    // expected-error@+1 {{'tensor.insert' op overwrites operand #1, which the innermost loop around it does not carry}}
    %t = tensor.insert %o into %b[%0] : tensor<4xf32>
    %e = tensor.extract %t[%0] : tensor<4xf32>
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @twice(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %r = scf.for %i = %0 to %4 step %1 iter_args(%t = %a) -> tensor<4xf32> {
    // expected-error@+1 {{'scf.for' op overwrites operand #3, which is read later}}
    %n:2 = scf.for %j = %0 to %4 step %1 iter_args(%s = %t, %q = %t) -> (tensor<4xf32>, tensor<4xf32>) {
      %p = tensor.extract %q[%0] : tensor<4xf32>
      %u = tensor.insert %p into %s[%j] : tensor<4xf32>
      scf.yield %u, %q : tensor<4xf32>, tensor<4xf32>
    }
    scf.yield %n#0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @names(%a: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %c = tensor.extract %p[] : tensor<i1>
  %r = scf.for %i = %0 to %4 step %1 iter_args(%t = %a) -> tensor<4xf32> {
    // expected-error@+1 {{'scf.if' op yields, as result #0, a tensor that is read later}}
    %w = scf.if %c -> tensor<4xf32> {
      scf.yield %t : tensor<4xf32>
    } else {
      scf.yield %t : tensor<4xf32>
    }
    %x = tensor.extract %w[%1] : tensor<4xf32>
    %u = tensor.insert %x into %w[%i] : tensor<4xf32>
    %y = tensor.extract %t[%i] : tensor<4xf32>
    %v = tensor.insert %y into %u[%0] : tensor<4xf32>
    scf.yield %v : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
