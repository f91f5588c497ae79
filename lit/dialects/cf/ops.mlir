// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
module {
  func.func @f(%arg0: i1, %arg1: i32, %arg2: f32) -> i32 {
    cf.assert %arg0, "oh \22no\22"
    cf.cond_br %arg0, ^bb1(%arg1, %arg2 : i32, f32), ^bb2
  ^bb1(%0: i32, %1: f32):  // 2 preds: ^bb0, ^bb4
    cf.br ^bb3(%0 : i32)
  ^bb2:  // 3 preds: ^bb0, ^bb4, ^bb5
    cf.cond_br %arg0 weights([10, 20]), ^bb3(%arg1 : i32), ^bb4 {foo}
  ^bb3(%2: i32):  // 3 preds: ^bb1, ^bb2, ^bb4
    return %2 : i32
  ^bb4:  // pred: ^bb2
    cf.switch %arg1 : i32, [
      default: ^bb3(%arg1 : i32),
      42: ^bb1(%arg1, %arg2 : i32, f32),
      4294967293: ^bb2
    ]
  ^bb5:  // no predecessors
    cf.switch %arg1 : i32, [
      default: ^bb2] {bar}
  }
}

