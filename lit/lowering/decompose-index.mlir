// RUN: lathe-opt %s --stablehlo-decompose | FileCheck %s

// A constant of StableHLO cannot have elements of type index, so this operation remains.
// CHECK: tensor.from_elements : tensor<0xindex>
func.func @empty() -> tensor<0xindex> {
  %0 = tensor.from_elements : tensor<0xindex>
  return %0 : tensor<0xindex>
}
