// RUN: split-file %s %t
// RUN: lathe run --no-cache %t/inputs.mlir --output=%t/in
// RUN: lathe run --no-cache --backend=ref %t/nnvm.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %t/nnvm.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %t/nnvm.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --devices=vm,ref %t/nnvm.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=ref %t/onednn.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=vm %t/onednn.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --backend=jit %t/onednn.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache --devices=vm,ref %t/onednn.mlir --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: lathe run --no-cache %t/onednn.json --input=%t/in/out0.npy --input=%t/in/out1.npy | FileCheck %s
// RUN: not lathe run --no-cache %t/nnvm.mlir --input=%t/in/out0.npy --input=%t/in/out2.npy 2>&1 | FileCheck %s --check-prefix=DISAGREE

// Programs of nnvm and onednn_graph with dynamic dimensions are compiled for the shapes of their inputs.
// CHECK: tensor<2x3xf32> {{\[\[}}11, 22, 33], [44, 55, 66]]

// DISAGREE: nnvm.mlir:2:8: error: 'nnvm.elemwise_add' op expected equal shapes
// DISAGREE: help: run the program on inputs whose dynamic dimensions agree

//--- inputs.mlir
func.func @main() -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>) {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %1 = stablehlo.constant dense<[[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]]> : tensor<2x3xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<1x3xf32>
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x3xf32>
}

//--- nnvm.mlir
func.func @main(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = nnvm.elemwise_add(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

//--- onednn.mlir
func.func @main(%x: tensor<?x3xf32> {onednn_graph.tensor = {id = 0 : i64, property = "variable"}}, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = onednn_graph.Add(%x, %y) {onednn_graph.tensors = [{id = 2 : i64, property = "variable"}]} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

//--- onednn.json
{"version": "3.7.0", "engine_kind": "cpu", "fpmath_mode": "strict", "graph": [{"id": 1, "name": "Add1", "kind": "Add", "attrs": {},
  "inputs": [{"id": 0, "dtype": "f32", "shape": [-9223372036854775808, 3], "property_type": "variable"},
             {"id": 1, "dtype": "f32", "shape": [-9223372036854775808, 3], "property_type": "variable"}],
  "outputs": [{"id": 2, "dtype": "f32", "shape": [-9223372036854775808, 3], "property_type": "variable"}]}]}
