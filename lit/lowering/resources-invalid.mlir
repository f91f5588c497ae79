// RUN: lathe-opt %s --resources-to-dense --split-input-file --verify-diagnostics

func.func @missing() -> tensor<2xf32> {
  // expected-error @+1 {{cannot read the elements of the constant: resource 'nothing' is not defined}}
  %c = stablehlo.constant dense_resource<nothing> : tensor<2xf32>
  return %c : tensor<2xf32>
}

// -----

func.func @lengths() -> (tensor<3xf32>, tensor<1xf32>, tensor<17xi1>, tensor<0xi8>) {
  // expected-error @+1 {{resource 'r' has 8 bytes after its alignment, but a constant of type 'tensor<3xf32>' needs 12}}
  %a = stablehlo.constant dense_resource<r> : tensor<3xf32>
  // expected-error @+1 {{resource 'r' has 8 bytes after its alignment, but a constant of type 'tensor<1xf32>' needs 4}}
  %b = stablehlo.constant dense_resource<r> : tensor<1xf32>
  // expected-error @+1 {{resource 'r' has 8 bytes after its alignment, but a constant of type 'tensor<17xi1>' needs 3}}
  %c = stablehlo.constant dense_resource<r> : tensor<17xi1>
  // expected-error @+1 {{resource 'r' has 8 bytes after its alignment, but a constant of type 'tensor<0xi8>' needs 0}}
  %d = stablehlo.constant dense_resource<r> : tensor<0xi8>
  return %a, %b, %c, %d : tensor<3xf32>, tensor<1xf32>, tensor<17xi1>, tensor<0xi8>
}

{-# dialect_resources: { builtin: { r: "0x040000000000803F00000040" } } #-}

// -----

// A resource with one element is not repeated.
func.func @splat() -> tensor<2xf32> {
  // expected-error @+1 {{resource 'one' has 4 bytes after its alignment, but a constant of type 'tensor<2xf32>' needs 8}}
  %c = stablehlo.constant dense_resource<one> : tensor<2xf32>
  return %c : tensor<2xf32>
}

{-# dialect_resources: { builtin: { one: "0x040000000000803F" } } #-}

// -----

func.func @bytes() -> tensor<9xi1> {
  // expected-error @+1 {{resource 'r': elements hex data of type 'tensor<9xi1>' with one byte for each element must contain only the bytes 00 and 01}}
  %c = stablehlo.constant dense_resource<r> : tensor<9xi1>
  return %c : tensor<9xi1>
}

{-# dialect_resources: { builtin: { r: "0x01000000000102000000000000" } } #-}

// -----

func.func @types() -> (tensor<4611686018427387904x4xf32>, tensor<2xi65>) {
  // expected-error @+1 {{resource 'r' is used for a constant of type 'tensor<4611686018427387904x4xf32>', which cannot have its elements in a resource}}
  %a = stablehlo.constant dense_resource<r> : tensor<4611686018427387904x4xf32>
  // expected-error @+1 {{resource 'r' is used for a constant of type 'tensor<2xi65>', which cannot have its elements in a resource}}
  %b = arith.constant dense_resource<r> : tensor<2xi65>
  return %a, %b : tensor<4611686018427387904x4xf32>, tensor<2xi65>
}

{-# dialect_resources: { builtin: { r: "0x04000000" } } #-}

// -----

func.func @alignment()

// expected-error @+1 {{expected hex string blob for key 'r' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3}}
{-# dialect_resources: { builtin: { r: "0x0300000001" } } #-}
