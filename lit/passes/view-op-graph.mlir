// RUN: lathe-opt %s --allow-unregistered-dialect --view-op-graph -o %t 2>&1 | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --view-op-graph="print-control-flow-edges print-data-flow-edges=false print-attrs=false print-result-types=false" -o %t 2>&1 | FileCheck %s --check-prefix=CONTROL
// RUN: lathe-opt %s --allow-unregistered-dialect --view-op-graph=max-label-len=3 --mlir-elide-elementsattrs-if-larger=1 -o %t 2>&1 | FileCheck %s --check-prefix=SHORT

// CHECK:      digraph G {
// CHECK-NEXT:   compound = true;
// CHECK-NEXT:   subgraph cluster_1 {
// CHECK-NEXT:     v2 [label = " ", shape = plain];
// CHECK-NEXT:     label = "builtin.module : ()\l";
// CHECK:            label = "func.func : ()\lfunction_type: (i1, i32) -\> i32\lsym_name: \"f\"\l";
// CHECK:              v9 [label = "<res_arg0> %arg0 i1", shape = Mrecord];
// CHECK-NEXT:         v10 [label = "<res_arg1> %arg1 i32", shape = Mrecord];
// CHECK-NEXT:         v11 [fillcolor = "0.000000 0.3 0.95", label = "{test.one\l\lc: dense\<[1, 2]\> : tens...\lname: \"a\|b\"\l|{<res_0_0> %0#0 i32|<res_0_1> %0#1 tensor\<4xf32\>}}", shape = Mrecord, style = filled];
// CHECK-NEXT:         subgraph cluster_12 {
// CHECK-NEXT:           v13 [label = " ", shape = plain];
// CHECK-NEXT:           label = "scf.if : (i32)\l";
// CHECK:                  {{^ *}}v16 [fillcolor = "0.166667 0.3 0.95", label = "{{[{]}}{<arg_0_0> %0#0}|scf.yield\l}", shape = Mrecord, style = filled];
// CHECK:        v11:res_0_0:s -> v16:arg_0_0:n[style = solid];
// CHECK-NEXT:   v10:res_arg1:s -> v19:arg_arg1:n[style = solid];
// CHECK-NEXT:   v9:res_arg0:s -> v13[lhead = cluster_12, style = solid];
// CHECK-NEXT:   v13 -> v20:arg_1:n[ltail = cluster_12, style = solid];
// CHECK-NEXT: }
// CONTROL:         label = "func.func";
// CONTROL:         v9 [label = "<res_arg0> %arg0", shape = Mrecord];
// CONTROL:         label = "{test.one\l|{<res_0_0> %0#0|<res_0_1> %0#1}}"
// CONTROL:       v11 -> v13[lhead = cluster_12, style = dashed];
// CONTROL-NEXT:  v13 -> v20[ltail = cluster_12, style = dashed];
// CONTROL-NEXT:  }
// SHORT:         {test.one\l\lc: [...] : ten...\lname: \"a\|...\l|
func.func @f(%c: i1, %x: i32) -> i32 {
  %0:2 = "test.one"() {name = "a|b", c = dense<[1, 2]> : tensor<2xi32>} : () -> (i32, tensor<4xf32>)
  %1 = scf.if %c -> i32 {
    scf.yield %0#0 : i32
  } else {
    scf.yield %x : i32
  }
  return %1 : i32
}
