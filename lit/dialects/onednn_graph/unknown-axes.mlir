// RUN: not lathe run --backend=ref %s 2>&1 | FileCheck %s
// RUN: not lathe run --backend=jit %s 2>&1 | FileCheck %s --check-prefix=JIT

// CHECK: unknown-axes.mlir:7:8: error: 'onednn_graph.ReduceSum' op {{.*}}its axes are an operand, and the shapes do not determine them: pass them as the attribute axes
// JIT: unknown-axes.mlir:7:8: error: 'onednn_graph.ReduceSum' op
func.func @main(%x: tensor<2x2xf32>, %axes: tensor<1xi32>) -> tensor<2xf32> {
  %0 = onednn_graph.ReduceSum(%x, %axes) : (tensor<2x2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
