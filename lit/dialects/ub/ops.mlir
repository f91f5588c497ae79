// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s --allow-unregistered-dialect | diff %t -
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | lathe-opt --allow-unregistered-dialect | diff %t -
module {
  func.func @f() {
    %0 = ub.poison : i32
    %1 = ub.poison {mark} : vector<4xi64>
    ub.unreachable
  }
}

