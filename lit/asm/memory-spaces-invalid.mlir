// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{unsupported memory space Attribute}}
func.func private @float(memref<4xf32, 1.0>)

// -----

// expected-error@+1 {{unsupported memory space Attribute}}
func.func private @unranked(memref<*xf32, unit>)

// -----

// expected-error@+1 {{cannot have affine map for unranked memref type}}
func.func private @layout(memref<*xf32, affine_map<(d0) -> (d0)>>)

// -----

// expected-error@+1 {{multiple memory spaces specified in memref type}}
func.func private @two(memref<4xf32, 0, 4>)
