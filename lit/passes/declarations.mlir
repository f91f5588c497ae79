// RUN: lathe-opt %s --place-device | FileCheck %s

// A declaration has no operations to place.

// CHECK: func.func private @f(tensor<4xf32>)
func.func private @f(tensor<4xf32>)
