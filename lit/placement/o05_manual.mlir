// RUN: lathe-opt %s --affinity='devices=vm,c mode=manual' --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=MANUAL
// RUN: lathe-opt %s --affinity='devices=vm,c' --split-input-file | FileCheck %s --check-prefix=SEEDED

// Row O5. If every operation names a device, each operation is on its device.
// MANUAL-LABEL: @all
// MANUAL: stablehlo.add {{.*}}{cluster.device = "c"}
// MANUAL: stablehlo.multiply {{.*}}{cluster.device = "vm"}
func.func @all(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a {cluster.device = "c"} : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 {cluster.device = "vm"} : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// If one operation names no device, this is an error only if all operations must name one. The error names the operation.
// SEEDED-LABEL: @one_missing
// SEEDED: stablehlo.add {{.*}}{cluster.device = "c"}
// SEEDED: stablehlo.multiply {{.*}}{cluster.device = "vm"}
func.func @one_missing(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a {cluster.device = "c"} : tensor<4xf32>
  // expected-error@+1 {{'stablehlo.multiply' op has no attribute cluster.device and no rule pins it, but mode=manual requires one of these for every operation}}
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
