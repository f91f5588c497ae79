// Products of few rows with weights that have a row for each output: the weights, which are much larger than the rows, are not copied.
// RUN: lathe-opt %s --split-input-file --stablehlo-to-linalg | FileCheck %s

// A few rows: the terms are the innermost loop, and neighbors in both operands.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[WEIGHT:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK-LABEL: func.func @lanes
// CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[WEIGHT]], #[[SUM]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK: return
func.func @lanes(%x: tensor<7x64xf32>, %w: tensor<128x64xf32>) -> tensor<7x128xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<7x64xf32>, tensor<128x64xf32>) -> tensor<7x128xf32>
  return %0 : tensor<7x128xf32>
}

// -----

// More rows are columns of the transpose of the result, whose copy is smaller than the weights.
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
// CHECK-DAG: #[[WEIGHT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[BACK:.*]] = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-LABEL: func.func @columns
// CHECK: linalg.generic {indexing_maps = [#[[COLUMN]], #[[WEIGHT]], #[[SUM]]], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
// CHECK: linalg.generic {indexing_maps = [#[[BACK]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel"]}
// CHECK: return
func.func @columns(%x: tensor<2x5x64xf32>, %w: tensor<128x64xf32>) -> tensor<2x5x128xf32> {
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
  %0 = stablehlo.dot_general %x, %t, contracting_dims = [2] x [0] : (tensor<2x5x64xf32>, tensor<64x128xf32>) -> tensor<2x5x128xf32>
  return %0 : tensor<2x5x128xf32>
}

// -----

// Constant weights are copied when the program is compiled, and so many rows are larger than the weights.
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-LABEL: func.func @as_they_are
// CHECK-COUNT-2: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #[[SUM]]], iterator_types = ["parallel", "reduction", "parallel"]}
func.func @as_they_are(%x: tensor<10x64xf32>, %y: tensor<50x64xf32>, %w: tensor<128x64xf32>) -> (tensor<10x128xf32>, tensor<50x128xf32>) {
  %c = stablehlo.constant dense<2.0> : tensor<128x64xf32>
  %0 = stablehlo.dot_general %x, %c, contracting_dims = [1] x [1] : (tensor<10x64xf32>, tensor<128x64xf32>) -> tensor<10x128xf32>
  %1 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [1] : (tensor<50x64xf32>, tensor<128x64xf32>) -> tensor<50x128xf32>
  return %0, %1 : tensor<10x128xf32>, tensor<50x128xf32>
}
