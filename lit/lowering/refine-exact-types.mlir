// RUN: lathe-opt %s --stablehlo-refine-arguments='types=tensor<3xf32>,tensor<3xf32>,tensor<3xf32>,tensor<3xf32>,tensor<3xf32>' --stablehlo-refine-shapes | FileCheck %s
// Values keep their types if the verifier of a user compares them with types that are not refined.

// CHECK-LABEL: func.func @main
// CHECK-COUNT-4: stablehlo.convert %arg{{[0-3]}} : (tensor<3xf32>) -> tensor<?xf32>
// CHECK-NOT: stablehlo.convert
// CHECK: stablehlo.tuple {{.*}} : tuple<tensor<?xf32>>
// CHECK: stablehlo.composite {{.*}} : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: "stablehlo.async_start"
// CHECK: }) : (tensor<?xf32>) -> !stablehlo.future<tensor<2xf32>>
// CHECK: stablehlo.optimization_barrier {{.*}} : tensor<?xf32>
// CHECK: stablehlo.optimization_barrier {{.*}} : tensor<3xf32>
// CHECK: sdy.sharding_constraint {{.*}} : tensor<3xf32>
// CHECK: return {{.*}} : tuple<tensor<?xf32>>, tensor<?xf32>, !stablehlo.future<tensor<2xf32>>, tensor<1xindex>, tensor<3xf32>
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %d: tensor<?xf32>, %e: tensor<?xf32>) -> (tuple<tensor<?xf32>>, tensor<?xf32>, !stablehlo.future<tensor<2xf32>>, tensor<1xindex>, tensor<?xf32>) {
  %0 = stablehlo.tuple %a : tuple<tensor<?xf32>>
  %1 = stablehlo.composite "x.y" %b {decomposition = @decomposition} : (tensor<?xf32>) -> tensor<?xf32>
  %2 = "stablehlo.async_start"(%c) ({
  ^bb0(%y: tensor<?xf32>):
    %s = stablehlo.slice %y [0:2] : (tensor<?xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<?xf32>) -> !stablehlo.future<tensor<2xf32>>
  %3 = stablehlo.optimization_barrier %d : tensor<?xf32>
  %4 = shape.shape_of %3 : tensor<?xf32> -> tensor<1xindex>
  %5 = stablehlo.optimization_barrier %e : tensor<?xf32>
  %6 = sdy.sharding_constraint %5 <@mesh, [{"x"}]> : tensor<?xf32>
  return %0, %1, %2, %4, %6 : tuple<tensor<?xf32>>, tensor<?xf32>, !stablehlo.future<tensor<2xf32>>, tensor<1xindex>, tensor<?xf32>
}
func.func private @decomposition(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
