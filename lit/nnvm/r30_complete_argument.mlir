// RUN: not lathe-opt %s --infer-shapes=complete 2>&1 | FileCheck %s
// No operation has a result of unknown type, but an argument has an unknown type.

// CHECK: error: 'func.func' op has argument 'x' of unknown type: 'tensor<?x3xf32>'
func.func @main(%x: tensor<?x3xf32> {nnvm.name = "x"}) -> tensor<?x3xf32> {
  return %x : tensor<?x3xf32>
}
