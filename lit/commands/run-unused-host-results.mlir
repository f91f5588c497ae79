// A result of an operation that the host runs needs no memory if nothing reads the result. In
// compiled code, the type of such a result may have no buffer.

// RUN: lathe run --backend=vm --cache-dir=%t.cache %s 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: lathe run --backend=vm --cache-dir=%t.cache %s 2>&1 | FileCheck %s --implicit-check-not=warning
// RUN: lathe run --backend=jit %s 2>&1 | FileCheck %s --implicit-check-not=warning

func.func private @f(%a: tensor<2xi4>) -> tensor<2xi4> { return %a : tensor<2xi4> }
func.func private @g(%a: tensor<2xui8>) -> tensor<2xui8> { return %a : tensor<2xui8> }

// CHECK: tensor<2xi4> [-3, 5]
// CHECK: tensor<2xui8> [3, 255]
func.func @main() -> (tensor<2xi4>, tensor<2xui8>) {
  %x = stablehlo.constant dense<[-3, 5]> : tensor<2xi4>
  %y = stablehlo.constant dense<[3, 255]> : tensor<2xui8>
  %0:2 = "interpreter.run_parallel"(%x, %x) <{programs = [[@f], [@f]]}> : (tensor<2xi4>, tensor<2xi4>) -> (tensor<2xi4>, tensor<2xi4>)
  %1:2 = "interpreter.run_parallel"(%y, %y) <{programs = [[@g], [@g]]}> : (tensor<2xui8>, tensor<2xui8>) -> (tensor<2xui8>, tensor<2xui8>)
  return %0#0, %1#1 : tensor<2xi4>, tensor<2xui8>
}
