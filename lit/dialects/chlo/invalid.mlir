// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @elements(%a: tensor<4xf32>, %b: tensor<4xf64>) {
  // expected-error@+1 {{'chlo.broadcast_add' op requires compatible element types for all operands and results}}
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @top_k(%a: tensor<4xf32>) {
  // expected-error@+2 {{'chlo.top_k' op failed to infer returned types}}
  // expected-error@+1 {{operand's last dimension must be at least 8}}
  %0:2 = chlo.top_k(%a, k = 8) : tensor<4xf32> -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

func.func @ragged(%a: tensor<11x5xf32>, %b: tensor<2x5x7xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{rhs group dimension is expected to have size=3, got 2}}
  %0 = "chlo.ragged_dot"(%a, %b, %s) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<2x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

func.func @scan(%x: tensor<4xi32>, %i: tensor<i32>) {
  // expected-error@+1 {{'chlo.scan' op operand and body argument 1 are incompatible}}
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<i32>, %c: tensor<i64>):
    stablehlo.return %a, %a : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  return
}

// -----

func.func @scan_output(%x: tensor<4x4xi32>) {
  // expected-error@+1 {{scan dimension of terminator operand 0 is out of bounds}}
  %0 = chlo.scan(%x) inits() dimension=1 {
  ^bb0(%a: tensor<4xi32>):
    %c = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  } : (tensor<4x4xi32>) -> tensor<4x4xi32>
  return
}

// -----

func.func @wide(%a: tensor<4xf128>) {
  // expected-error@+1 {{'chlo.top_k' op operand #0 must be}}
  %0:2 = "chlo.top_k"(%a) <{k = 2 : i64}> : (tensor<4xf128>) -> (tensor<2xf128>, tensor<2xi32>)
  return
}

// -----

func.func @whole_complex(%a: tensor<4xcomplex<i32>>) {
  // expected-error@+1 {{'chlo.acos' op operand #0 must be}}
  %0 = chlo.acos %a : tensor<4xcomplex<i32>> -> tensor<4xcomplex<i32>>
  return
}
