// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
module {
  func.func @f(%arg0: index, %arg1: i1, %arg2: memref<4xf32>) {
    scf.for %arg3 = %arg0 to %arg0 step %arg0 {
      "test.x"(%arg3) : (index) -> ()
    }
    %0:2 = scf.for unsigned %arg3 = %arg0 to %arg0 step %arg0 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (index, i1) {
      scf.yield %arg4, %arg5 : index, i1
    } {foo = 1 : i32}
    %c1_i32 = arith.constant 1 : i32
    scf.for %arg3 = %c1_i32 to %c1_i32 step %c1_i32  : i32 {
    }
    %1 = scf.if %arg1 -> (i32) {
      scf.yield %c1_i32 : i32
    } else {
      scf.yield %c1_i32 : i32
    } {bar}
    scf.if %arg1 {
    }
    scf.if %arg1 {
    } else {
      "test.y"() : () -> ()
    }
    %2:2 = scf.while (%arg3 = %arg0, %arg4 = %arg1) : (index, i1) -> (i1, index) {
      scf.condition(%arg4) %arg4, %arg3 : i1, index
    } do {
    ^bb0(%arg3: i1, %arg4: index):
      scf.yield %arg4, %arg3 : index, i1
    }
    scf.while : () -> () {
      scf.condition(%arg1)
    } do {
      scf.yield
    } attributes {foo}
    scf.parallel (%arg3, %arg4) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
      scf.reduce 
    }
    %3 = scf.parallel (%arg3) = (%arg0) to (%arg0) step (%arg0) init (%c1_i32) -> i32 {
      scf.reduce(%c1_i32 : i32) {
      ^bb0(%arg4: i32, %arg5: i32):
        %8 = arith.addi %arg4, %arg5 : i32
        scf.reduce.return %8 : i32
      }
    }
    %4 = scf.execute_region -> i32 {
      scf.yield %c1_i32 : i32
    }
    scf.execute_region no_inline {
      scf.yield
    } {foo}
    %5 = scf.index_switch %arg0 {a} -> i32 
    case 2 {
      scf.yield %c1_i32 : i32
    }
    case 5 {
      scf.yield %c1_i32 : i32
    }
    default {
      scf.yield %c1_i32 : i32
    }
    scf.index_switch %arg0 
    default {
    }
    %6 = bufferization.alloc_tensor() : tensor<4xf32>
    %7 = scf.forall (%arg3) in (4) shared_outs(%arg4 = %6) -> (tensor<4xf32>) {
      scf.forall.in_parallel {
      }
    }
    scf.forall (%arg3, %arg4) in (%arg0, 5) {
    }
    scf.forall (%arg3, %arg4) = (0, %arg0) to (%arg0, 5) step (1, 2) {
      "test.z"(%arg3) : (index) -> ()
    }
    return
  }
}

