// RUN: lathe-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s
// RUN: lathe-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics --mlir-use-nameloc-as-prefix --mlir-elide-elementsattrs-if-larger=2 %s | FileCheck %s
// RUN: lathe-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics --mlir-print-op-generic --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck %s --check-prefix=LOC

// A name that begins with a digit is not a number.
// CHECK: func.func @names(%_0: i32, %_0_0: i32, %_7a: i32) -> i32
// CHECK-NEXT: %_12 = "t.x"(%_0)
func.func @names(%x: i32 loc("0"), %y: i32 loc("0"), %z: i32 loc("7a")) -> i32 {
  %q = "t.x"(%x) : (i32) -> i32 loc("12")
  return %q : i32
}

// -----

// Constants of strings are elided like other constants.
// CHECK: "t.s"() {a = dense_resource<__elided__> : tensor<3x!quant.any<i8>>}
"t.s"() {a = dense<["a","b","c"]> : tensor<3x!quant.any<i8>>} : () -> ()

// -----

// CHECK: {mapping = []}
func.func @mapping(%i: index) {
  scf.forall (%a) in (%i) { } {mapping = []}
  return
}

// -----

// Operations that are not in the text have unknown locations.
// LOC: "linalg.matmul"
// LOC-NEXT: ^bb0(%{{.*}}: f32 loc(unknown), %{{.*}}: f32 loc(unknown), %{{.*}}: f32 loc(unknown)):
// LOC-NEXT: "arith.mulf"{{.*}} loc(unknown)
// LOC: "linalg.transpose"
// LOC-NEXT: ^bb0(%{{.*}}: f32 loc({{.*}}:[[# @LINE + 2]]:18), %{{.*}}: f32 loc({{.*}}:[[# @LINE + 2]]:18)):
// LOC-NEXT: "linalg.yield"{{.*}} loc({{.*}}:[[# @LINE + 3]]:8)
func.func @where(%a: tensor<2x2xf32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%a : tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = linalg.transpose ins(%a : tensor<2x2xf32>) outs(%a : tensor<2x2xf32>) permutation = [1, 0]
  return
}

// -----

func.func @step(%i: index) {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%a) = (%i) to (%i) step (%c0) { scf.reduce }
  return
}

// -----

func.func @mask(%m: vector<4xi1>, %v: vector<4xf32>) {
  // expected-error @below {{'vector.mask' op expects a MaskableOpInterface within the mask region}}
  %0 = vector.mask %m { arith.addf %v, %v : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return
}

// -----

func.func @unknown(%c: i1) {
  "t.x"() ({
    // expected-error @below {{'func.call' op 'unknown' does not reference a valid function}}
    func.call @unknown(%c) : (i1) -> ()
  }) : () -> ()
  return
}

// -----

module {}
{-# external_resources: { b: {
  // expected-error @below {{expected hex string blob for key 'x' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3}}
  x: "0x03000000AA"
} } #-}
