// RUN: lathe-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s

// CHECK:      %[[A:.*]] = "t.a"()
// CHECK-NEXT: %[[B:.*]] = "t.b"(%[[A]])
// CHECK-NEXT: "t.c"(%[[B]])
// CHECK-NEXT: %[[X:[0-9]+]] = "t.x"(%[[Y:[0-9]+]])
// CHECK-NEXT: %[[Y]] = "t.y"(%[[X]])
module {
  "t.c"(%b) : (i32) -> ()
  %b = "t.b"(%a) : (i32) -> i32
  %x = "t.x"(%y) : (i32) -> i32
  %y = "t.y"(%x) : (i32) -> i32
  %a = "t.a"() : () -> i32
}
