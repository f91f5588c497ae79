// Operations that an earlier run of affinity did not place are queried again. An operation that is still not supported
// keeps its mark, with the new reasons, and the program can be divided.
// RUN: lathe-opt %s --affinity=devices=vm | FileCheck %s --implicit-check-not=cluster.unplaced
// RUN: lathe-opt %s --affinity=devices=vm --partition --cluster-verify | FileCheck %s --check-prefix=DIVIDED
// RUN: lathe-opt %s --affinity='devices=vm keep-unplaced rules="keep op stablehlo.tanh from vm"' | FileCheck %s --check-prefix=KEPT
// RUN: lathe-opt %s --affinity='devices=vm keep-unplaced rules="keep op stablehlo.tanh from vm"' | lathe-opt --affinity=devices=vm | FileCheck %s --implicit-check-not=cluster.unplaced

func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: stablehlo.exponential {{.*}}cluster.device = "vm"
  // KEPT: stablehlo.exponential {{.*}}cluster.device = "vm"
  // DIVIDED: cluster.region "vm"
  %e = stablehlo.exponential %x {cluster.unplaced = "nobody knew it"} : tensor<8xf32>
  // CHECK: stablehlo.tanh {{.*}}cluster.device = "vm"
  // KEPT: stablehlo.tanh {{.*}}{cluster.unplaced = "vm refuses it: the rule 'keep op stablehlo.tanh from vm' keeps it away"}
  %t = stablehlo.tanh %e {cluster.unplaced = "nobody knew it"} : tensor<8xf32>
  return %t : tensor<8xf32>
}
