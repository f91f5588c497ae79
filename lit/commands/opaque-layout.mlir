// RUN: not lathe run %s --backend=jit 2>&1 | FileCheck %s --check-prefix=JIT
// RUN: not lathe run %s --devices=vm,ref 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: lathe run %s --backend=vm | FileCheck %s --check-prefix=VM

// The handle 18 is that of the layout in which vm writes results. Other backends refuse it.

// JIT: opaque-layout.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: 'func.func' op is a function whose input #1 has the opaque layout 18 of backend 'vm', which backend 'jit' cannot read
// DEVICES: input #1 has the opaque layout 18 of backend 'vm', which backend 'hetero' cannot read
// VM: tensor<2xf32>
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32> {onednn_graph.tensor = {handle = 18 : i64, layout = "opaque"}}) -> tensor<2xf32> {
  %0 = onednn_graph.Add(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
