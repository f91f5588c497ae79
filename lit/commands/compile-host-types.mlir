// In compiled code, buffers of ui32 and i4 have other element types than the operations that the host
// runs. A compiled program can be read nevertheless, also if a function has the name that Lathe uses.

// RUN: lathe compile --backend=vm %s -o %t.lathe
// RUN: lathe run %t.lathe 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: lathe run --backend=jit --cache-dir=%t.cache %s 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: lathe run --backend=jit --cache-dir=%t.cache %s 2>&1 | FileCheck %s --implicit-check-not=warning

func.func private @host.main(%a: tensor<2xi4>) -> tensor<2xi4> { return %a : tensor<2xi4> }

// CHECK: tensor<2xi4> [-3, 5]
// CHECK: tensor<2xui32> [6, 8]
func.func @main() -> (tensor<2xi4>, tensor<2xui32>) {
  %x = stablehlo.constant dense<[-3, 5]> : tensor<2xi4>
  %y = stablehlo.constant dense<[3, 4]> : tensor<2xui32>
  %0 = "interpreter.run_parallel"(%x) <{programs = [[@host.main]]}> : (tensor<2xi4>) -> tensor<2xi4>
  %1 = stablehlo.add %y, %y : tensor<2xui32>
  check.expect_eq_const %1, dense<[6, 8]> : tensor<2xui32>
  return %0, %1 : tensor<2xi4>, tensor<2xui32>
}
