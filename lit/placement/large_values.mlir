// RUN: not lathe plan --devices=ref,ref.1 --strategy=memory %s 2>&1 | FileCheck %s
// The sum of the sizes of all values is limited, so that sums of memory do not overflow.

// CHECK: large_values.mlir:[[@LINE+1]]:{{.*}}error: {{.*}}the operations must read and produce at most 2⁵⁶ bytes together
func.func @f(%a: tensor<4611686018427387904xi8> {cluster.static}, %b: tensor<4611686018427387904xi8> {cluster.static}) -> tensor<1xi8> {
  %0 = stablehlo.slice %a [0:1] : (tensor<4611686018427387904xi8>) -> tensor<1xi8>
  %1 = stablehlo.slice %b [0:1] : (tensor<4611686018427387904xi8>) -> tensor<1xi8>
  %2 = stablehlo.add %0, %1 : tensor<1xi8>
  return %2 : tensor<1xi8>
}
