// RUN: lathe-opt %s | FileCheck %s

// CHECK: }
// CHECK-NOT: {-#
{-#
  external_resources: {
    made_by: {
    }
  }
#-}
