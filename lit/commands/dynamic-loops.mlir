// The body of a loop may change the shapes of its values, within their types.
// RUN: split-file %s %t
// RUN: lathe run --no-cache %t/input.mlir --output=%t/in
// RUN: lathe run --no-cache --backend=ref %t/grow.mlir --input=%t/in/out0.npy | FileCheck %s
// RUN: not lathe run --no-cache --backend=ref %t/static.mlir --input=%t/in/out0.npy 2>&1 | FileCheck %s --check-prefix=STATIC

// CHECK: tensor<4xf32> [1, 2, 3, 4]
// STATIC: static.mlir:[[#]]:{{[0-9]+}}: error: 'stablehlo.while' op failed: argument #1 of its region must be 'tensor<4xf32>', but got 'tensor<3xf32>'

//--- input.mlir
func.func @main() -> tensor<3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- grow.mlir
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<?xf32>
    cond {
      %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %k = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      stablehlo.return %j, %k : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<?xf32>
}

//--- static.mlir
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %a) ({
    ^bb0(%i: tensor<i32>, %x: tensor<4xf32>):
      %two = stablehlo.constant dense<2> : tensor<i32>
      %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }, {
    ^bb0(%i: tensor<i32>, %x: tensor<4xf32>):
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.negate %x : tensor<4xf32>
      stablehlo.return %j, %y : tensor<i32>, tensor<4xf32>
    }) : (tensor<i32>, tensor<?xf32>) -> (tensor<i32>, tensor<?xf32>)
  return %r#1 : tensor<?xf32>
}
