// RUN: lathe-opt %s --inline | FileCheck %s

// A private function stays if an attribute of another function refers to it.

// CHECK: func.func private @referenced()
func.func private @referenced() {
  return
}

// CHECK: func.func private @declared() attributes {x = @other}
func.func private @declared() attributes {x = @other}

// CHECK: func.func private @other()
func.func private @other() {
  return
}

// CHECK: func.func @main() attributes {x = @referenced}
func.func @main() attributes {x = @referenced} {
  return
}
