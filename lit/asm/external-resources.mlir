// RUN: lathe-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=20 | FileCheck %s --check-prefix=SHORT

// CHECK: a = dense_resource<numbers> : tensor<2xi32>
"x.use"() {a = dense_resource<numbers> : tensor<2xi32>} : () -> ()

// CHECK:      {-#
// CHECK-NEXT:   dialect_resources: {
// CHECK-NEXT:     builtin: {
// CHECK-NEXT:       numbers: "0x040000000100000002000000"
// CHECK-NEXT:     }
// CHECK-NEXT:   },
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     made_by: {
// CHECK-NEXT:       flag: true,
// CHECK-NEXT:       blob: "0x08000000010000000000000002000000",
// CHECK-NEXT:       text: "\22quoted\22"
// CHECK-NEXT:     },
// CHECK-NEXT:     other: {
// CHECK-NEXT:       "two words": false
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}

// SHORT:      {-#
// SHORT-NEXT:   external_resources: {
// SHORT-NEXT:     made_by: {
// SHORT-NEXT:       flag: true,
// SHORT-NEXT:       text: "\22quoted\22"
// SHORT-NEXT:     },
// SHORT-NEXT:     other: {
// SHORT-NEXT:       "two words": false
// SHORT-NEXT:     }
// SHORT-NEXT:   }
// SHORT-NEXT: #-}
{-#
  dialect_resources: {
    builtin: {
      numbers: "0x040000000100000002000000"
    }
  },
  external_resources: {
    made_by: {
      flag: true,
      blob: "0x08000000010000000000000002000000",
      text: "\"quoted\""
    },
    other: {
      "two words": false
    }
  }
#-}
