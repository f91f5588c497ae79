// RUN: not lathe-opt %s --linalg-to-kernels 2>&1 | FileCheck %s

// CHECK: stream-invalid.mlir:[[#@LINE+3]]:5: error: 'linalg.generic' op must have 'lathe.stream' with a list of output indices less than 1, but has array<i64: 1>
#map = affine_map<(d0) -> (d0)>
func.func @main(%a: memref<4xf32>, %o: memref<4xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%o : memref<4xf32>) attrs = {lathe.stream = array<i64: 1>} {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    return
}
