// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
module {
  func.func @integers(%arg0: i32, %arg1: i32, %arg2: vector<4xi8>, %arg3: tensor<?xindex>) {
    %0 = arith.addi %arg0, %arg1 : i32
    %1 = arith.addi %arg0, %arg1 overflow<nsw> : i32
    %2 = arith.subi %arg2, %arg2 overflow<nsw, nuw> : vector<4xi8>
    %3 = arith.muli %arg3, %arg3 {mark} : tensor<?xindex>
    %4 = arith.shli %arg0, %arg1 overflow<nuw> : i32
    %5 = arith.divsi %arg0, %arg1 exact : i32
    %6 = arith.divui %arg0, %arg1 : i32
    %7 = arith.shrsi %arg0, %arg1 exact : i32
    %8 = arith.shrui %arg0, %arg1 : i32
    %9 = arith.ceildivsi %arg0, %arg1 : i32
    %10 = arith.ceildivui %arg0, %arg1 : i32
    %11 = arith.floordivsi %arg0, %arg1 : i32
    %12 = arith.remsi %arg0, %arg1 : i32
    %13 = arith.remui %arg0, %arg1 : i32
    %14 = arith.andi %arg0, %arg1 : i32
    %15 = arith.ori %arg0, %arg1 : i32
    %16 = arith.xori %arg0, %arg1 : i32
    %17 = arith.maxsi %arg0, %arg1 : i32
    %18 = arith.maxui %arg0, %arg1 : i32
    %19 = arith.minsi %arg0, %arg1 : i32
    %20 = arith.minui %arg0, %arg1 : i32
    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
    %sum_0, %overflow_1 = arith.addui_extended %arg2, %arg2 : vector<4xi8>, vector<4xi1>
    %low, %high = arith.mulsi_extended %arg0, %arg1 : i32
    %low_2, %high_3 = arith.mului_extended %arg0, %arg1 {mark} : i32
    return
  }
  func.func @floats(%arg0: f32, %arg1: f32, %arg2: vector<4xbf16>, %arg3: tensor<2x?xf64>) {
    %0 = arith.negf %arg0 : f32
    %1 = arith.negf %arg0 fastmath<nnan> : f32
    %2 = arith.addf %arg0, %arg1 fastmath<fast> : f32
    %3 = arith.subf %arg2, %arg2 fastmath<reassoc,contract> : vector<4xbf16>
    %4 = arith.mulf %arg3, %arg3 {mark} : tensor<2x?xf64>
    %5 = arith.divf %arg0, %arg1 fastmath<nnan,ninf,nsz,arcp,afn> : f32
    %6 = arith.remf %arg0, %arg1 : f32
    %7 = arith.maximumf %arg0, %arg1 : f32
    %8 = arith.minimumf %arg0, %arg1 : f32
    %9 = arith.maxnumf %arg0, %arg1 : f32
    %10 = arith.minnumf %arg0, %arg1 : f32
    return
  }
  func.func @casts(%arg0: i32, %arg1: f32, %arg2: index, %arg3: memref<2xindex>, %arg4: f4E2M1FN, %arg5: f8E8M0FNU, %arg6: tensor<2x?xi8>) {
    %0 = arith.extsi %arg0 : i32 to i64
    %1 = arith.extui %arg6 : tensor<2x?xi8> to tensor<2x?xi16>
    %2 = arith.extf %arg1 : f32 to f64
    %3 = arith.extf %arg1 fastmath<contract> : f32 to f64
    %4 = arith.trunci %arg0 : i32 to i8
    %5 = arith.trunci %arg0 overflow<nsw> : i32 to i8
    %6 = arith.truncf %arg1 : f32 to bf16
    %7 = arith.truncf %arg1 to_nearest_even : f32 to f16
    %8 = arith.truncf %arg1 downward fastmath<contract> : f32 to f16
    %9 = arith.sitofp %arg0 : i32 to f32
    %10 = arith.uitofp %arg0 : i32 to f64
    %11 = arith.fptosi %arg1 : f32 to i8
    %12 = arith.fptoui %arg1 : f32 to i64
    %13 = arith.index_cast %arg2 : index to i32
    %14 = arith.index_cast %arg3 : memref<2xindex> to memref<2xi32>
    %15 = arith.index_castui %arg0 : i32 to index
    %16 = arith.bitcast %arg1 : f32 to i32
    %17 = arith.scaling_extf %arg4, %arg5 : f4E2M1FN, f8E8M0FNU to f32
    %18 = arith.scaling_truncf %arg1, %arg5 toward_zero fastmath<nnan> : f32, f8E8M0FNU to f4E2M1FN
    return
  }
  func.func @choices(%arg0: i32, %arg1: f32, %arg2: vector<4xi32>, %arg3: i1, %arg4: vector<4xi1>, %arg5: memref<4xf32>) {
    %0 = arith.cmpi eq, %arg0, %arg0 : i32
    %1 = arith.cmpi uge, %arg2, %arg2 : vector<4xi32>
    %2 = arith.cmpf olt, %arg1, %arg1 : f32
    %3 = arith.cmpf false, %arg1, %arg1 fastmath<ninf> : f32
    %4 = arith.select %arg3, %arg0, %arg0 : i32
    %5 = arith.select %arg4, %arg2, %arg2 : vector<4xi1>, vector<4xi32>
    %6 = arith.select %arg3, %arg5, %arg5 {mark} : memref<4xf32>
    return
  }
  func.func @constants() {
    %c1_i32 = arith.constant 1 : i32
    %c-1_i8 = arith.constant -1 : i8
    %true = arith.constant true
    %false = arith.constant false
    %c0 = arith.constant 0 : index
    %cst = arith.constant 1.500000e+00 : f32
    %c0_0 = arith.constant {mark} 0 : index
    %cst_1 = arith.constant dense<[1, 2]> : tensor<2xi32>
    %cst_2 = arith.constant dense<0.000000e+00> : vector<[4]xf32>
    %c-1_i128 = arith.constant -1 : i128
    return
  }
}

