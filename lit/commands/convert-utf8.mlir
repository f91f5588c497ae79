// The strings of a oneDNN graph must be valid UTF-8, because JSON requires it.
// RUN: not lathe convert --to=onednn %s 2>&1 | FileCheck %s
// RUN: echo 'func.func @f(%%x: tensor<2xf32>) -> tensor<2xf32> attributes {onednn_graph.graph = {version = "3\80"}} { return %%x : tensor<2xf32> }' > %t.mlir
// RUN: not lathe convert --to=onednn %t.mlir 2>&1 | FileCheck %s --check-prefix=VERSION

// CHECK: convert-utf8.mlir:[[#@LINE+3]]:8: error: 'onednn_graph.ReLU' op has "y\80" in attribute 'onednn_graph.name', which is not UTF-8, as strings in JSON must be
// VERSION: error: 'func.func' op has "3\80" in attribute 'onednn_graph.graph', which is not UTF-8
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onednn_graph.ReLU(%x) {onednn_graph.name = "y\80"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
