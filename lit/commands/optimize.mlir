// At optimization level 3, the first run tunes the kernels and stores their schedules in the cache.
// RUN: lathe run --backend=vm -O3 --property=tuning-seconds=1 --cache-dir=%t.cache %s > %t.first
// RUN: lathe cache list --cache-dir=%t.cache | FileCheck %s --check-prefix=CACHE
// RUN: lathe run --backend=vm -O3 --cache-dir=%t.cache %s > %t.second
// RUN: lathe run --backend=vm --no-cache %s > %t.tables
// RUN: diff %t.first %t.tables
// RUN: diff %t.second %t.tables
// RUN: not lathe run --backend=vm -O1 --no-cache %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not lathe run --devices=vm,ref -O3 --no-cache %s 2>&1 | FileCheck %s --check-prefix=DEVICES

// CACHE-DAG: vm programs {{ *}}1
// CACHE-DAG: schedules of kernels {{ *}}1
// LEVEL: error: property 'optimization-level' {{.*}}1
// DEVICES: error: optimization level 3 tunes programs of a single backend, but this program is divided among devices
func.func @main(%a: tensor<40x32xf32>, %b: tensor<32x96xf32>) -> tensor<40x96xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x32xf32>, tensor<32x96xf32>) -> tensor<40x96xf32>
  return %0 : tensor<40x96xf32>
}
