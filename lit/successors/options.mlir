// An option that the strategy does not read, or whose value names nothing, is an error. An option
// that requests more than exists is also an error.
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=profiling contexts=4' 2>&1 | FileCheck %s --check-prefix=CONTEXTS
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=memory cards=3' 2>&1 | FileCheck %s --check-prefix=CARDS
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=user join=3' 2>&1 | FileCheck %s --check-prefix=JOIN
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=select attempts=3' 2>&1 | FileCheck %s --check-prefix=ATTEMPTS
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=mincut cost' 2>&1 | FileCheck %s --check-prefix=MINCUT
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=mincut min-size=2' 2>&1 | FileCheck %s --check-prefix=MINSIZE
// RUN: not lathe-opt --diag-style=rich %s --partition='no-repair connected' 2>&1 | FileCheck %s --check-prefix=REPAIR
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=sparsenn pair=Tanh,layernorm' 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not lathe-opt --diag-style=rich %s --partition='strategy=profiling profile-on=nope' 2>&1 | FileCheck %s --check-prefix=BACKEND
// RUN: not lathe-opt --diag-style=rich %s --partition='join=999' 2>&1 | FileCheck %s --check-prefix=IDS
// RUN: not lathe-opt %s --partition='strategy=balance devices=4' 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: not lathe-opt %s --partition='strategy=memory saturate-devices=9' 2>&1 | FileCheck %s --check-prefix=FILL
// RUN: lathe-opt --diag-style=rich %s --partition='strategy=balance devices=3 saturate-host' 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: lathe-opt %s --partition='strategy=memory saturate-host' 2>&1 | FileCheck %s --check-prefix=REPEATED --implicit-check-not=warning
// RUN: lathe-opt %s --partition='strategy=balance' | FileCheck %s --check-prefix=ONE
// RUN: lathe-opt %s --partition='strategy=balance devices=3' | FileCheck %s --check-prefix=THREE

// CONTEXTS: error: contexts has no effect: strategy profiling does not read it
// CONTEXTS: help: leave it out, or use one of the strategies that read it: memory, balance, sparsenn, user, prepartitioned
// CARDS: error: cards has no effect: strategy memory does not read it
// CARDS: help: leave it out, or use one of the strategies that read it: sparsenn
// JOIN: error: join has no effect: strategy user does not read it
// ATTEMPTS: error: attempts has no effect: strategy select does not read it
// ATTEMPTS: help: leave it out, or use one of the strategies that read it: contract
// MINCUT: error: cost has no effect: strategy mincut does not read it
// MINSIZE: error: min-size has no effect: strategy mincut does not read it
// REPAIR: error: connected has no effect: no-repair does not change clusters
// PAIR: error: strategy sparsenn on @main: the option pair lists 'layernorm', which is none of Concat, LayerNorm, Tanh, Tile
// PAIR: help: did you mean 'LayerNorm'?
// BACKEND: error: unknown backend 'nope'; have
// IDS: error: the option join lists '999', but no operation in a divided function has such an id
// IDS: help: use ids of operations in divided functions:
// MORE: strategy balance on @main: devices is 4, but there are 3 devices of backend 'vm'; list more, or give at most 3
// FILL: strategy memory on @main: saturate-devices is 9, but there are 3 devices of backend 'vm'; list more, or give at most 3
// FULL: warning: 'func.func' op is not repeated as saturate-host requests: a second copy of its partitions needs more devices than it may use
// FULL: help: list more devices with as much memory as the others, raise the number of saturate-devices, or leave the option out
// REPEATED: instances = 3 : i64
// ONE-COUNT-1: = cluster.region
// ONE-NOT: = cluster.region

// One device would be sufficient, but three are requested. Each device gets an operation, although the time of
// the matmul would place it on the last device.
// THREE: = cluster.region "vm.0"
// THREE: nn.matmul
// THREE: = cluster.region "vm.1"
// THREE: nn.relu
// THREE: = cluster.region "vm.2"
// THREE: nn.tanh
module attributes {cluster.devices = [#cluster.target<"vm.0", {compute = 1.0e10}>, #cluster.target<"vm.1", {compute = 1.0e10}>, #cluster.target<"vm.2", {compute = 1.0e10}>]} {
  func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = nn.matmul %a, %a {cluster.device = "vm.0"} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = nn.relu %0 {cluster.device = "vm.0"} : tensor<64x64xf32>
    %2 = nn.tanh %1 {cluster.device = "vm.0"} : tensor<64x64xf32>
    return %2 : tensor<64x64xf32>
  }
}
