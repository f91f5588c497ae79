// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --pack-operands=target=avx512 --split-input-file | FileCheck %s --check-prefix=TENSORS
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --pack-operands=target=avx512 --plan-buffers --linalg-to-kernels=target=avx512 --kernel-verify --split-input-file | FileCheck %s --check-prefix=KERNELS

// Columns that are far apart are copied into panels, one for each strip.
// TENSORS-LABEL: @transposed
// TENSORS: linalg.generic {{.*}} attrs = {{ *}}{lathe.packed = 0 : i64, lathe.schedule = {strips = array<i64: 48, 20, 40, 1>}}
// TENSORS: linalg.generic {{.*}} attrs = {{ *}}{lathe.packed = 1 : i64, lathe.schedule = {strips = array<i64: 48, 20, 40, 1>}}
// KERNELS-LABEL: func.func @transposed
// KERNELS: call @k0
// KERNELS: call @k1
// KERNELS: func.func private @k0
// KERNELS: vector.shuffle
// KERNELS: func.func private @k1
// KERNELS-NOT: vector.shuffle
// KERNELS: vector.load
func.func @transposed(%a: tensor<16x32xf32>, %b: tensor<1000x32xf32>) -> tensor<16x1000xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<16x32xf32>, tensor<1000x32xf32>) -> tensor<16x1000xf32>
  return %0 : tensor<16x1000xf32>
}

// -----

// A right side that the second-level cache holds is read as it is.
// TENSORS-LABEL: @small
// TENSORS-NOT: lathe.packed
// TENSORS: return
func.func @small(%a: tensor<128x128xf32>, %b: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return %0 : tensor<128x128xf32>
}

// -----

// A larger one is copied first if it would be read for 640 rows or more.
// TENSORS-LABEL: @large
// TENSORS: lathe.packed = 0 : i64
// TENSORS: lathe.packed = 1 : i64
func.func @large(%a: tensor<640x1024xf32>, %b: tensor<1024x512xf32>) -> tensor<640x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<640x1024xf32>, tensor<1024x512xf32>) -> tensor<640x512xf32>
  return %0 : tensor<640x512xf32>
}

// -----

// For fewer rows, blocks of it are read as they are. While a strip of three vectors is multiplied, the next one is fetched.
// TENSORS-LABEL: @fetched
// TENSORS-NOT: lathe.packed
// TENSORS: return
// KERNELS-LABEL: func.func @fetched
// KERNELS: scf.for {{.*}} iter_args
// KERNELS: math.fma
// KERNELS: arith.addi %[[COLUMN:.*]], %c48 : index
// KERNELS: memref.prefetch %arg1[{{.*}}], read, locality<3>, data : memref<1536000xf32>
// KERNELS-COUNT-2: memref.prefetch %arg1
// KERNELS-NOT: memref.prefetch
// KERNELS: scf.yield
func.func @fetched(%a: tensor<16x1000xf32>, %b: tensor<1000x1536xf32>) -> tensor<16x1536xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x1000xf32>, tensor<1000x1536xf32>) -> tensor<16x1536xf32>
  return %0 : tensor<16x1536xf32>
}

// -----

// A constant is packed when the program is compiled: here of rows of two vectors, one of them half full.
// TENSORS-LABEL: @constant
// TENSORS: lathe.packed = 0 : i64
// KERNELS: memref.global "private" constant @packed_0 : memref<6xf32> = dense<[1.000000e+00, 4.000000e+00, 2.000000e+00, 5.000000e+00, 3.000000e+00, 6.000000e+00]>
// KERNELS-NOT: memref.global
// KERNELS: func.func @constant
// KERNELS: memref.get_global @packed_0
// The second kernel makes NaNs canonical.
// KERNELS-COUNT-2: call
// KERNELS-NOT: call
func.func @constant(%a: tensor<4x3xf32>) -> tensor<4x2xf32> {
  %b = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// 64 elements of 8 bits are a vector, but panels have 48: the copy has shorter vectors, which stay in one panel.
// KERNELS-LABEL: func.func @bytes
// KERNELS: func.func private @k0
// KERNELS-SAME: kernel.lanes = 32
func.func @bytes(%a: tensor<1024x640xi8>, %b: tensor<1024x1024xi8>) -> tensor<640x1024xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<1024x640xi8>, tensor<1024x1024xi8>) -> tensor<640x1024xi32>
  return %0 : tensor<640x1024xi32>
}

