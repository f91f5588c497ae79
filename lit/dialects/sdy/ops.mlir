// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

// CHECK-LABEL: func.func @values
func.func @values(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.reshard %0 <@mesh, [{}, {"y"}], unreduced=max{"x"}> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"y"}], unreduced=max{"x"}> : tensor<16x8xf32>
  // CHECK: sdy.sharding_group %1 group_id=21 : tensor<16x8xf32>
  sdy.sharding_group %1 group_id=21 : tensor<16x8xf32>
  // CHECK: sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<16x8xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<16x8xf32>
  // CHECK: sdy.constant dense<1.000000e+00> : tensor<8xf32>
  %c = sdy.constant dense<1.0> : tensor<8xf32>
  // CHECK: sdy.data_flow_edge %{{.*}} sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  %3 = sdy.data_flow_edge %c sharding=<@mesh, [{"x"}]> : tensor<8xf32>
  // CHECK: sdy.func_data_flow_edge %{{.*}} : tensor<8xf32>
  %4 = sdy.func_data_flow_edge %3 : tensor<8xf32>
  return %2 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @collectives
func.func @collectives(%a: tensor<16x8xf32>) {
  // CHECK: sdy.all_gather [{}, {"x"}] %arg0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  %0 = sdy.all_gather [{}, {"x"}] %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
  %2 = sdy.all_to_all [{"x"}: 0->1] %1 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
  // CHECK: sdy.collective_permute %2 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  // CHECK: sdy.all_reduce {"x"} %3 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %4 = sdy.all_reduce {"x"} %3 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.all_reduce max {"x"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %5 = sdy.all_reduce max {"x"} %4 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.reduce_scatter [{"x"}, {}] %5 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %6 = sdy.reduce_scatter [{"x"}, {}] %5 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  // CHECK: sdy.sharded_to_unreduced [{"x"}, {}] %6 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>
  %7 = sdy.sharded_to_unreduced [{"x"}, {}] %6 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<16x8xf32>
  // CHECK: sdy.replicated_to_unreduced {"y"} %7 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>
  %8 = sdy.replicated_to_unreduced {"y"} %7 out_sharding=<@mesh, [{}, {}], unreduced={"x", "y"}> : tensor<16x8xf32>
  return
}

// CHECK-LABEL: func.func @computations
func.func @computations(%a: tensor<16xf32>) -> tensor<16xf32> {
  // CHECK: sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%arg1: tensor<8xf32>) {
  // CHECK-NEXT: sdy.return %arg1 : tensor<8xf32>
  // CHECK-NEXT: } : (tensor<16xf32>) -> tensor<16xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}]>] out_shardings=[<@mesh, [{"x", ?}]>] manual_axes={"x"} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  // CHECK: sdy.named_computation<"f">(%0) (%arg1: tensor<16xf32>) {
  %1 = sdy.named_computation<"f">(%0) (%b: tensor<16xf32>) {
    sdy.return %b : tensor<16xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  // CHECK: #sdy.propagation_edges<[{step-2 = [{"x" = operand-0 -> [result-0]}]}]>
  %n = stablehlo.negate %1 {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<16xf32>
  // CHECK: {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=16} need_replication={i}, custom>}
  %2 = stablehlo.custom_call @f(%1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=16} need_replication={i}, custom>} : (tensor<16xf32>) -> tensor<16xf32>
  return %2 : tensor<16xf32>
}
