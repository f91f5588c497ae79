// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32, f32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i1, %arg1: i32, %arg2: f32):
    "cf.assert"(%arg0) <{msg = "oh \22no\22"}> : (i1) -> ()
    "cf.cond_br"(%arg0, %arg1, %arg2)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (i1, i32, f32) -> ()
  ^bb1(%0: i32, %1: f32):  // 2 preds: ^bb0, ^bb4
    "cf.br"(%0)[^bb3] : (i32) -> ()
  ^bb2:  // 3 preds: ^bb0, ^bb4, ^bb5
    "cf.cond_br"(%arg0, %arg1)[^bb3, ^bb4] <{branch_weights = array<i32: 10, 20>, operandSegmentSizes = array<i32: 1, 1, 0>}> {foo} : (i1, i32) -> ()
  ^bb3(%2: i32):  // 3 preds: ^bb1, ^bb2, ^bb4
    "func.return"(%2) : (i32) -> ()
  ^bb4:  // pred: ^bb2
    "cf.switch"(%arg1, %arg1, %arg1, %arg2)[^bb3, ^bb1, ^bb2] <{case_operand_segments = array<i32: 2, 0>, case_values = dense<[42, -3]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 2>}> : (i32, i32, i32, f32) -> ()
  ^bb5:  // no predecessors
    "cf.switch"(%arg1)[^bb2] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> {bar} : (i32) -> ()
  }) : () -> ()
}) : () -> ()