// -----

// Bytes of four terms that are neighbors in the rows become words, which one instruction multiplies. Rows of the same sign as the columns are moved by 128.
// TENSORS-LABEL: @words
// TENSORS: lathe.packed = 0 : i64, lathe.schedule = {strips = array<i64: 48, 2>}, lathe.words
// TENSORS: lathe.packed = 1 : i64, lathe.schedule = {strips = array<i64: 48, 2>}, lathe.words
// KERNELS-LABEL: func.func @words
// KERNELS: func.func private @k0
// KERNELS: %[[BYTES:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// KERNELS: vector.store %[[BYTES]], {{.*}} : memref<6144xi8>, vector<64xi8>
// KERNELS: func.func private @k1
// KERNELS: scf.for %{{.*}} = %c0 to %c16
// KERNELS: vector.load {{.*}} : memref<6144xi8>, vector<64xi8>
// KERNELS: vector.load {{.*}} : memref<1024xi8>, vector<4xi8>
// KERNELS: arith.xori
// KERNELS: vector.contract
// KERNELS: arith.subi {{.*}} : vector<16xi32>
func.func @words(%a: tensor<16x64xi8>, %b: tensor<64x96xi8>) -> tensor<16x96xi32> {
  %x = stablehlo.convert %a : (tensor<16x64xi8>) -> tensor<16x64xi32>
  %y = stablehlo.convert %b : (tensor<64x96xi8>) -> tensor<64x96xi32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<16x64xi32>, tensor<64x96xi32>) -> tensor<16x96xi32>
  return %0 : tensor<16x96xi32>
}

// -----

// The copy is not made in the memory of its operand, which nothing reads later: elements have another order there.
// KERNELS-LABEL: func.func @computed
// KERNELS: func.func private @k1(%arg0: memref<1048576xf32>, %arg1: memref<1048576xf32>, %arg2: index
// KERNELS-NOT: kernel.inplace
func.func @computed(%a: tensor<640x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<640x1024xf32> {
  %c = stablehlo.negate %b : tensor<1024x1024xf32>
  %0 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<640x1024xf32>, tensor<1024x1024xf32>) -> tensor<640x1024xf32>
  return %0 : tensor<640x1024xf32>
}

// -----

// What is read once is not copied first, even if its columns are far apart.
// TENSORS-LABEL: @once
// TENSORS-NOT: lathe.packed
// TENSORS: return
func.func @once(%a: tensor<12x1x64xf32>, %b: tensor<12x512x64xf32>) -> tensor<12x1x512xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<12x1x64xf32>, tensor<12x512x64xf32>) -> tensor<12x1x512xf32>
  return %0 : tensor<12x1x512xf32>
}

// -----

// A product of many terms is copied for fewer rows, since a block of it needs several passes.
// TENSORS-LABEL: @deep
// TENSORS: lathe.packed = 1 : i64
func.func @deep(%a: tensor<192x3072xf32>, %b: tensor<3072x768xf32>) -> tensor<192x768xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<192x3072xf32>, tensor<3072x768xf32>) -> tensor<192x768xf32>
  return %0 : tensor<192x768xf32>
}

// -----

// TENSORS-LABEL: @deeper
// TENSORS-NOT: lathe.packed
// TENSORS: return
func.func @deeper(%a: tensor<192x3000xf32>, %b: tensor<3000x768xf32>) -> tensor<192x768xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<192x3000xf32>, tensor<3000x768xf32>) -> tensor<192x768xf32>
  return %0 : tensor<192x768xf32>
}
