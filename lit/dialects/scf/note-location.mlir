// A note is at the location of its operation, even if the error has a position in the source text.
// RUN: not lathe-opt %s 2>&1 | FileCheck %s

// CHECK: note-location.mlir:[[#@LINE+4]]:{{[0-9]+}}: error: 'scf.index_switch' op expected each region to return 1 values, but default region returns 0
// CHECK: note-location.mlir:[[#@LINE+3]]:{{[0-9]+}}: note: see current operation
// CHECK: model.py:3:4: note: see yield operation here
func.func @f(%i: index) {
  %r = scf.index_switch %i -> i32 default { scf.yield loc("model.py":3:4) }
  return
}
