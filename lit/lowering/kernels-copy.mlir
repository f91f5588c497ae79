// RUN: lathe-opt --linalg-to-kernels --kernel-verify %s | FileCheck %s

// The source of a copy on the host may be a view of the arena.

// CHECK: %[[VIEW:.*]] = memref.view
// CHECK: memref.copy %{{.*}}, %[[VIEW]]
// CHECK: memref.copy %[[VIEW]], %{{.*}}
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %arena: memref<128xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %c0 = arith.constant 0 : index
  %v = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  memref.copy %x, %v : memref<8xf32> to memref<8xf32>
  memref.copy %v, %y : memref<8xf32> to memref<8xf32>
  return
}
