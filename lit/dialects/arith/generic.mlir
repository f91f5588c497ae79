// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, vector<4xi8>, tensor<?xindex>) -> (), sym_name = "integers"}> ({
  ^bb0(%arg17: i32, %arg18: i32, %arg19: vector<4xi8>, %arg20: tensor<?xindex>):
    %47 = "arith.addi"(%arg17, %arg18) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %48 = "arith.addi"(%arg17, %arg18) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %49 = "arith.subi"(%arg19, %arg19) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (vector<4xi8>, vector<4xi8>) -> vector<4xi8>
    %50 = "arith.muli"(%arg20, %arg20) <{overflowFlags = #arith.overflow<none>}> {mark} : (tensor<?xindex>, tensor<?xindex>) -> tensor<?xindex>
    %51 = "arith.shli"(%arg17, %arg18) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %52 = "arith.divsi"(%arg17, %arg18) <{isExact}> : (i32, i32) -> i32
    %53 = "arith.divui"(%arg17, %arg18) : (i32, i32) -> i32
    %54 = "arith.shrsi"(%arg17, %arg18) <{isExact}> : (i32, i32) -> i32
    %55 = "arith.shrui"(%arg17, %arg18) : (i32, i32) -> i32
    %56 = "arith.ceildivsi"(%arg17, %arg18) : (i32, i32) -> i32
    %57 = "arith.ceildivui"(%arg17, %arg18) : (i32, i32) -> i32
    %58 = "arith.floordivsi"(%arg17, %arg18) : (i32, i32) -> i32
    %59 = "arith.remsi"(%arg17, %arg18) : (i32, i32) -> i32
    %60 = "arith.remui"(%arg17, %arg18) : (i32, i32) -> i32
    %61 = "arith.andi"(%arg17, %arg18) : (i32, i32) -> i32
    %62 = "arith.ori"(%arg17, %arg18) : (i32, i32) -> i32
    %63 = "arith.xori"(%arg17, %arg18) : (i32, i32) -> i32
    %64 = "arith.maxsi"(%arg17, %arg18) : (i32, i32) -> i32
    %65 = "arith.maxui"(%arg17, %arg18) : (i32, i32) -> i32
    %66 = "arith.minsi"(%arg17, %arg18) : (i32, i32) -> i32
    %67 = "arith.minui"(%arg17, %arg18) : (i32, i32) -> i32
    %68:2 = "arith.addui_extended"(%arg17, %arg18) : (i32, i32) -> (i32, i1)
    %69:2 = "arith.addui_extended"(%arg19, %arg19) : (vector<4xi8>, vector<4xi8>) -> (vector<4xi8>, vector<4xi1>)
    %70:2 = "arith.mulsi_extended"(%arg17, %arg18) : (i32, i32) -> (i32, i32)
    %71:2 = "arith.mului_extended"(%arg17, %arg18) {mark} : (i32, i32) -> (i32, i32)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, vector<4xbf16>, tensor<2x?xf64>) -> (), sym_name = "floats"}> ({
  ^bb0(%arg13: f32, %arg14: f32, %arg15: vector<4xbf16>, %arg16: tensor<2x?xf64>):
    %36 = "arith.negf"(%arg13) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %37 = "arith.negf"(%arg13) <{fastmath = #arith.fastmath<nnan>}> : (f32) -> f32
    %38 = "arith.addf"(%arg13, %arg14) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %39 = "arith.subf"(%arg15, %arg15) <{fastmath = #arith.fastmath<reassoc,contract>}> : (vector<4xbf16>, vector<4xbf16>) -> vector<4xbf16>
    %40 = "arith.mulf"(%arg16, %arg16) <{fastmath = #arith.fastmath<none>}> {mark} : (tensor<2x?xf64>, tensor<2x?xf64>) -> tensor<2x?xf64>
    %41 = "arith.divf"(%arg13, %arg14) <{fastmath = #arith.fastmath<nnan,ninf,nsz,arcp,afn>}> : (f32, f32) -> f32
    %42 = "arith.remf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %43 = "arith.maximumf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %44 = "arith.minimumf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %45 = "arith.maxnumf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %46 = "arith.minnumf"(%arg13, %arg14) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, f32, index, memref<2xindex>, f4E2M1FN, f8E8M0FNU, tensor<2x?xi8>) -> (), sym_name = "casts"}> ({
  ^bb0(%arg6: i32, %arg7: f32, %arg8: index, %arg9: memref<2xindex>, %arg10: f4E2M1FN, %arg11: f8E8M0FNU, %arg12: tensor<2x?xi8>):
    %17 = "arith.extsi"(%arg6) : (i32) -> i64
    %18 = "arith.extui"(%arg12) : (tensor<2x?xi8>) -> tensor<2x?xi16>
    %19 = "arith.extf"(%arg7) : (f32) -> f64
    %20 = "arith.extf"(%arg7) <{fastmath = #arith.fastmath<contract>}> : (f32) -> f64
    %21 = "arith.trunci"(%arg6) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i8
    %22 = "arith.trunci"(%arg6) <{overflowFlags = #arith.overflow<nsw>}> : (i32) -> i8
    %23 = "arith.truncf"(%arg7) : (f32) -> bf16
    %24 = "arith.truncf"(%arg7) <{roundingmode = 0 : i32}> : (f32) -> f16
    %25 = "arith.truncf"(%arg7) <{fastmath = #arith.fastmath<contract>, roundingmode = 1 : i32}> : (f32) -> f16
    %26 = "arith.sitofp"(%arg6) : (i32) -> f32
    %27 = "arith.uitofp"(%arg6) : (i32) -> f64
    %28 = "arith.fptosi"(%arg7) : (f32) -> i8
    %29 = "arith.fptoui"(%arg7) : (f32) -> i64
    %30 = "arith.index_cast"(%arg8) : (index) -> i32
    %31 = "arith.index_cast"(%arg9) : (memref<2xindex>) -> memref<2xi32>
    %32 = "arith.index_castui"(%arg6) : (i32) -> index
    %33 = "arith.bitcast"(%arg7) : (f32) -> i32
    %34 = "arith.scaling_extf"(%arg10, %arg11) : (f4E2M1FN, f8E8M0FNU) -> f32
    %35 = "arith.scaling_truncf"(%arg7, %arg11) <{fastmath = #arith.fastmath<nnan>, roundingmode = 3 : i32}> : (f32, f8E8M0FNU) -> f4E2M1FN
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, f32, vector<4xi32>, i1, vector<4xi1>, memref<4xf32>) -> (), sym_name = "choices"}> ({
  ^bb0(%arg0: i32, %arg1: f32, %arg2: vector<4xi32>, %arg3: i1, %arg4: vector<4xi1>, %arg5: memref<4xf32>):
    %10 = "arith.cmpi"(%arg0, %arg0) <{predicate = 0 : i64}> : (i32, i32) -> i1
    %11 = "arith.cmpi"(%arg2, %arg2) <{predicate = 9 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %12 = "arith.cmpf"(%arg1, %arg1) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> i1
    %13 = "arith.cmpf"(%arg1, %arg1) <{fastmath = #arith.fastmath<ninf>, predicate = 0 : i64}> : (f32, f32) -> i1
    %14 = "arith.select"(%arg3, %arg0, %arg0) : (i1, i32, i32) -> i32
    %15 = "arith.select"(%arg4, %arg2, %arg2) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %16 = "arith.select"(%arg3, %arg5, %arg5) {mark} : (i1, memref<4xf32>, memref<4xf32>) -> memref<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "constants"}> ({
    %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %1 = "arith.constant"() <{value = -1 : i8}> : () -> i8
    %2 = "arith.constant"() <{value = true}> : () -> i1
    %3 = "arith.constant"() <{value = false}> : () -> i1
    %4 = "arith.constant"() <{value = 0 : index}> : () -> index
    %5 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %6 = "arith.constant"() <{value = 0 : index}> {mark} : () -> index
    %7 = "arith.constant"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> tensor<2xi32>
    %8 = "arith.constant"() <{value = dense<0.000000e+00> : vector<[4]xf32>}> : () -> vector<[4]xf32>
    %9 = "arith.constant"() <{value = -1 : i128}> : () -> i128
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

