// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// expected-error@+3 {{dialect 'nobody' is unknown}}
{-#
  dialect_resources: {
    nobody: {
      a: "0x0400000001"
    }
  }
#-}
