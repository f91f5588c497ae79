// RUN: lathe run %s --interpret --args='[dense<[1, -2]> : tensor<2xi8>]' | FileCheck %s
// RUN: lathe run %s --interpret --interpreter-print-dense --args='[dense<[1, -2]> : tensor<2xi8>]' | FileCheck %s --check-prefix=DENSE
// RUN: not lathe run %s --interpret --args='[1.0 : f32]' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not lathe run %s --interpret --args='nothing' 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not lathe run %s --interpret --args='[dense<1> : tensor<4611686018427387903xi8>]' 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not lathe run %s --interpret --args='[dense<1> : vector<2xi8>]' 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not lathe run %s --interpret --args='[dense<1> : tensor<2xsi8>]' 2>&1 | FileCheck %s --check-prefix=SIGNED
// RUN: not lathe run %s --args='[]' 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not lathe run %s --interpret --output=%t.d 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not lathe run %s --interpret --backend=jit 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: not lathe run %s --interpret --seed=4 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not lathe run %s --interpret --no-cache 2>&1 | FileCheck %s --check-prefix=CACHE
// RUN: not lathe run %s --interpret --devices=vm,ref 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: not lathe run %s --interpret --cost-profile=%t.p 2>&1 | FileCheck %s --check-prefix=COSTS
// RUN: not lathe run %s --interpret --strategy=grow 2>&1 | FileCheck %s --check-prefix=STRATEGY
// RUN: not lathe run %s --interpret --profile 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not lathe run %s --interpret --mlir-timing 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: not lathe run %s --interpret --input=%t.npy 2>&1 | FileCheck %s --check-prefix=INPUT

// CHECK: tensor<2xi8> {
// CHECK-NEXT: [1, -2]
// CHECK-NEXT: }
// CHECK-NEXT: tensor<2x1x2xf32> {
// CHECK-NEXT: {{^  \[$}}
// CHECK-NEXT: {{^    \[$}}
// CHECK-NEXT: {{^      \[1.000000e\+00, 2.000000e\+00\]$}}
// CHECK-NEXT: {{^    \],$}}
// CHECK-NEXT: {{^    \[$}}
// CHECK-NEXT: {{^      \[1.000000e\+00, 2.000000e\+00\]$}}
// CHECK-NEXT: {{^    \]$}}
// CHECK-NEXT: {{^  \]$}}
// CHECK-NEXT: }
// CHECK-NEXT: tensor<i1> {true}
// CHECK-NEXT: tensor<1xcomplex<f64>> {
// CHECK-NEXT{LITERAL}: [[1.000000e+00, 0.000000e+00]]
// CHECK-NEXT: }
// CHECK-NEXT: tensor<0x2xi32> {
// CHECK-NEXT: []
// CHECK-NEXT: }
// CHECK-NEXT: tensor<1000000000000x0xi32> {
// CHECK-NEXT: []
// CHECK-NEXT: }
// CHECK-NEXT: tensor<2x0xi32> {
// CHECK-NEXT: [
// CHECK-NEXT: [],
// CHECK-NEXT: []
// CHECK-NEXT: ]
// CHECK-NEXT: }
// DENSE: dense<[1, -2]> : tensor<2xi8>
// DENSE: dense<true> : tensor<i1>
// DENSE: dense<> : tensor<1000000000000x0xi32>
// ELEMENT: expected dense elements attribute for args elements, i.e. --args=[dense<1> : tensor<2xi32>, ...]
// LIST: array attribute string for args
// MEMORY: error: no memory for the argument of type 'tensor<4611686018427387903xi8>'
// VECTOR: args elements must be tensors, and their elements must not be signed integers such as si8, but got type 'vector<2xi8>', i.e. --args=
// SIGNED: args elements must be tensors, and their elements must not be signed integers such as si8, but got type 'tensor<2xsi8>', i.e. --args=
// ALONE: --args, --interpreter-print-dense and --split-input-file need --interpret
// OUTPUT: error: --output has no effect with --interpret
// OUTPUT-NEXT: help: omit it, or omit --interpret
// BACKEND: error: --backend has no effect with --interpret
// SEED: error: --seed has no effect with --interpret
// CACHE: error: --no-cache has no effect with --interpret
// DEVICES: error: --devices has no effect with --interpret
// COSTS: error: --cost-profile has no effect with --interpret
// STRATEGY: error: --strategy has no effect with --interpret
// PROFILE: error: --profile has no effect with --interpret
// TIMING: error: --mlir-timing has no effect with --interpret
// INPUT: error: --input has no effect with --interpret
// INPUT-NEXT: help: pass the arguments as constants, i.e. --args=[dense<1> : tensor<2xi32>, ...]
func.func @main(%x: tensor<2xi8>) -> (tensor<2xi8>, tensor<2x1x2xf32>, tensor<i1>, tensor<1xcomplex<f64>>, tensor<0x2xi32>, tensor<1000000000000x0xi32>, tensor<2x0xi32>) {
  %0 = stablehlo.constant dense<[[[1.0, 2.0]], [[1.0, 2.0]]]> : tensor<2x1x2xf32>
  %1 = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.constant dense<(1.0, 0.0)> : tensor<1xcomplex<f64>>
  %3 = stablehlo.constant dense<> : tensor<0x2xi32>
  %4 = stablehlo.constant dense<> : tensor<1000000000000x0xi32>
  %5 = stablehlo.constant dense<> : tensor<2x0xi32>
  return %x, %0, %1, %2, %3, %4, %5 : tensor<2xi8>, tensor<2x1x2xf32>, tensor<i1>, tensor<1xcomplex<f64>>, tensor<0x2xi32>, tensor<1000000000000x0xi32>, tensor<2x0xi32>
}
