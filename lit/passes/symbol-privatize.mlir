// RUN: lathe-opt %s --symbol-privatize=exclude=main | FileCheck %s
// RUN: lathe-opt %s --symbol-privatize | FileCheck %s --check-prefix=ALL

// CHECK: func.func private @helper
// CHECK: func.func @main
// ALL: func.func private @helper
// ALL: func.func private @main
func.func @helper() { return }
func.func @main() { return }
