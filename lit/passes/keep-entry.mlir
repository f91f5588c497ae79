// RUN: lathe-opt %s --keep-entry | FileCheck %s --check-prefix=MAIN
// RUN: lathe-opt %s --keep-entry=entry=other | FileCheck %s --check-prefix=OTHER
// RUN: not lathe-opt %s --keep-entry=entry=mian 2>&1 | FileCheck %s --check-prefix=NONE

// MAIN: func.func @main
// MAIN: func.func private @other
// OTHER: func.func private @main
// OTHER: func.func @other
// NONE: module has no function @mian
func.func public @main() {
  return
}
func.func private @other() {
  return
}
