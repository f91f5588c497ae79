// RUN: lathe-opt %s --mlir-print-debuginfo | FileCheck %s

// The operation inside shows no location, but has an alias for it.

// CHECK:     vector.mask %{{.*}} { vector.transfer_read {{.*}} } : vector<8xi1> -> vector<8xf32> loc(#[[MASK:loc[0-9]+]])
// CHECK-DAG: #[[MASK]] = loc("{{.*}}mask-location.mlir":[[#@LINE+3]]:8)
// CHECK-DAG: #{{loc[0-9]+}} = loc("{{.*}}mask-location.mlir":[[#@LINE+2]]:25)
func.func @f(%m: memref<?xf32>, %p: f32, %i: index, %k: vector<8xi1>) {
  %4 = vector.mask %k { vector.transfer_read %m[%i], %p : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}
