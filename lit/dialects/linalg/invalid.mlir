// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{'linalg.index' op result #0 must be index, but got 'none'}}
  %r = "linalg.index"() <{dim = 0 : i64}> : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'linalg.index' op requires one result}}
  "linalg.index"() <{dim = 0 : i64}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'linalg.index' op requires attribute 'dim'}}
  %r = "linalg.index"() : () -> index
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'linalg.yield' op must be the last operation in the parent block}}
  "linalg.yield"(%a0) : (none) -> ()
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @map_count(%a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of input/output operands (2)}}
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @extents(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @argument(%a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected type of bb argument #0 ('i32') to match element or self type of the corresponding operand ('f32')}}
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: i32, %y: f32):
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @yield(%a: tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error@+1 {{'linalg.yield' op expected number of yield values (2) to match the number of inits / outs operands of the enclosing LinalgOp (1)}}
    linalg.yield %x, %y : f32, f32
  } -> tensor<4xf32>
  return
}

// -----

#id = affine_map<(d0) -> (d0)>
func.func @index(%a: tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    // expected-error@+1 {{'linalg.index' op expected dim (1) to be lower than the number of loops (1) of the enclosing LinalgOp}}
    %1 = linalg.index 1 : index
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @transpose(%a: tensor<4x8xf32>, %b: tensor<8x5xf32>) {
  // expected-error@+1 {{'linalg.transpose' op dim(result, 1) = 5 doesn't match dim(input, permutation[1]) = 4}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x5xf32>) permutation = [1, 0]
  return
}

// -----

func.func @transpose_permutation(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
  // expected-error@+1 {{'linalg.transpose' op permutation is not valid}}
  %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 1]
  return
}

// -----

func.func @broadcast(%a: tensor<4xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op input dim 0 should match init dim 1. input: 4, init: 8}}
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>) dimensions = [0]
  return
}

// -----

func.func @broadcast_rank(%a: tensor<4xf32>, %b: tensor<4x8xf32>) {
  // expected-error@+1 {{'linalg.broadcast' op input rank plus added dimensions does not match init rank. input rank: 1, dimensions size: 0, init rank: 2}}
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>) dimensions = []
  return
}

// -----

func.func @reduce(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  // expected-error@+1 {{'linalg.reduce' op init dimensions [8] doesn't match input dimensions after reduction [4]}}
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<8xf32>) dimensions = [1]
  return
}

// -----

func.func @reduce_range(%a: tensor<4x8xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.reduce' op dimensions for reduction should be in the range [0, 1].}}
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<4xf32>) dimensions = [2]
  return
}

// -----

func.func @map(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.map' op expected shape of input (4) to match shape of output (5)}}
  %0 = linalg.map { math.exp } ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>)
  return
}

// -----

