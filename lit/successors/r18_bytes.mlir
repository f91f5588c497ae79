// Too many copies of a partition are an error, so that sums of bytes do not overflow.
// RUN: not lathe-opt %s --affinity --partition='strategy=memory contexts=65535 replicas=1024' 2>&1 | FileCheck %s
// CHECK: error: strategy memory on @main: the partitions would reserve more than 2⁶² bytes with 65535 contexts and 1024 replicas
module attributes {cluster.devices = [#cluster.target<"vm", {memory = 1000}>]} {
  func.func @main(%x: tensor<1099511627776xi8>) -> tensor<4xi8> {
    %0 = stablehlo.slice %x [0:4] : (tensor<1099511627776xi8>) -> tensor<4xi8>
    return %0 : tensor<4xi8>
  }
}
