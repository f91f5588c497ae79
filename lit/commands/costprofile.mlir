// A stored profile has the time of each operation. The time is 0 if the kernel of another operation
// computes the operation. In estimates, these times replace the times of the cost model.
// RUN: lathe run --backend=vm --no-cache --profile-to=%t %s | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --check-prefix=STORED --input-file=%t
// RUN: echo '{"schema":"lathe.profile/1","ops":[{"device":"vm","op":3,"kind":"stablehlo.add","seconds":0},{"device":"vm","op":4,"kind":"stablehlo.tanh","seconds":0.5}]}' > %t.vm
// RUN: lathe plan --devices=vm --cost-profile=%t.vm %s | FileCheck %s --check-prefix=PLAN
// RUN: lathe plan --devices=vm.1 --cost-profile=%t.vm %s | FileCheck %s --check-prefix=PLAN
// RUN: lathe plan --devices=ref:compute=1e10 --cost-profile=%t.vm %s | FileCheck %s --check-prefix=OTHER
// RUN: echo '{"schema":"lathe.profile/1","ops":[{"device":"vm","op":4,"kind":"stablehlo.sine","seconds":0.5}]}' > %t.stale
// RUN: lathe plan --devices=vm:compute=1e10 --cost-profile=%t.stale %s | FileCheck %s --check-prefix=OTHER
// RUN: echo '{"schema":"lathe.profile/1","ops":[{"device":"vm","op":3,"kind":"stablehlo.add","seconds":0},{"device":"vm","op":4,"kind":"stablehlo.tanh","seconds":0.5},{"device":"vm.1","op":4,"kind":"stablehlo.tanh","seconds":0.7}]}' > %t.both
// RUN: lathe plan --devices=vm --cost-profile=%t.both %s | FileCheck %s --check-prefix=PLAN
// RUN: echo '{"schema":"lathe.plan/1"}' > %t.wrong
// RUN: not lathe plan --devices=vm --cost-profile=%t.wrong %s 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: echo '{"schema":"lathe.profile/1","ops":[]} more' > %t.more
// RUN: not lathe plan --devices=vm --cost-profile=%t.more %s 2>&1 | FileCheck %s --check-prefix=MORE
// RUN: echo '{"schema":"lathe.profile/1","ops":[{},{"unknown":1}]}' > %t.blank
// RUN: not lathe plan --devices=vm --cost-profile=%t.blank %s 2>&1 | FileCheck %s --check-prefix=BLANK
// RUN: echo '{"schema":"lathe.profile/1","ops":[{"device":"vm","op":4,"kind":"stablehlo.tanh","seconds":0.5,"SECONDS":0}]}' > %t.case
// RUN: not lathe plan --devices=vm --cost-profile=%t.case %s 2>&1 | FileCheck %s --check-prefix=CASE
// RUN: echo '{"schema":"lathe.profile/1","ops":[],"ops":[]}' > %t.twice
// RUN: not lathe plan --devices=vm --cost-profile=%t.twice %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: echo '{"schema":"lathe.profile/1","ops":[{"device":"vm","op":4,"kind":"stablehlo.tanh","seconds":"0.5"}]}' > %t.type
// RUN: not lathe plan --devices=vm --cost-profile=%t.type %s 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not lathe plan --devices=vm --cost-profile=%t.none %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: lathe-opt %s --affinity='devices=slow,ref candidates' --partition='cost' 2>&1 | FileCheck %s --check-prefix=STAYS
// RUN: echo '{"schema":"lathe.profile/1","ops":[{"device":"slow","op":4,"kind":"stablehlo.tanh","seconds":0.5}]}' > %t.slow
// RUN: lathe-opt %s --affinity='devices=slow,ref candidates' --partition='cost profile=%t.slow' 2>&1 | FileCheck %s --check-prefix=MOVES

// RESULT: tensor<4xf32>
// STORED: "schema":"lathe.profile/1"
// STORED: {"device":"vm","op":{{[0-9]+}},"kind":"stablehlo.tanh","seconds":{{[0-9.e-]+}}}
// PLAN: estimate: 500 ms a run: 500 ms in operations
// OTHER: estimate: 5{{.*}} µs a run
// WRONG: error: is not a profile: expected schema lathe.profile/1, but got 'lathe.plan/1'
// WRONG: help: write a profile with lathe run --profile-to=FILE
// MORE: error: is not a profile: text follows the JSON object
// BLANK: error: is not a profile: each operation must have a device and a kind
// CASE: case:1:96: error: is not a profile: unknown key "SECONDS"
// TWICE: twice:1:38: error: is not a profile: the key "ops" occurs twice
// TYPE: type:1:96: error: is not a profile: expected a number as 'seconds', but got string
// NONE: error: cannot open profile
// STAYS: cluster.region "slow"
// STAYS-NOT: cluster.region
// MOVES: cluster.region "ref"
module attributes {cluster.devices = [#cluster.target<"slow", {backend = "vm", compute = 1.0e10}>, #cluster.target<"ref", {compute = 1.0e9}>]} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    %1 = stablehlo.tanh %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
