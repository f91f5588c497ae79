// RUN: lathe-opt %s | FileCheck %s

// Operations of the test dialect need no --allow-unregistered-dialect.

// CHECK: "test.any"() {a = 1 : i64} : () -> ()
"test.any"() {a = 1 : i64} : () -> ()
