// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0) -> ()>
module {
  func.func @f(%arg0: index, %arg1: memref<8x8xf32>, %arg2: f32, %arg3: vector<4xf32>, %arg4: vector<2x4xf32>, %arg5: vector<4xi1>, %arg6: vector<4xi32>, %arg7: tensor<8x8xf32>, %arg8: vector<[8]xf32>, %arg9: i32, %arg10: vector<4x4xf32>) {
    %0 = vector.load %arg1[%arg0, %arg0] : memref<8x8xf32>, vector<4xf32>
    %1 = vector.load %arg1[%arg0, %arg0] {alignment = 8 : i64, nontemporal = true} : memref<8x8xf32>, vector<4xf32>
    vector.store %arg3, %arg1[%arg0, %arg0] : memref<8x8xf32>, vector<4xf32>
    %2 = vector.maskedload %arg1[%arg0, %arg0], %arg5, %arg3 : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %arg1[%arg0, %arg0], %arg5, %arg3 : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
    %3 = vector.expandload %arg1[%arg0, %arg0], %arg5, %arg3 : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.compressstore %arg1[%arg0, %arg0], %arg5, %arg3 : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
    %4 = vector.gather %arg1[%arg0, %arg0] [%arg6], %arg5, %arg3 : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.scatter %arg1[%arg0, %arg0] [%arg6], %arg5, %arg3 : memref<8x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    %5 = vector.transfer_read %arg1[%arg0, %arg0], %arg2 : memref<8x8xf32>, vector<4xf32>
    %6 = vector.transfer_read %arg1[%arg0, %arg0], %arg2, %arg5 {in_bounds = [true]} : memref<8x8xf32>, vector<4xf32>
    %7 = vector.transfer_read %arg7[%arg0, %arg0], %arg2 {in_bounds = [false, true], permutation_map = #map} : tensor<8x8xf32>, vector<4x2xf32>
    vector.transfer_write %arg3, %arg1[%arg0, %arg0] : vector<4xf32>, memref<8x8xf32>
    %8 = vector.transfer_write %arg4, %arg7[%arg0, %arg0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<8x8xf32>
    %9 = vector.type_cast %arg1 : memref<8x8xf32> to memref<vector<8x8xf32>>
    %10 = vector.broadcast %arg2 : f32 to vector<4xf32>
    %11 = vector.broadcast %arg3 : vector<4xf32> to vector<2x4xf32>
    %12 = vector.extract %arg4[1] : vector<4xf32> from vector<2x4xf32>
    %13 = vector.extract %arg4[1, %arg0] : f32 from vector<2x4xf32>
    %14 = vector.insert %arg2, %arg4 [1, %arg0] : f32 into vector<2x4xf32>
    %15 = vector.from_elements %arg2, %arg2 : vector<2xf32>
    %16:4 = vector.to_elements %arg3 : vector<4xf32>
    %17 = vector.extract_strided_slice %arg4 {offsets = [0, 2], sizes = [1, 2], strides = [1, 1]} : vector<2x4xf32> to vector<1x2xf32>
    %18 = vector.insert_strided_slice %15, %arg4 {offsets = [0, 2], strides = [1]} : vector<2xf32> into vector<2x4xf32>
    %19 = vector.scalable.extract %arg8[4] : vector<4xf32> from vector<[8]xf32>
    %20 = vector.scalable.insert %arg3, %arg8[4] : vector<4xf32> into vector<[8]xf32>
    %21 = vector.shape_cast %arg4 : vector<2x4xf32> to vector<8xf32>
    %22 = vector.bitcast %arg3 : vector<4xf32> to vector<8xi16>
    %23 = vector.transpose %arg4, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    %24 = vector.shuffle %arg3, %arg3 [0, 5, 2] : vector<4xf32>, vector<4xf32>
    %25 = vector.interleave %arg3, %arg3 : vector<4xf32> -> vector<8xf32>
    %res1, %res2 = vector.deinterleave %arg3 : vector<4xf32> -> vector<2xf32>
    %26 = vector.step : vector<4xindex>
    %vscale = vector.vscale
    %27 = vector.create_mask %arg0, %arg0 : vector<2x4xi1>
    %28 = vector.constant_mask [1, 2] : vector<2x4xi1>
    %29 = vector.mask %arg5 { vector.reduction <add>, %arg3 : vector<4xf32> into f32 } : vector<4xi1> -> f32
    vector.mask %arg5 { vector.transfer_write %arg3, %arg1[%arg0, %arg0] : vector<4xf32>, memref<8x8xf32> } : vector<4xi1>
    %30 = vector.mask %arg5, %arg3 { vector.transfer_read %arg1[%arg0, %arg0], %arg2 : memref<8x8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
    %31 = vector.fma %arg3, %arg3, %arg3 : vector<4xf32>
    %32 = vector.reduction <maximumf>, %arg3, %arg2 fastmath<fast> : vector<4xf32> into f32
    %33 = vector.multi_reduction <mul>, %arg4, %arg3 [0] : vector<2x4xf32> to vector<4xf32>
    %34 = vector.multi_reduction <mul>, %arg4, %arg2 {a} [0, 1] : vector<2x4xf32> to f32
    %35 = vector.contract {indexing_maps = [#map1, #map1, #map2], iterator_types = ["reduction"], kind = #vector.kind<add>} %arg3, %arg3, %arg2 : vector<4xf32>, vector<4xf32> into f32
    %36 = vector.outerproduct %arg3, %15 : vector<4xf32>, vector<2xf32>
    %37 = vector.outerproduct %arg3, %arg3, %arg10 {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<4xf32>
    %38 = vector.outerproduct %arg3, %arg2, %arg3 {kind = #vector.kind<add>} : vector<4xf32>, f32
    %dest, %accumulated_value = vector.scan <add>, %arg4, %arg3 {inclusive = false, reduction_dim = 0 : i64} : vector<2x4xf32>, vector<4xf32>
    vector.print %arg3 : vector<4xf32>
    vector.print str "hi"
    vector.print punctuation <comma>
    vector.print %arg9 : i32 punctuation <no_punctuation>
    vector.print
    return
  }
}

