// RUN: lathe-opt %s --plan-pools | FileCheck %s
// RUN: lathe-opt %s --plan-pools=arena=true | FileCheck %s --check-prefix=ARENA
// RUN: lathe-opt %s --plan-pools='arena=true align=64' | FileCheck %s --check-prefix=ALIGN
// RUN: not lathe-opt %s --plan-pools='arena=true align=48' 2>&1 | FileCheck %s --check-prefix=POWER
// RUN: not lathe-opt %s --plan-pools=align=64 2>&1 | FileCheck %s --check-prefix=NEEDS
// RUN: not lathe-opt %s --plan-pools=match=-1 2>&1 | FileCheck %s --check-prefix=MATCH
// The example of NNVM's documentation of its memory plan: ids 0, 1, 1, 0 and 64 bytes.

// CHECK: nnvm.pool_bytes = array<i64: 32, 32>
// ARENA: nnvm.arena_bytes = {any = 64 : i64}
// ARENA: nnvm.elemwise_add(%arg0, %arg0) {nnvm.offset = array<i64: 0>}
// ARENA: nnvm.flatten(%0) {nnvm.offset = array<i64: 32>}
// ARENA: nnvm.elemwise_add(%1, %0) {nnvm.offset = array<i64: 32>}
// ARENA: nnvm.elemwise_add(%2, %2) {nnvm.offset = array<i64: 0>}
// ALIGN: nnvm.arena_bytes = {any = 128 : i64}
// ALIGN: nnvm.flatten(%0) {nnvm.offset = array<i64: 64>}
// POWER: align must be 0 or a power of two up to 1048576, but is 48
// NEEDS: align needs arena=true, because it applies to offsets in an arena
// MATCH: match must be 0 or more, but is -1
func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  // CHECK: nnvm.elemwise_add(%arg0, %arg0) {nnvm.pool = array<i32: 0>}
  %addk = nnvm.elemwise_add(%x, %x) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK: nnvm.flatten(%0) {nnvm.pool = array<i32: 1>}
  %reshapek = nnvm.flatten(%addk) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK: nnvm.elemwise_add(%1, %0) {nnvm.pool = array<i32: 1>}
  %add2 = nnvm.elemwise_add(%reshapek, %addk) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  // CHECK: nnvm.elemwise_add(%2, %2) {nnvm.pool = array<i32: 0>}
  %add3 = nnvm.elemwise_add(%add2, %add2) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %add3 : tensor<4x2xf32>
}
