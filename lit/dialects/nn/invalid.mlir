// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.add %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.sub %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.mul %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.div %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.max %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.min %a, %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{'nn.relu' op operand #0 must have a static shape}}
  %0 = nn.relu %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{operand must hold floats, but is 'tensor<4xi32>'}}
  %0 = nn.sigmoid %a : tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xi32>) {
  // expected-error@+1 {{operand must hold floats, but is 'tensor<4xi32>'}}
  %0 = nn.tanh %a : tensor<4xi32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{min must not be above max, but they are 2 and 1}}
  %0 = nn.clip %a {min = 2.0, max = 1.0} : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{result #0 must be 'tensor<4xf16>', but is 'tensor<5xf16>'}}
  %0 = nn.convert %a : (tensor<4xf32>) -> tensor<5xf16>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{weights must be 'tensor<3x4xf32>', but is 'tensor<4x4xf32>'}}
  %0 = nn.fc %x, %w, %b : (tensor<2x3xf32>, tensor<4x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{rhs must be 'tensor<3x3xf32>', but is 'tensor<2x3xf32>'}}
  %0 = nn.matmul %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error@+1 {{scale must be 'tensor<3xf32>', but is 'tensor<2xf32>'}}
  %0 = nn.layer_norm %x, %s, %s {epsilon = 0.0} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{k must be from 1 to the last extent of 'tensor<2x3xf32>', but is 4}}
  %0:2 = nn.topk %x {k = 4} : (tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{axis must be at least 0 and less than the rank 2, but is 2}}
  %0 = nn.concat %x {axis = 2} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) {
  // expected-error@+1 {{operand #1 must be 'tensor<2x3xf32>' except in dimension 0, but is 'tensor<3x2xf32>'}}
  %0 = nn.concat %x, %y {axis = 0} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<5x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{takes 2 elements of dimension 1 from index 2 on, but this dimension has 3 elements}}
  %0 = nn.slice %x {start = array<i64: 0, 2>} : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{number of elements must not change, but 'tensor<2x3xf32>' and 'tensor<5xf32>' have 6 and 5}}
  %0 = nn.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{permutation must list each of 2 dimensions once, but is [1 1]}}
  %0 = nn.transpose %x {permutation = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x3xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error@+1 {{count must be at least 1, but is 0}}
  %0 = nn.tile %x {axis = 0, count = 0} : (tensor<2x3xf32>) -> tensor<0x3xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{value 1.5 is not an element of 'tensor<4xi32>'}}
  %0 = nn.splat {value = 1.5} : tensor<4xi32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{result #0 must be 'tensor<4x16xf32>', but is 'tensor<3x16xf32>'}}
  %0 = nn.sparse_lengths_sum %d, %i, %l : (tensor<10x16xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<3x16xf32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{weights must be 'tensor<8xf32>', but is 'tensor<7xf32>'}}
  %0 = nn.sparse_lengths_weighted_sum %d, %w, %i, %l : (tensor<10x16xf32>, tensor<7xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{weights must be 'tensor<8xf32>'}}
  %0 = nn.rowwise_sparse_lengths_weighted_sum %r, %s, %s, %w, %i, %l : (tensor<10x16xui8>, tensor<9xf32>, tensor<9xf32>, tensor<7xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{data must be rows of 'ui8' (fused rows end with 8 bytes for the scale and the offset), but is 'tensor<10x7xui8>'}}
  %0 = nn.fused_rowwise_sparse_lengths_sum %q, %i, %l : (tensor<10x7xui8>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{data must be rows of 'ui8'}}
  %0 = nn.fused_rowwise_sparse_lengths_weighted_sum %d, %w, %i, %l : (tensor<10x16xf32>, tensor<7xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{weights must be 'tensor<8xf32>'}}
  %0 = nn.embedding_bag %d, %w, %i, %l : (tensor<10x16xf32>, tensor<7xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%d: tensor<10x16xf32>, %q: tensor<10x7xui8>, %r: tensor<10x16xui8>, %s: tensor<9xf32>, %w: tensor<7xf32>, %i: tensor<8xi64>, %l: tensor<4xi32>) {
  // expected-error@+1 {{data must be rows of 'ui8'}}
  %0 = nn.embedding_bag_byte_rowwise %q, %w, %i, %l : (tensor<10x7xui8>, tensor<7xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<6x3x3x3xf32>, %b: tensor<6xf32>) {
  // expected-error@+1 {{4 channels in 1 groups do not match the filter 'tensor<6x3x3x3xf32>'}}
  %0 = nn.conv2d %x, %k, %b : (tensor<1x8x8x4xf32>, tensor<6x3x3x3xf32>, tensor<6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<1x8x8x4xf32>, %k: tensor<6x3x3x4xf32>, %b: tensor<6xf32>) {
  // expected-error@+1 {{'layout' failed to satisfy constraint: order of the dimensions NHWC}}
  %0 = nn.conv2d %x, %k, %b {layout = "NHHC"} : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{indices must hold i1, or signless or unsigned integers of 2, 4, 8, 16, 32 or 64 bits, but is 'tensor<4xi0>'}}
  %0:2 = nn.topk %a {k = 4} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi0>)
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{indices must hold i1, or signless or unsigned integers of 2, 4, 8, 16, 32 or 64 bits, but is 'tensor<4xsi8>'}}
  %0:2 = nn.topk %a {k = 4} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xsi8>)
  return
}

// -----

func.func @f(%x: tensor<1x2x8x4xf32>, %k: tensor<6x3x3x4xf32>, %b: tensor<6xf32>) {
  // expected-error@+1 {{the filter is larger than the padded input}}
  %0 = nn.conv2d %x, %k, %b : (tensor<1x2x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x0x6x6xf32>
  return
}

// -----

func.func @f(%x: tensor<0x8x8x4xf32>, %k: tensor<6x3x3x4xf32>, %b: tensor<6xf32>) {
  // expected-error@+1 {{the result must not be empty, but its extent along N is 0}}
  %0 = nn.conv2d %x, %k, %b : (tensor<0x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<0x6x6x6xf32>
  return
}

// -----

func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{takes 1 elements of dimension 0 from index 9223372036854775807 on, but this dimension has 2 elements}}
  %0 = nn.slice %a {start = array<i64: 9223372036854775807>} : (tensor<2xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error@+1 {{operand #0 must have a static shape, but is 'tensor<?xf32>'}}
  %0 = nn.slice %a {start = array<i64: 0>} : (tensor<?xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{count must be at most 2305843009213693951 for 4 elements in dimension 0, but is 4611686018427387905}}
  %0 = nn.tile %a {axis = 0, count = 4611686018427387905} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{value 300 is not an element of 'tensor<4xi8>'}}
  %0 = nn.splat {value = 300.0} : tensor<4xi8>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{value -1 is not an element of 'tensor<4xui8>'}}
  %0 = nn.splat {value = -1.0} : tensor<4xui8>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{value +Inf is not an element of 'tensor<4xi32>'}}
  %0 = nn.splat {value = 0x7FF0000000000000 : f64} : tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<129xf32>) {
  // expected-error@+1 {{indices must have a type that can hold 128, the last index of 'tensor<129xf32>', but have type 'tensor<1xi8>'}}
  %0:2 = nn.topk %x {k = 1} : (tensor<129xf32>) -> (tensor<1xf32>, tensor<1xi8>)
  return
}
