// RUN: lathe-opt %s --kernel-verify --verify-diagnostics

// As an index, true is -1.
func.func @main(%a: memref<4xi8>, %t: memref<1xi1>, %o: memref<4xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
  %z = arith.constant 0 : index
  %c = memref.load %t[%z] : memref<1xi1>
  %i = arith.index_cast %c : i1 to index
  // expected-error@+1 {{'scf.index_switch' op must not depend on a boolean}}
  scf.index_switch %i
  case 0 {
    memref.copy %a, %o : memref<4xi8> to memref<4xi8>
    scf.yield
  }
  default {
    scf.yield
  }
  return
}
