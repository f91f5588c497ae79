// The output must equal the text below. It contains bodies, and the maps that
// verification adds.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --mlir-print-op-generic | diff %t -
#map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 * 2 + d5 * 2, d6)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> ()>
#map3 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1 + d3, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0) -> (d0)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<(d0, d1) -> ()>
#map10 = affine_map<(d0, d1) -> (d0, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<1x7x9x2xi8>, memref<3x3x2x5xi8>, memref<1x3x3x5xi32>, i32) -> (), sym_name = "quantized"}> ({
  ^bb0(%arg27: memref<1x7x9x2xi8>, %arg28: memref<3x3x2x5xi8>, %arg29: memref<1x3x3x5xi32>, %arg30: i32):
    "linalg.conv_2d_nhwc_hwcf_q"(%arg27, %arg28, %arg30, %arg30, %arg29) <{dilations = dense<[1, 2]> : tensor<2xi64>, operandSegmentSizes = array<i32: 4, 1>, strides = dense<2> : tensor<2xi64>}> ({
    ^bb0(%arg31: i8, %arg32: i8, %arg33: i32, %arg34: i32, %arg35: i32):
      %39 = "arith.extsi"(%arg31) : (i8) -> i32
      %40 = "arith.subi"(%39, %arg33) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %41 = "arith.extsi"(%arg32) : (i8) -> i32
      %42 = "arith.subi"(%41, %arg34) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %43 = "arith.muli"(%40, %42) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %44 = "arith.addi"(%arg35, %43) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%44) : (i32) -> ()
    }) {linalg.memoized_indexing_maps = [#map, #map1, #map2, #map2, #map3]} : (memref<1x7x9x2xi8>, memref<3x3x2x5xi8>, i32, i32, memref<1x3x3x5xi32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<1x8x2xi8>, memref<3xi8>, memref<1x6x2xi16>) -> (), sym_name = "pool"}> ({
  ^bb0(%arg21: memref<1x8x2xi8>, %arg22: memref<3xi8>, %arg23: memref<1x6x2xi16>):
    "linalg.pooling_nwc_max_unsigned"(%arg21, %arg22, %arg23) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg24: i8, %arg25: i8, %arg26: i16):
      %37 = "arith.extui"(%arg24) : (i8) -> i16
      %38 = "arith.maxui"(%arg26, %37) : (i16, i16) -> i16
      "linalg.yield"(%38) : (i16) -> ()
    }) {linalg.memoized_indexing_maps = [#map4, #map5, #map6]} : (memref<1x8x2xi8>, memref<3xi8>, memref<1x6x2xi16>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4xf32>, memref<4xcomplex<f64>>, memref<complex<f64>>) -> (), sym_name = "complex"}> ({
  ^bb0(%arg13: memref<4xf32>, %arg14: memref<4xcomplex<f64>>, %arg15: memref<complex<f64>>):
    "linalg.copy"(%arg13, %arg14) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg19: f32, %arg20: complex<f64>):
      %34 = "arith.extf"(%arg19) : (f32) -> f64
      %35 = "arith.constant"() <{value = 0.000000e+00 : f64}> : () -> f64
      %36 = "complex.create"(%34, %35) : (f64, f64) -> complex<f64>
      "linalg.yield"(%36) : (complex<f64>) -> ()
    }) : (memref<4xf32>, memref<4xcomplex<f64>>) -> ()
    "linalg.dot"(%arg14, %arg14, %arg15) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg16: complex<f64>, %arg17: complex<f64>, %arg18: complex<f64>):
      %32 = "complex.mul"(%arg16, %arg17) <{fastmath = #arith.fastmath<none>}> : (complex<f64>, complex<f64>) -> complex<f64>
      %33 = "complex.add"(%arg18, %32) <{fastmath = #arith.fastmath<none>}> : (complex<f64>, complex<f64>) -> complex<f64>
      "linalg.yield"(%33) : (complex<f64>) -> ()
    }) {linalg.memoized_indexing_maps = [#map7, #map7, #map8]} : (memref<4xcomplex<f64>>, memref<4xcomplex<f64>>, memref<complex<f64>>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f64, f64, i32, memref<3x5xf32>) -> (), sym_name = "random"}> ({
  ^bb0(%arg5: f64, %arg6: f64, %arg7: i32, %arg8: memref<3x5xf32>):
    "linalg.fill_rng_2d"(%arg5, %arg6, %arg7, %arg8) <{operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg9: f64, %arg10: f64, %arg11: i32, %arg12: f32):
      %4 = "arith.constant"() <{value = 2147483647 : i64}> : () -> i64
      %5 = "arith.sitofp"(%4) : (i64) -> f64
      %6 = "linalg.index"() <{dim = 1 : i64}> : () -> index
      %7 = "arith.index_cast"(%6) : (index) -> i32
      %8 = "linalg.index"() <{dim = 0 : i64}> : () -> index
      %9 = "arith.index_cast"(%8) : (index) -> i32
      %10 = "arith.addi"(%9, %arg11) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %11 = "arith.constant"() <{value = 1103515245 : i64}> : () -> i64
      %12 = "arith.trunci"(%11) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
      %13 = "arith.muli"(%10, %12) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %14 = "arith.constant"() <{value = 12345 : i64}> : () -> i64
      %15 = "arith.trunci"(%14) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
      %16 = "arith.addi"(%13, %15) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %17 = "arith.addi"(%7, %16) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %18 = "arith.constant"() <{value = 1103515245 : i64}> : () -> i64
      %19 = "arith.trunci"(%18) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
      %20 = "arith.muli"(%17, %19) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %21 = "arith.constant"() <{value = 12345 : i64}> : () -> i64
      %22 = "arith.trunci"(%21) <{overflowFlags = #arith.overflow<none>}> : (i64) -> i32
      %23 = "arith.addi"(%20, %22) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %24 = "arith.sitofp"(%23) : (i32) -> f64
      %25 = "arith.addf"(%5, %24) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      %26 = "arith.subf"(%arg10, %arg9) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      %27 = "arith.constant"() <{value = 2.3283063999999999E-10 : f64}> : () -> f64
      %28 = "arith.mulf"(%26, %27) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      %29 = "arith.mulf"(%25, %28) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      %30 = "arith.addf"(%29, %arg9) <{fastmath = #arith.fastmath<none>}> : (f64, f64) -> f64
      %31 = "arith.truncf"(%30) : (f64) -> f32
      "linalg.yield"(%31) : (f32) -> ()
    }) {linalg.memoized_indexing_maps = [#map9, #map9, #map9, #map10]} : (f64, f64, i32, memref<3x5xf32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4xi8>, memref<i32>) -> (), sym_name = "contract"}> ({
  ^bb0(%arg0: memref<4xi8>, %arg1: memref<i32>):
    "linalg.contract"(%arg0, %arg0, %arg1) <{cast = #linalg.type_fn<cast_unsigned>, indexing_maps = [#map7, #map7, #map8], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg2: i8, %arg3: i8, %arg4: i32):
      %0 = "arith.extui"(%arg2) : (i8) -> i32
      %1 = "arith.extui"(%arg3) : (i8) -> i32
      %2 = "arith.muli"(%0, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %3 = "arith.addi"(%arg4, %2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%3) : (i32) -> ()
    }) : (memref<4xi8>, memref<4xi8>, memref<i32>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

