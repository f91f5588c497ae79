// Collective operations of several processes.
// RUN: lathe run --no-cache --backend=vm %s | FileCheck %s
// CHECK: tensor<2xi32> [7, 7]
// CHECK-NEXT: tensor<2xi32> [7, 7]
// CHECK-NEXT: tensor<1xi32> [7]
// CHECK-NEXT: tensor<1xi32> [7]
// CHECK-NEXT: tensor<2xf32> [2049, 3]
// CHECK-NEXT: tensor<2xf32> [0, 0]
// CHECK-NEXT: tensor<2xf32> [0, 0]
// CHECK-NEXT: tensor<2xf32> [2049, 3]
// CHECK-NEXT: tensor<i32> 5
// CHECK-NEXT: tensor<i32> 5
func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %0:2 = "interpreter.run_parallel"(%a, %b) <{programs = [[@all_reduce], [@all_reduce]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  %1:2 = "interpreter.run_parallel"(%a, %b) <{programs = [[@reduce_scatter], [@reduce_scatter]]}> : (tensor<2xi32>, tensor<2xi32>) -> (tensor<1xi32>, tensor<1xi32>)
  %x = stablehlo.constant dense<[2048.0, 1.0]> : tensor<2xf16>
  %y = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf16>
  %2:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@collective_reduce], [@collective_reduce]]}> : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xf32>, tensor<2xf32>)
  %3:2 = "interpreter.run_parallel"(%x, %y) <{programs = [[@to_last], [@to_last]]}> : (tensor<2xf16>, tensor<2xf16>) -> (tensor<2xf32>, tensor<2xf32>)
  %p = stablehlo.constant dense<5> : tensor<i32>
  %q = stablehlo.constant dense<6> : tensor<i32>
  %4:2 = "interpreter.run_parallel"(%p, %q) <{programs = [[@broadcast, @broadcast]]}> : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1, %4#0, %4#1 : tensor<2xi32>, tensor<2xi32>, tensor<1xi32>, tensor<1xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>
}

// The region returns a constant.
func.func @all_reduce(%a: tensor<2xi32>) -> tensor<2xi32> {
  %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @reduce_scatter(%a: tensor<2xi32>) -> tensor<1xi32> {
  %r = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// The region adds wider elements than the operands have.
func.func @collective_reduce(%a: tensor<2xf16>) -> tensor<2xf32> {
  %r = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf16>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @to_last(%a: tensor<2xf16>) -> tensor<2xf32> {
  %root = stablehlo.constant dense<1> : tensor<1xi32>
  %r = "stablehlo.collective_reduce"(%a, %root) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf16>, tensor<1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Without groups, all partitions are in one group, because the operation has a channel.
func.func @broadcast(%a: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.collective_broadcast"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
