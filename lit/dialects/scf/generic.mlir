// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect | lathe-opt --allow-unregistered-dialect --mlir-print-op-generic | diff %t -
"builtin.module"() ({
  "func.func"() <{function_type = (index, i1, memref<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: index, %arg1: i1, %arg2: memref<4xf32>):
    "scf.for"(%arg0, %arg0, %arg0) ({
    ^bb0(%arg22: index):
      "test.x"(%arg22) : (index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %0:2 = "scf.for"(%arg0, %arg0, %arg0, %arg0, %arg1) <{unsignedCmp}> ({
    ^bb0(%arg19: index, %arg20: index, %arg21: i1):
      "scf.yield"(%arg20, %arg21) : (index, i1) -> ()
    }) {foo = 1 : i32} : (index, index, index, index, i1) -> (index, i1)
    %1 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    "scf.for"(%1, %1, %1) ({
    ^bb0(%arg18: i32):
      "scf.yield"() : () -> ()
    }) : (i32, i32, i32) -> ()
    %2 = "scf.if"(%arg1) ({
      "scf.yield"(%1) : (i32) -> ()
    }, {
      "scf.yield"(%1) : (i32) -> ()
    }) {bar} : (i1) -> i32
    "scf.if"(%arg1) ({
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg1) ({
      "scf.yield"() : () -> ()
    }, {
      "test.y"() : () -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %3:2 = "scf.while"(%arg0, %arg1) ({
    ^bb0(%arg16: index, %arg17: i1):
      "scf.condition"(%arg17, %arg17, %arg16) : (i1, i1, index) -> ()
    }, {
    ^bb0(%arg14: i1, %arg15: index):
      "scf.yield"(%arg15, %arg14) : (index, i1) -> ()
    }) : (index, i1) -> (i1, index)
    "scf.while"() ({
      "scf.condition"(%arg1) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) {foo} : () -> ()
    "scf.parallel"(%arg0, %arg0, %arg0, %arg0, %arg0, %arg0) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg12: index, %arg13: index):
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %4 = "scf.parallel"(%arg0, %arg0, %arg0, %1) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg9: index):
      "scf.reduce"(%1) ({
      ^bb0(%arg10: i32, %arg11: i32):
        %9 = "arith.addi"(%arg10, %arg11) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.reduce.return"(%9) : (i32) -> ()
      }) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    %5 = "scf.execute_region"() ({
      "scf.yield"(%1) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() <{no_inline}> ({
      "scf.yield"() : () -> ()
    }) {foo} : () -> ()
    %6 = "scf.index_switch"(%arg0) <{cases = array<i64: 2, 5>}> ({
      "scf.yield"(%1) : (i32) -> ()
    }, {
      "scf.yield"(%1) : (i32) -> ()
    }, {
      "scf.yield"(%1) : (i32) -> ()
    }) {a} : (index) -> i32
    "scf.index_switch"(%arg0) <{cases = array<i64>}> ({
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    %7 = "bufferization.alloc_tensor"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> tensor<4xf32>
    %8 = "scf.forall"(%7) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
    ^bb0(%arg7: index, %arg8: tensor<4xf32>):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "scf.forall"(%arg0) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 5>}> ({
    ^bb0(%arg5: index, %arg6: index):
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    "scf.forall"(%arg0, %arg0) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, staticLowerBound = array<i64: 0, -9223372036854775808>, staticStep = array<i64: 1, 2>, staticUpperBound = array<i64: -9223372036854775808, 5>}> ({
    ^bb0(%arg3: index, %arg4: index):
      "test.z"(%arg3) : (index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index, index) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

