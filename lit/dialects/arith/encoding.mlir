// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// A comparison keeps the encoding of tensors.

func.func @f(%a: tensor<4xi32, "enc">) {
// expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %c = "arith.cmpi"(%a, %a) <{predicate = 0 : i64}> : (tensor<4xi32, "enc">, tensor<4xi32, "enc">) -> tensor<4xi1>
  return
}

// -----

func.func @f(%a: tensor<4xi32, "enc">) {
  %c = "arith.cmpi"(%a, %a) <{predicate = 0 : i64}> : (tensor<4xi32, "enc">, tensor<4xi32, "enc">) -> tensor<4xi1, "enc">
  return
}

// -----

func.func @f(%a: tensor<4xf32, "enc">) {
  %c = math.isnan %a : tensor<4xf32, "enc">
  return
}

// -----

func.func @f(%a: tensor<4xf32, "enc">) {
// expected-error@+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %c = "math.isnan"(%a) : (tensor<4xf32, "enc">) -> tensor<4xi1>
  return
}

// -----

func.func @f(%c: tensor<4xi1>, %a: tensor<4xi32, "enc">) {
// expected-error@+1 {{'arith.select' op expected condition type to have the same shape as the result type, expected 'tensor<4xi1, "enc">', but got 'tensor<4xi1>'}}
  %d = "arith.select"(%c, %a, %a) : (tensor<4xi1>, tensor<4xi32, "enc">, tensor<4xi32, "enc">) -> tensor<4xi32, "enc">
  return
}

// -----

func.func @f(%c: tensor<4xi1, "enc">, %a: tensor<4xi32, "enc">) {
  %d = "arith.select"(%c, %a, %a) : (tensor<4xi1, "enc">, tensor<4xi32, "enc">, tensor<4xi32, "enc">) -> tensor<4xi32, "enc">
  return
}
