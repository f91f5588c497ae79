// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --mlir-print-op-generic | diff %t -
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d4, d5)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d3, d4, d6)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d2, d3, d5, d6)>
#map12 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d4, d5)>
#map13 = affine_map<(d0, d1, d2) -> (d2, d1)>
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>, memref<4xf16>) -> (), sym_name = "unary"}> ({
  ^bb0(%arg86: tensor<4x?xf32>, %arg87: memref<4xf16>):
    %51 = "linalg.log"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg134: f32, %arg135: f32):
      %88 = "math.log"(%arg134) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%88) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.log"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg132: f16, %arg133: f16):
      %87 = "math.log"(%arg132) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%87) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %52 = "linalg.abs"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg130: f32, %arg131: f32):
      %86 = "math.absf"(%arg130) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%86) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.abs"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg128: f16, %arg129: f16):
      %85 = "math.absf"(%arg128) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%85) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %53 = "linalg.ceil"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg126: f32, %arg127: f32):
      %84 = "math.ceil"(%arg126) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%84) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.ceil"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg124: f16, %arg125: f16):
      %83 = "math.ceil"(%arg124) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%83) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %54 = "linalg.floor"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg122: f32, %arg123: f32):
      %82 = "math.floor"(%arg122) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%82) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.floor"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg120: f16, %arg121: f16):
      %81 = "math.floor"(%arg120) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%81) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %55 = "linalg.negf"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg118: f32, %arg119: f32):
      %80 = "arith.negf"(%arg118) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%80) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.negf"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg116: f16, %arg117: f16):
      %79 = "arith.negf"(%arg116) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%79) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %56 = "linalg.reciprocal"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg114: f32, %arg115: f32):
      %77 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
      %78 = "arith.divf"(%77, %arg114) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%78) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.reciprocal"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg112: f16, %arg113: f16):
      %75 = "arith.constant"() <{value = 1.000000e+00 : f16}> : () -> f16
      %76 = "arith.divf"(%75, %arg112) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16
      "linalg.yield"(%76) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %57 = "linalg.round"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg110: f32, %arg111: f32):
      %74 = "math.round"(%arg110) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%74) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.round"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg108: f16, %arg109: f16):
      %73 = "math.round"(%arg108) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%73) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %58 = "linalg.sqrt"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg106: f32, %arg107: f32):
      %72 = "math.sqrt"(%arg106) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%72) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.sqrt"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg104: f16, %arg105: f16):
      %71 = "math.sqrt"(%arg104) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%71) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %59 = "linalg.rsqrt"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg102: f32, %arg103: f32):
      %70 = "math.rsqrt"(%arg102) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%70) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.rsqrt"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg100: f16, %arg101: f16):
      %69 = "math.rsqrt"(%arg100) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%69) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %60 = "linalg.square"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg98: f32, %arg99: f32):
      %68 = "arith.mulf"(%arg98, %arg98) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%68) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.square"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg96: f16, %arg97: f16):
      %67 = "arith.mulf"(%arg96, %arg96) <{fastmath = #arith.fastmath<none>}> : (f16, f16) -> f16
      "linalg.yield"(%67) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %61 = "linalg.tanh"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg94: f32, %arg95: f32):
      %66 = "math.tanh"(%arg94) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%66) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.tanh"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg92: f16, %arg93: f16):
      %65 = "math.tanh"(%arg92) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%65) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    %62 = "linalg.erf"(%arg86, %arg86) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg90: f32, %arg91: f32):
      %64 = "math.erf"(%arg90) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%64) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.erf"(%arg87, %arg87) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg88: f16, %arg89: f16):
      %63 = "math.erf"(%arg88) <{fastmath = #arith.fastmath<none>}> : (f16) -> f16
      "linalg.yield"(%63) : (f16) -> ()
    }) : (memref<4xf16>, memref<4xf16>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x?xf32>, memref<4xi16>) -> (), sym_name = "binary"}> ({
  ^bb0(%arg45: tensor<4x?xf32>, %arg46: memref<4xi16>):
    %32 = "linalg.sub"(%arg45, %arg45, %arg45) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg83: f32, %arg84: f32, %arg85: f32):
      %50 = "arith.subf"(%arg83, %arg84) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%50) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %33 = "linalg.mul"(%arg45, %arg45, %arg45) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg80: f32, %arg81: f32, %arg82: f32):
      %49 = "arith.mulf"(%arg80, %arg81) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%49) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %34 = "linalg.div"(%arg45, %arg45, %arg45) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg77: f32, %arg78: f32, %arg79: f32):
      %48 = "arith.divf"(%arg77, %arg78) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%48) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %35 = "linalg.max"(%arg45, %arg45, %arg45) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg74: f32, %arg75: f32, %arg76: f32):
      %47 = "arith.maximumf"(%arg74, %arg75) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%47) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %36 = "linalg.min"(%arg45, %arg45, %arg45) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg71: f32, %arg72: f32, %arg73: f32):
      %46 = "arith.minimumf"(%arg71, %arg72) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%46) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    %37 = "linalg.powf"(%arg45, %arg45, %arg45) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg68: f32, %arg69: f32, %arg70: f32):
      %45 = "math.powf"(%arg68, %arg69) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%45) : (f32) -> ()
    }) : (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
    "linalg.add"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg65: i16, %arg66: i16, %arg67: i16):
      %44 = "arith.addi"(%arg65, %arg66) <{overflowFlags = #arith.overflow<none>}> : (i16, i16) -> i16
      "linalg.yield"(%44) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "linalg.sub"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg62: i16, %arg63: i16, %arg64: i16):
      %43 = "arith.subi"(%arg62, %arg63) <{overflowFlags = #arith.overflow<none>}> : (i16, i16) -> i16
      "linalg.yield"(%43) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "linalg.mul"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg59: i16, %arg60: i16, %arg61: i16):
      %42 = "arith.muli"(%arg59, %arg60) <{overflowFlags = #arith.overflow<none>}> : (i16, i16) -> i16
      "linalg.yield"(%42) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "linalg.div"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg56: i16, %arg57: i16, %arg58: i16):
      %41 = "arith.divsi"(%arg56, %arg57) : (i16, i16) -> i16
      "linalg.yield"(%41) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "linalg.div_unsigned"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg53: i16, %arg54: i16, %arg55: i16):
      %40 = "arith.divui"(%arg53, %arg54) : (i16, i16) -> i16
      "linalg.yield"(%40) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "linalg.max"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg50: i16, %arg51: i16, %arg52: i16):
      %39 = "arith.maxsi"(%arg50, %arg51) : (i16, i16) -> i16
      "linalg.yield"(%39) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "linalg.min"(%arg46, %arg46, %arg46) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg47: i16, %arg48: i16, %arg49: i16):
      %38 = "arith.minsi"(%arg47, %arg48) : (i16, i16) -> i16
      "linalg.yield"(%38) : (i16) -> ()
    }) {mark} : (memref<4xi16>, memref<4xi16>, memref<4xi16>) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4xi1>, tensor<4xf32>, tensor<2x4x8xf32>, tensor<2x8x4xf32>, tensor<4x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>, tensor<1x2x3x4xi8>, tensor<5x2x6x4xi8>, tensor<1x5x3x6xi32>, tensor<9x1x2x3x4xf16>, tensor<9x5x2x6x4xf16>, tensor<9x1x5x3x6xf32>, tensor<4x8xi8>, tensor<8x4xi16>, tensor<4x4xi32>) -> (), sym_name = "products"}> ({
  ^bb0(%arg4: tensor<4xi1>, %arg5: tensor<4xf32>, %arg6: tensor<2x4x8xf32>, %arg7: tensor<2x8x4xf32>, %arg8: tensor<4x4xf32>, %arg9: tensor<2x8xf32>, %arg10: tensor<2x4xf32>, %arg11: tensor<1x2x3x4xi8>, %arg12: tensor<5x2x6x4xi8>, %arg13: tensor<1x5x3x6xi32>, %arg14: tensor<9x1x2x3x4xf16>, %arg15: tensor<9x5x2x6x4xf16>, %arg16: tensor<9x1x5x3x6xf32>, %arg17: tensor<4x8xi8>, %arg18: tensor<8x4xi16>, %arg19: tensor<4x4xi32>):
    %1 = "linalg.select"(%arg4, %arg5, %arg5, %arg5) <{operandSegmentSizes = array<i32: 3, 1>}> ({
    ^bb0(%arg41: i1, %arg42: f32, %arg43: f32, %arg44: f32):
      %31 = "arith.select"(%arg41, %arg42, %arg43) : (i1, f32, f32) -> f32
      "linalg.yield"(%31) : (f32) -> ()
    }) : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %2 = "linalg.batch_reduce_matmul"(%arg6, %arg7, %arg8) <{indexing_maps = [#map, #map1, #map2], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg38: f32, %arg39: f32, %arg40: f32):
      %29 = "arith.mulf"(%arg38, %arg39) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %30 = "arith.addf"(%arg40, %29) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%30) : (f32) -> ()
    }) : (tensor<2x4x8xf32>, tensor<2x8x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = "linalg.batch_matvec"(%arg6, %arg9, %arg10) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg35: f32, %arg36: f32, %arg37: f32):
      %27 = "arith.mulf"(%arg35, %arg36) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %28 = "arith.addf"(%arg37, %27) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%28) : (f32) -> ()
    }) {linalg.memoized_indexing_maps = [#map3, #map4, #map5]} : (tensor<2x4x8xf32>, tensor<2x8xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    %4 = "linalg.batch_vecmat"(%arg9, %arg7, %arg10) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg32: f32, %arg33: f32, %arg34: f32):
      %25 = "arith.mulf"(%arg32, %arg33) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %26 = "arith.addf"(%arg34, %25) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%26) : (f32) -> ()
    }) {linalg.memoized_indexing_maps = [#map4, #map6, #map5]} : (tensor<2x8xf32>, tensor<2x8x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    %5 = "linalg.mmt4d"(%arg11, %arg12, %arg13) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg29: i8, %arg30: i8, %arg31: i32):
      %21 = "arith.extsi"(%arg29) : (i8) -> i32
      %22 = "arith.extsi"(%arg30) : (i8) -> i32
      %23 = "arith.muli"(%21, %22) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %24 = "arith.addi"(%arg31, %23) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%24) : (i32) -> ()
    }) {linalg.memoized_indexing_maps = [#map7, #map8, #map9]} : (tensor<1x2x3x4xi8>, tensor<5x2x6x4xi8>, tensor<1x5x3x6xi32>) -> tensor<1x5x3x6xi32>
    %6 = "linalg.batch_mmt4d"(%arg14, %arg15, %arg16) <{operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg26: f16, %arg27: f16, %arg28: f32):
      %17 = "arith.extf"(%arg26) : (f16) -> f32
      %18 = "arith.extf"(%arg27) : (f16) -> f32
      %19 = "arith.mulf"(%17, %18) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      %20 = "arith.addf"(%arg28, %19) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "linalg.yield"(%20) : (f32) -> ()
    }) {linalg.memoized_indexing_maps = [#map10, #map11, #map12]} : (tensor<9x1x2x3x4xf16>, tensor<9x5x2x6x4xf16>, tensor<9x1x5x3x6xf32>) -> tensor<9x1x5x3x6xf32>
    %7 = "linalg.matmul"(%arg17, %arg18, %arg19) <{indexing_maps = [#map4, #map13, #map5], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg23: i8, %arg24: i16, %arg25: i32):
      %13 = "arith.extsi"(%arg23) : (i8) -> i32
      %14 = "arith.extsi"(%arg24) : (i16) -> i32
      %15 = "arith.muli"(%13, %14) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %16 = "arith.addi"(%arg25, %15) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%16) : (i32) -> ()
    }) : (tensor<4x8xi8>, tensor<8x4xi16>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %8 = "linalg.matmul"(%arg17, %arg18, %arg19) <{cast = #linalg.type_fn<cast_unsigned>, indexing_maps = [#map4, #map13, #map5], operandSegmentSizes = array<i32: 2, 1>}> ({
    ^bb0(%arg20: i8, %arg21: i16, %arg22: i32):
      %9 = "arith.extui"(%arg20) : (i8) -> i32
      %10 = "arith.extui"(%arg21) : (i16) -> i32
      %11 = "arith.muli"(%9, %10) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      %12 = "arith.addi"(%arg22, %11) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "linalg.yield"(%12) : (i32) -> ()
    }) : (tensor<4x8xi8>, tensor<8x4xi16>, tensor<4x4xi32>) -> tensor<4x4xi32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (vector<2x4xf32>, tensor<3xvector<2x4xf32>>) -> tensor<3xvector<2x4xf32>>, sym_name = "fill_vectors"}> ({
  ^bb0(%arg0: vector<2x4xf32>, %arg1: tensor<3xvector<2x4xf32>>):
    %0 = "linalg.fill"(%arg0, %arg1) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: vector<2x4xf32>, %arg3: vector<2x4xf32>):
      "linalg.yield"(%arg2) : (vector<2x4xf32>) -> ()
    }) : (vector<2x4xf32>, tensor<3xvector<2x4xf32>>) -> tensor<3xvector<2x4xf32>>
    "func.return"(%0) : (tensor<3xvector<2x4xf32>>) -> ()
  }) : () -> ()
}) : () -> ()