func.func @elementwise(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.elementwise' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @exp(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.exp' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @log(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.log' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.log ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @abs(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.abs' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.abs ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @ceil(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.ceil' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.ceil ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @floor(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.floor' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.floor ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @negf(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.negf' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.negf ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @reciprocal(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.reciprocal' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.reciprocal ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @round(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.round' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.round ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @sqrt(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.sqrt' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.sqrt ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @rsqrt(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.rsqrt' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.rsqrt ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @square(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.square' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.square ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @tanh(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.tanh' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.tanh ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @erf(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.erf' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.erf ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @copy(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.copy' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.copy ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @add(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.add' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @sub(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.sub' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.sub ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @mul(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.mul' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.mul ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @div(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.div' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.div ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @div_unsigned(%a: tensor<4xi32>, %b: tensor<5xi32>) {
  // expected-error@+1 {{'linalg.div_unsigned' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.div_unsigned ins(%a, %b : tensor<4xi32>, tensor<5xi32>) outs(%b : tensor<5xi32>) -> tensor<5xi32>
  return
}

// -----

func.func @max(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.max' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.max ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @min(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.min' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.min ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @powf(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.powf' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.powf ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%b : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<9x4xf32>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{'linalg.matmul' op inferred input/output operand #1 has shape's dimension #0 to be 8, but found 9}}
  %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<9x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @batch_matmul(%a: tensor<2x4x8xf32>, %b: tensor<2x9x4xf32>, %c: tensor<2x4x4xf32>) {
  // expected-error@+1 {{'linalg.batch_matmul' op inferred input/output operand #1 has shape's dimension #1 to be 8, but found 9}}
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x9x4xf32>) outs(%c : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return
}

// -----

func.func @batch_reduce_matmul(%a: tensor<2x4x8xf32>, %b: tensor<2x9x4xf32>, %c: tensor<4x4xf32>) {
  // expected-error@+1 {{'linalg.batch_reduce_matmul' op inferred input/output operand #1 has shape's dimension #1 to be 8, but found 9}}
  %0 = linalg.batch_reduce_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x9x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @matvec(%a: tensor<4x8xf32>, %b: tensor<9xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.matvec' op inferred input/output operand #1 has shape's dimension #0 to be 8, but found 9}}
  %0 = linalg.matvec ins(%a, %b : tensor<4x8xf32>, tensor<9xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @vecmat(%a: tensor<8xf32>, %b: tensor<9x4xf32>, %c: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.vecmat' op inferred input/output operand #1 has shape's dimension #0 to be 8, but found 9}}
  %0 = linalg.vecmat ins(%a, %b : tensor<8xf32>, tensor<9x4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_matvec(%a: tensor<2x4x8xf32>, %b: tensor<2x9xf32>, %c: tensor<2x4xf32>) {
  // expected-error@+1 {{'linalg.batch_matvec' op inferred input/output operand #1 has shape's dimension #1 to be 8, but found 9}}
  %0 = linalg.batch_matvec ins(%a, %b : tensor<2x4x8xf32>, tensor<2x9xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @batch_vecmat(%a: tensor<2x8xf32>, %b: tensor<2x9x4xf32>, %c: tensor<2x4xf32>) {
  // expected-error@+1 {{'linalg.batch_vecmat' op inferred input/output operand #1 has shape's dimension #1 to be 8, but found 9}}
  %0 = linalg.batch_vecmat ins(%a, %b : tensor<2x8xf32>, tensor<2x9x4xf32>) outs(%c : tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @dot(%a: tensor<4xf32>, %b: tensor<5xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'linalg.dot' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.dot ins(%a, %b : tensor<4xf32>, tensor<5xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @mmt4d(%a: tensor<1x2x3x4xf32>, %b: tensor<5x3x6x4xf32>, %c: tensor<1x5x3x6xf32>) {
  // expected-error@+1 {{'linalg.mmt4d' op inferred input/output operand #1 has shape's dimension #1 to be 2, but found 3}}
  %0 = linalg.mmt4d ins(%a, %b : tensor<1x2x3x4xf32>, tensor<5x3x6x4xf32>) outs(%c : tensor<1x5x3x6xf32>) -> tensor<1x5x3x6xf32>
  return
}

// -----

func.func @batch_mmt4d(%a: tensor<7x1x2x3x4xf32>, %b: tensor<7x5x3x6x4xf32>, %c: tensor<7x1x5x3x6xf32>) {
  // expected-error@+1 {{'linalg.batch_mmt4d' op inferred input/output operand #1 has shape's dimension #2 to be 2, but found 3}}
  %0 = linalg.batch_mmt4d ins(%a, %b : tensor<7x1x2x3x4xf32>, tensor<7x5x3x6x4xf32>) outs(%c : tensor<7x1x5x3x6xf32>) -> tensor<7x1x5x3x6xf32>
  return
}

// -----

func.func @fill(%x: f32, %b: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.fill' op expected type of operand #1 ('tensor<5xf32>') to match type of corresponding result ('tensor<4xf32>')}}
  %0 = linalg.fill ins(%x : f32) outs(%b : tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @select(%c: tensor<4xi1>, %a: tensor<5xf32>) {
  // expected-error@+1 {{'linalg.select' op inferred input/output operand #1 has shape's dimension #0 to be 4, but found 5}}
  %0 = linalg.select ins(%c, %a, %a : tensor<4xi1>, tensor<5xf32>, tensor<5xf32>) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @later_map(%a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected indexing_map #1 to have 1 dim(s) to match the number of loops}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @no_maps() {
  // expected-error@+1 {{'linalg.generic' op invalid indexing maps are non-invertible: ((d0) -> ())}}
  "linalg.generic"() <{indexing_maps = [], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 0, 0>}> ({
    "linalg.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @output_type(%v: vector<4xf32>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected that operand #0 is a ranked tensor or a ranked memref, but got 'vector<4xf32>'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%v, %a : vector<4xf32>, tensor<4xf32>) {
  ^bb0(%x: vector<4xf32>, %y: f32):
    linalg.yield %x, %y : vector<4xf32>, f32
  } -> tensor<4xf32>
  return
}

// -----

func.func @result_type(%m: memref<4xf32>, %a: tensor<4xf32>) {
  // expected-error@+1 {{'linalg.generic' op expected type of operand #1 ('tensor<4xf32>') to match type of corresponding result ('tensor<5xf32>')}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%m, %a : memref<4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x, %y : f32, f32
  } -> tensor<5xf32>
  return
}

// -----

func.func @max_complex(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{unsupported operation: max_signed with complex numbers}}
  %0 = linalg.max ins(%a, %a : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%a : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @powf_complex(%a: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{unsupported operation: powf with complex numbers}}
  %0 = linalg.powf ins(%a, %a : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) outs(%a : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @powf_integers(%a: tensor<4xi32>) {
  // expected-error@+1 {{unsupported operation: powf with integers}}
  %0 = linalg.powf ins(%a, %a : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  return
}
