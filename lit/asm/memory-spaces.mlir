// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s | lathe-opt | FileCheck %s

#space = 3 : i64

// CHECK: @spaces(memref<4xf32, 3>, memref<*xf32, 3>, memref<4xf32, 3 : i32>, memref<4xf32, "x">, memref<4xf32, 3>, memref<3xf32, {x = 1 : i64}>)
func.func private @spaces(memref<4xf32, 3>, memref<*xf32, 3>, memref<4xf32, 3 : i32>, memref<4xf32, "x">, memref<4xf32, #space>, memref<3xf32, {x = 1}>)
// CHECK: @default(memref<2xf32>, memref<*xf32>, memref<2xf32>)
func.func private @default(memref<2xf32, 0>, memref<*xf32, 0 : i32>, memref<2xf32, false>)
