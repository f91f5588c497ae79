// RUN: not lathe-opt %s --affinity='devices=vm,c' --partition --cluster-verify --split-input-file 2>&1 | FileCheck %s
// RUN: not lathe-opt %s --affinity='devices=vm,c' --partition --split-input-file 2>&1 | FileCheck %s --check-prefix=CIRCLE
// RUN: lathe-opt %s --affinity='devices=vm,c allow-split' --split-input-file 2>&1 | FileCheck %s --check-prefix=SPLIT
// RUN: lathe-opt %s --affinity='devices=vm,c allow-split' --partition=allow-split --cluster-verify=allow-split --split-input-file | FileCheck %s --check-prefix=DIVIDED
// RUN: not lathe-opt %s --affinity='devices=vm,c' --partition --cluster-verify --split-input-file 2>/dev/null | FileCheck %s --check-prefix=HULL
// RUN: lathe-opt %s --affinity='devices=vm,c' --decisions=- --split-input-file 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: not lathe-opt %s --affinity='devices=vm,c' --partition=strategy=grow --cluster-verify --split-input-file 2>/dev/null | FileCheck %s --check-prefix=HULL

// Row "fusion groups are atomic for placement": the first device refuses one member,
// so all members are on the second device.
// CHECK-LABEL: @refused_member
// CHECK-NOT: cluster.region "vm"
// CHECK: cluster.region "c"
// CHECK: stablehlo.add
// CHECK: stablehlo.multiply
// SPLIT-LABEL: @refused_member
// SPLIT: stablehlo.add {{.*}}cluster.device = "vm"
// SPLIT: stablehlo.multiply {{.*}}cluster.device = "c"
// DIVIDED-LABEL: @refused_member
// DIVIDED: cluster.region "vm"
// DIVIDED: stablehlo.add
// DIVIDED: cluster.region "c"
// DIVIDED: stablehlo.multiply
module attributes {cluster.devices = [#cluster.target<"vm", {deny = ["stablehlo.multiply"]}>, #cluster.target<"c">]} {
  func.func @refused_member(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a {cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.multiply %0, %0 {cluster.group = "g"} : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// An operation that is not a member, but is on a path between members, must be on another device. It does
// not move members: a group with which it would form a cycle is an error, unless the group may be split.
// CIRCLE: error: 'stablehlo.add' op group 'g' cannot run as one unit, since it would wait for itself: group 'g' → %1 → group 'g'
// DIVIDED-LABEL: @stranger_between
// DIVIDED: cluster.region "vm"
// DIVIDED-NEXT: stablehlo.add
// DIVIDED: cluster.region "c"
// DIVIDED-NEXT: stablehlo.multiply
// DIVIDED: cluster.region "vm"
// DIVIDED-NEXT: stablehlo.subtract
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @stranger_between(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %a, %a {cluster.group = "g"} : tensor<4xf32>
    %1 = stablehlo.multiply %0, %0 {cluster.device = "c"} : tensor<4xf32>
    %2 = stablehlo.subtract %0, %1 {cluster.group = "g"} : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// -----

// An operation on a path between members that may be on any device is placed with the group. This is so even
// if the first device refuses only this operation.
// WHY: #3 on c: {{.*}}it refuses %b, which is placed with group 'g'
// WHY: #4 on c: {{.*}}held by group 'g', since it or its own group is on a path between members
// WHY: #5 on c: {{.*}}it refuses %b, which is placed with group 'g'
// HULL-LABEL: @held
// HULL-NOT: cluster.region "vm"
// HULL: cluster.region "c"
// HULL: stablehlo.add
// HULL-NEXT: stablehlo.exponential
// HULL-NEXT: stablehlo.multiply
// HULL-NEXT: cluster.yield
module attributes {cluster.devices = [#cluster.target<"vm", {deny = ["stablehlo.exponential"]}>, #cluster.target<"c">]} {
  func.func @held(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = stablehlo.add %x, %x {cluster.group = "g"} : tensor<4xf32>
    %b = stablehlo.exponential %a : tensor<4xf32>
    %c = stablehlo.multiply %b, %a {cluster.group = "g"} : tensor<4xf32>
    return %c : tensor<4xf32>
  }
}

// -----

// Two groups are placed together if each has an operation on a path between the members of the other group.
// HULL-LABEL: @crossed
// HULL: cluster.region "c"
// HULL-NEXT: stablehlo.add
// HULL-NEXT: stablehlo.negate
// HULL-NEXT: stablehlo.abs
// HULL-NEXT: stablehlo.multiply
// HULL-NEXT: cluster.yield
module attributes {cluster.devices = [#cluster.target<"vm", {deny = ["stablehlo.abs"]}>, #cluster.target<"c">]} {
  func.func @crossed(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = stablehlo.add %x, %x {cluster.group = "g"} : tensor<4xf32>
    %b = stablehlo.negate %a {cluster.group = "h"} : tensor<4xf32>
    %c = stablehlo.abs %x {cluster.group = "h"} : tensor<4xf32>
    %d = stablehlo.multiply %c, %b {cluster.group = "g"} : tensor<4xf32>
    return %d : tensor<4xf32>
  }
}

// -----

// The pin of one member applies to all members: an earlier device in the list is not queried for the other
// members. An operation between members with the same pin stays on that device.
// HULL-LABEL: @pinned_member
// HULL-NOT: cluster.region "vm"
// HULL: cluster.region "c"
// HULL: stablehlo.add
// HULL-NEXT: stablehlo.exponential
// HULL-NEXT: stablehlo.multiply
// HULL-NEXT: cluster.yield
module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"c">]} {
  func.func @pinned_member(%x: tensor<4xf32>) -> tensor<4xf32> {
    %a = stablehlo.add %x, %x {cluster.device = "c", cluster.group = "g"} : tensor<4xf32>
    %b = stablehlo.exponential %a {cluster.device = "c"} : tensor<4xf32>
    %c = stablehlo.multiply %b, %a {cluster.group = "g"} : tensor<4xf32>
    return %c : tensor<4xf32>
  }
}
