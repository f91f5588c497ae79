// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
"builtin.module"() ({
  "func.func"() <{function_type = (f32, vector<4xf64>, i32, tensor<?xf16>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: vector<4xf64>, %arg2: i32, %arg3: tensor<?xf16>):
    %0 = "math.absf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.absf"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %2 = "math.sqrt"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %3 = "math.sqrt"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %4 = "math.rsqrt"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %5 = "math.rsqrt"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %6 = "math.cbrt"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %7 = "math.cbrt"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %8 = "math.exp"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %9 = "math.exp"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %10 = "math.exp2"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %11 = "math.exp2"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %12 = "math.expm1"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %13 = "math.expm1"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %14 = "math.log"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %15 = "math.log"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %16 = "math.log2"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %17 = "math.log2"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %18 = "math.log10"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %19 = "math.log10"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %20 = "math.log1p"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %21 = "math.log1p"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %22 = "math.sin"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %23 = "math.sin"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %24 = "math.cos"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %25 = "math.cos"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %26 = "math.tan"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %27 = "math.tan"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %28 = "math.asin"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %29 = "math.asin"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %30 = "math.acos"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %31 = "math.acos"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %32 = "math.atan"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %33 = "math.atan"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %34 = "math.sinh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %35 = "math.sinh"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %36 = "math.cosh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %37 = "math.cosh"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %38 = "math.tanh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %39 = "math.tanh"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %40 = "math.asinh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %41 = "math.asinh"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %42 = "math.acosh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %43 = "math.acosh"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %44 = "math.atanh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %45 = "math.atanh"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %46 = "math.erf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %47 = "math.erf"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %48 = "math.erfc"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %49 = "math.erfc"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %50 = "math.ceil"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %51 = "math.ceil"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %52 = "math.floor"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %53 = "math.floor"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %54 = "math.round"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %55 = "math.round"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %56 = "math.roundeven"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %57 = "math.roundeven"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %58 = "math.trunc"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %59 = "math.trunc"(%arg1) <{fastmath = #arith.fastmath<nnan,afn>}> {a} : (vector<4xf64>) -> vector<4xf64>
    %60 = "math.absi"(%arg2) : (i32) -> i32
    %61 = "math.ctlz"(%arg2) : (i32) -> i32
    %62 = "math.cttz"(%arg2) : (i32) -> i32
    %63 = "math.ctpop"(%arg2) : (i32) -> i32
    %64 = "math.isfinite"(%arg3) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> tensor<?xi1>
    %65 = "math.isinf"(%arg3) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> tensor<?xi1>
    %66 = "math.isnan"(%arg3) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> tensor<?xi1>
    %67 = "math.isnormal"(%arg3) <{fastmath = #arith.fastmath<none>}> : (tensor<?xf16>) -> tensor<?xi1>
    %68 = "math.atan2"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %69 = "math.copysign"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %70 = "math.powf"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %71 = "math.ipowi"(%arg2, %arg2) : (i32, i32) -> i32
    %72 = "math.fpowi"(%arg0, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %73 = "math.fma"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %74 = "math.clampf"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<ninf>}> : (f32, f32, f32) -> f32
    %75:2 = "math.sincos"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> (f32, f32)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

