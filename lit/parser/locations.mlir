// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-debuginfo | lathe-opt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect | FileCheck %s --check-prefix=PLAIN

// PLAIN-NOT: loc(
// CHECK: "t.a"() : () -> () loc("f.mlir":1:2)
"t.a"() : () -> () loc("f.mlir":1:2)
// CHECK: "t.a"() : () -> () loc(unknown)
"t.a"() : () -> () loc(unknown)
// CHECK: "t.a"() : () -> () loc("name"("f.mlir":1:2))
"t.a"() : () -> () loc("name"("f.mlir":1:2))
// CHECK: "t.a"() : () -> () loc(callsite("callee" at "f.mlir":3:4))
"t.a"() : () -> () loc(callsite("callee" at "f.mlir":3:4))
// CHECK: "t.a"() : () -> () loc(fused<"tag">["x", "y"])
"t.a"() : () -> () loc(fused<"tag">["x", "y"])
// CHECK: "t.b"() ({
// CHECK-NEXT: ^bb0(%arg0: i32 loc("arg")):
"t.b"() ({
^bb0(%a: i32 loc("arg")):
  // CHECK-NEXT: "t.use"(%arg0) : (i32) -> () loc("use")
  "t.use"(%a) : (i32) -> () loc("use")
}) : () -> () loc("outer")
// CHECK: "t.a"() : () -> () loc("late")
"t.a"() : () -> () loc(#late)
#late = loc("late")
