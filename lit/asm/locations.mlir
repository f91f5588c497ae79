// RUN: lathe-opt --allow-unregistered-dialect --mlir-print-debuginfo %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=CHECK %s
// RUN: lathe-opt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=LOCAL %s
// RUN: lathe-opt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo --mlir-print-local-scope %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=PRETTY %s
// RUN: lathe-opt --allow-unregistered-dialect --mlir-print-local-scope --mlir-use-nameloc-as-prefix %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=NAMES %s

// Locations of every kind, printed in each mode.
// Every location has an explicit file name, because the real name depends on the folder of the test.

module {
  func.func @a(%a: i32 loc("argn"), %b: f32 loc(fused["x", "y"])) -> i32 {
    %0 = "foo"() : () -> i32 loc("foo"("bar"))
    %1 = "foo"() : () -> i32 loc(callsite("a"("x") at callsite("b" at fused["c", "d":1:2])))
    %2 = "foo"() : () -> i32 loc(fused<"m">["a", callsite("x" at "y")])
    %3 = "foo"() : () -> i32 loc(callsite("f":1:2 at "g":3:4))
    %4 = "foo"() : () -> i32 loc("f":1:2 to 3:4)
    %5 = "foo"() : () -> i32 loc("f":1:2 to :4)
    %6 = "foo"() {x = loc("zz")} : () -> i32 loc(#late)
    "foo"() ({
    ^bb0(%x: i32 loc("x"), %y: i32 loc(unknown)):
      "z"() : () -> () loc(unknown)
    }) : () -> () loc("foo"(callsite("x" at unknown)))
    cf.br ^bb1(%a: i32) loc("1abc")
  ^bb1(%z: i32 loc("q")):
    return %0 : i32 loc(fused["a b", unknown])
  } loc(fused<[1, 2]>["z", "y"])
} loc("top")
#late = loc("n"("f":1:2 to 3:4))

// CHECK:#loc2 = loc("y")
// CHECK-NEXT:#loc3 = loc("argn")
// CHECK-NEXT:#loc4 = loc("x")
// CHECK-NEXT:#loc14 = loc("zz")
// CHECK-NEXT:#loc15 = loc(unknown)
// CHECK-NEXT:#loc17 = loc("q")
// CHECK-NEXT:#loc20 = loc(fused[#loc4, #loc2])
// CHECK-NEXT:module {
// CHECK-NEXT:  func.func @a(%arg0: i32 loc("argn"), %arg1: f32 loc(fused[#loc4, #loc2])) -> i32 {
// CHECK-NEXT:    %0 = "foo"() : () -> i32 loc(#loc21)
// CHECK-NEXT:    %1 = "foo"() : () -> i32 loc(#loc31)
// CHECK-NEXT:    %2 = "foo"() : () -> i32 loc(#loc29)
// CHECK-NEXT:    %3 = "foo"() : () -> i32 loc(#loc25)
// CHECK-NEXT:    %4 = "foo"() : () -> i32 loc(#loc12)
// CHECK-NEXT:    %5 = "foo"() : () -> i32 loc(#loc13)
// CHECK-NEXT:    %6 = "foo"() {x = #loc14} : () -> i32 loc(#loc26)
// CHECK-NEXT:    "foo"() ({
// CHECK-NEXT:    ^bb0(%arg2: i32 loc("x"), %arg3: i32 loc(unknown)):
// CHECK-NEXT:      "z"() : () -> () loc(#loc15)
// CHECK-NEXT:    }) : () -> () loc(#loc30)
// CHECK-NEXT:    cf.br ^bb1(%arg0 : i32) loc(#loc16)
// CHECK-NEXT:  ^bb1(%7: i32 loc("q")):  // pred: ^bb0
// CHECK-NEXT:    return %0 : i32 loc(#loc18)
// CHECK-NEXT:  } loc(#loc19)
// CHECK-NEXT:} loc(#loc)
// CHECK-NEXT:#loc = loc("top")
// CHECK-NEXT:#loc1 = loc("z")
// CHECK-NEXT:#loc5 = loc("bar")
// CHECK-NEXT:#loc6 = loc("b")
// CHECK-NEXT:#loc7 = loc("c")
// CHECK-NEXT:#loc8 = loc("d":1:2)
// CHECK-NEXT:#loc9 = loc("a")
// CHECK-NEXT:#loc10 = loc("f":1:2)
// CHECK-NEXT:#loc11 = loc("g":3:4)
// CHECK-NEXT:#loc12 = loc("f":1:2 to 3:4)
// CHECK-NEXT:#loc13 = loc("f":1:2 to :4)
// CHECK-NEXT:#loc16 = loc("1abc")
// CHECK-NEXT:#loc18 = loc("a b")
// CHECK-NEXT:#loc19 = loc(fused<[1, 2]>[#loc1, #loc2])
// CHECK-NEXT:#loc21 = loc("foo"(#loc5))
// CHECK-NEXT:#loc22 = loc("a"(#loc4))
// CHECK-NEXT:#loc23 = loc(fused[#loc7, #loc8])
// CHECK-NEXT:#loc24 = loc(callsite(#loc4 at #loc2))
// CHECK-NEXT:#loc25 = loc(callsite(#loc10 at #loc11))
// CHECK-NEXT:#loc26 = loc("n"(#loc12))
// CHECK-NEXT:#loc27 = loc(callsite(#loc4 at #loc15))
// CHECK-NEXT:#loc28 = loc(callsite(#loc6 at #loc23))
// CHECK-NEXT:#loc29 = loc(fused<"m">[#loc9, #loc24])
// CHECK-NEXT:#loc30 = loc("foo"(#loc27))
// CHECK-NEXT:#loc31 = loc(callsite(#loc22 at #loc28))

// LOCAL:module {
// LOCAL-NEXT:  func.func @a(%arg0: i32 loc("argn"), %arg1: f32 loc(fused["x", "y"])) -> i32 {
// LOCAL-NEXT:    %0 = "foo"() : () -> i32 loc("foo"("bar"))
// LOCAL-NEXT:    %1 = "foo"() : () -> i32 loc(callsite("a"("x") at callsite("b" at fused["c", "d":1:2])))
// LOCAL-NEXT:    %2 = "foo"() : () -> i32 loc(fused<"m">["a", callsite("x" at "y")])
// LOCAL-NEXT:    %3 = "foo"() : () -> i32 loc(callsite("f":1:2 at "g":3:4))
// LOCAL-NEXT:    %4 = "foo"() : () -> i32 loc("f":1:2 to 3:4)
// LOCAL-NEXT:    %5 = "foo"() : () -> i32 loc("f":1:2 to :4)
// LOCAL-NEXT:    %6 = "foo"() {x = loc("zz")} : () -> i32 loc("n"("f":1:2 to 3:4))
// LOCAL-NEXT:    "foo"() ({
// LOCAL-NEXT:    ^bb0(%arg2: i32 loc("x"), %arg3: i32 loc(unknown)):
// LOCAL-NEXT:      "z"() : () -> () loc(unknown)
// LOCAL-NEXT:    }) : () -> () loc("foo"(callsite("x" at unknown)))
// LOCAL-NEXT:    cf.br ^bb1(%arg0 : i32) loc("1abc")
// LOCAL-NEXT:  ^bb1(%7: i32 loc("q")):  // pred: ^bb0
// LOCAL-NEXT:    return %0 : i32 loc("a b")
// LOCAL-NEXT:  } loc(fused<[1, 2]>["z", "y"])
// LOCAL-NEXT:} loc("top")

// PRETTY:module {
// PRETTY-NEXT:  func.func @a(%arg0: i32 "argn", %arg1: f32 ["x", "y"]) -> i32 {
// PRETTY-NEXT:    %0 = "foo"() : () -> i32 "foo"("bar")
// PRETTY-NEXT:    %1 = "foo"() : () -> i32 "a"("x")
// PRETTY-NEXT: at "b"
// PRETTY-NEXT: at ["c", d:1:2]
// PRETTY-NEXT:    %2 = "foo"() : () -> i32 <"m">["a", "x"
// PRETTY-NEXT: at "y"]
// PRETTY-NEXT:    %3 = "foo"() : () -> i32 f:1:2
// PRETTY-NEXT: at g:3:4
// PRETTY-NEXT:    %4 = "foo"() : () -> i32 f:1:2 to 3:4
// PRETTY-NEXT:    %5 = "foo"() : () -> i32 f:1:2 to :4
// PRETTY-NEXT:    %6 = "foo"() {x = "zz"} : () -> i32 "n"(f:1:2 to 3:4)
// PRETTY-NEXT:    "foo"() ({
// PRETTY-NEXT:    ^bb0(%arg2: i32 "x", %arg3: i32 [unknown]):
// PRETTY-NEXT:      "z"() : () -> () [unknown]
// PRETTY-NEXT:    }) : () -> () "foo"("x"
// PRETTY-NEXT: at [unknown])
// PRETTY-NEXT:    cf.br ^bb1(%arg0 : i32) "1abc"
// PRETTY-NEXT:  ^bb1(%7: i32 "q"):  // pred: ^bb0
// PRETTY-NEXT:    return %0 : i32 "a b"
// PRETTY-NEXT:  } <[1, 2]>["z", "y"]
// PRETTY-NEXT:} "top"

// NAMES:module {
// NAMES-NEXT:  func.func @a(%argn: i32, %x: f32) -> i32 {
// NAMES-NEXT:    %foo = "foo"() : () -> i32
// NAMES-NEXT:    %a = "foo"() : () -> i32
// NAMES-NEXT:    %a_0 = "foo"() : () -> i32
// NAMES-NEXT:    %0 = "foo"() : () -> i32
// NAMES-NEXT:    %1 = "foo"() : () -> i32
// NAMES-NEXT:    %2 = "foo"() : () -> i32
// NAMES-NEXT:    %n = "foo"() {x = loc("zz")} : () -> i32
// NAMES-NEXT:    "foo"() ({
// NAMES-NEXT:    ^bb0(%x_1: i32, %arg3: i32):
// NAMES-NEXT:      "z"() : () -> ()
// NAMES-NEXT:    }) : () -> ()
// NAMES-NEXT:    cf.br ^bb1(%argn : i32)
// NAMES-NEXT:  ^bb1(%q: i32):  // pred: ^bb0
// NAMES-NEXT:    return %foo : i32
// NAMES-NEXT:  }
// NAMES-NEXT:}
