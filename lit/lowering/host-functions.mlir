// Functions that are called by operations which run on the host are not changed.
// RUN: lathe-opt %s --mark-host-functions | FileCheck %s
// RUN: lathe-opt %s --mark-host-functions --mark-host-functions | FileCheck %s
// RUN: lathe-opt %s --lower-to-kernels=target=vm | FileCheck %s --check-prefix=KERNELS

// CHECK: func.func @main(%arg0: tensor<2xi64>, %arg1: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
// KERNELS-DAG: "interpreter.run_parallel"
// KERNELS-DAG: "stablehlo.all_reduce"
func.func @main(%a: tensor<2xi64>, %b: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a, %b) {programs = [[@sum], [@sum]]} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>
}

// CHECK: func.func private @sum({{.*}}) -> tensor<2xi64> attributes {kernel.callee} {
func.func private @sum(%x: tensor<2xi64>) -> tensor<2xi64> {
  %r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<i64>, %q: tensor<i64>):
    %s = stablehlo.add %p, %q : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// The attribute in the input is ignored, because no operation that runs on the host calls this function.
// CHECK: func.func private @marked(%arg0: tensor<2xi64>) -> tensor<2xi64> {
func.func private @marked(%x: tensor<2xi64>) -> tensor<2xi64> attributes {kernel.callee} {
  return %x : tensor<2xi64>
}
