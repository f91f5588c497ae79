// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-value-users | FileCheck %s --check-prefix=USERS
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-use-nameloc-as-prefix | FileCheck %s --check-prefix=NAMES
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-debuginfo --mlir-pretty-debuginfo | FileCheck %s --check-prefix=PRETTY
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-debuginfo | FileCheck %s --check-prefix=DEBUG
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDE
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-elementsattrs-with-hex-if-larger=2 | FileCheck %s --check-prefix=HEX
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=8 | FileCheck %s --check-prefix=STRINGS
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-unique-ssa-ids | FileCheck %s --check-prefix=UNIQUE
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-skip-regions | FileCheck %s --check-prefix=SKIP
// RUN: not lathe-opt %s --allow-unregistered-dialect --no-implicit-module 2>&1 | FileCheck %s --check-prefix=SINGLE

#add = loc("add.c":3:4)

// USERS-LABEL: func.func @f
// USERS-NEXT:  // %arg0 is used by %[[PAIR:[0-9]+]]#0, %[[PAIR]]#1, %[[SUM:[0-9]+]]
// USERS-NEXT:  // %arg1 is unused
// USERS-NEXT:  %cst = {{.*}} // unused
// USERS:       %[[SUM]] = arith.addi %arg0, %arg0 : i32 // users: %[[END:[0-9]+]], %[[PAIR]]#0, %[[PAIR]]#1
// USERS-NEXT:  %[[PAIR]]:2 = "t.pair"(%[[SUM]], %arg0) : (i32, i32) -> (i32, i32) // users: (%[[END]]), (unused)
// USERS-NEXT:  return %[[PAIR]]#0, %[[SUM]] : i32, i32 // id: %[[END]]

// NAMES-LABEL: func.func @f(%x: i32, %arg1: i32)
// NAMES-NEXT:  %weights = arith.constant
// NAMES-NEXT:  %bias = arith.constant
// NAMES-NEXT:  %cst = arith.constant
// NAMES-NEXT:  %[[SUM:[0-9]+]] = arith.addi %x, %x
// NAMES-NEXT:  %both:2 = "t.pair"(%[[SUM]], %x)
// NAMES-NEXT:  return %both#0, %[[SUM]]

// PRETTY-LABEL: func.func @f(%arg0: i32 "x", %arg1: i32 {{.*}}:[[#]]:[[#]])
// PRETTY:       %cst = {{.*}} : tensor<3xf32> "weights"
// PRETTY:       arith.addi {{.*}} : i32 add.c:3:4
// PRETTY-NEXT:  "t.pair"{{.*}} "both"(#loc{{[0-9]+}})
// PRETTY:       #loc{{[0-9]+}} = add.c:3:4
// PRETTY:       #loc{{[0-9]+}} = [#loc{{[0-9]+}}, #loc{{[0-9]+}}]

// DEBUG:     #[[X:loc[0-9]+]] = loc("x")
// DEBUG:     func.func @f(%arg0: i32 loc("x"), %arg1: i32 loc({{.*}}:[[#]]:[[#]]))
// DEBUG:     "t.pair"{{.*}} loc(#[[BOTH:loc[0-9]+]])
// DEBUG:     "t.unknown"() : () -> () loc(#[[NONE:loc[0-9]+]])
// DEBUG:     #[[ADD:loc[0-9]+]] = loc("add.c":3:4)
// DEBUG:     #[[NONE]] = loc(unknown)
// DEBUG:     #[[BOTH]] = loc("both"(#[[ADD]]))

// ELIDE:     dense_resource<__elided__> : tensor<3xf32>
// ELIDE:     dense<[1, 2]> : tensor<2xi32>
// ELIDE:     x = dense_resource<__elided__> : tensor<5x2xi32>

// HEX:       dense<"0x0000C03F0000204000006040"> : tensor<3xf32>
// HEX:       dense<[1, 2]> : tensor<2xi32>

// STRINGS:     {-#
// STRINGS-NOT: blob
// STRINGS:     #-}

// UNIQUE:     func.func @f(%arg1: i32, %arg2: i32)
// UNIQUE:     func.func @g(%arg0: i32)

// SKIP:       module {...}

// SINGLE: print-flags.mlir:0:0: error: source must contain a single top-level operation, found: 2

func.func @f(%x: i32 loc("x"), %y: i32) -> (i32, i32) {
  %w = arith.constant dense<[1.5, 2.5, 3.5]> : tensor<3xf32> loc("weights")
  %b = arith.constant dense<[1, 2]> : tensor<2xi32> loc(fused["bias", "m.c":1:2])
  %r = arith.constant dense_resource<blob> : tensor<1xi32>
  %s = arith.addi %x, %x : i32 loc(#add)
  %p:2 = "t.pair"(%s, %x) : (i32, i32) -> (i32, i32) loc("both"(#add))
  return %p#0, %s : i32, i32
}

func.func @g(%x: i32) attributes {x = sparse<[[0, 0], [2, 1]], [1, 2]> : tensor<5x2xi32>} {
  "t.unknown"() : () -> () loc(unknown)
  return
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  }
#-}
