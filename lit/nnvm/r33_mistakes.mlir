// RUN: not lathe-opt --diag-style=rich %s --gradient=mirror=tan 2>&1 | FileCheck %s --check-prefix=MIRROR
// RUN: not lathe-opt %s --gradient=heads=x 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not lathe-opt %s --gradient=heads=a,b 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not lathe-opt %s --precompute-split 2>&1 | FileCheck %s --check-prefix=PARAMS
// RUN: not lathe-opt --diag-style=rich %s --precompute-split=params=wx 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: lathe-opt %s --gradient=mirror=tanh | FileCheck %s
// The names in an option must exist.

// MIRROR: error: the option mirror lists 'tan', which is not an operator of NNVM
// MIRROR: help: did you mean 'tanh'?
// TAKEN: error: 'func.func' op already has an argument 'x', the name of a new argument in the option heads
// COUNT: error: 'func.func' op needs one name in the option heads for each result: the number of results is 1, the number of names is 2
// PARAMS: params must name the arguments that are parameters, as in params=w,b
// NAMED: error: params lists 'wx', but no argument has this name
// CHECK: nnvm.name = "t_mirror"
func.func @main(%x: tensor<4xf32> {nnvm.name = "x"}) -> tensor<4xf32> {
  %0 = nnvm.tanh(%x) {nnvm.name = "t"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
