// Options that are invalid for all programs are rejected. Ranges of ids may have the maximum width.
// RUN: not lathe-opt --diag-style=rich %s --partition='min-size=-1' 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not lathe-opt --diag-style=rich %s --partition='attempts=-2' 2>&1 | FileCheck %s --check-prefix=ATTEMPTS
// RUN: not lathe-opt --diag-style=rich %s --partition='search-limit=-3' 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not lathe-opt %s --partition='strategy=sparsenn cards=-1' 2>&1 | FileCheck %s --check-prefix=CARDS
// RUN: not lathe-opt %s --partition='strategy=balance devices=9223372036854775807' 2>&1 | FileCheck %s --check-prefix=DEVICES
// RUN: not lathe-opt %s --partition='strategy=memory contexts=9223372036854775807' 2>&1 | FileCheck %s --check-prefix=CONTEXTS
// RUN: not lathe-opt --diag-style=rich %s --partition='join=7-2' 2>&1 | FileCheck %s --check-prefix=JOIN
// RUN: not lathe-opt %s --partition='strategy=sparsenn pair=tanh' 2>&1 | FileCheck %s --check-prefix=PAIR
// RUN: not lathe-opt %s --partition='strategy=sparsenn pair=' 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: lathe-opt %s --partition='join=0-4294967295' | FileCheck %s --check-prefix=ALL

// SIZE: error: min-size must not be negative, but is -1
// SIZE: help: leave it out, or give 0, for the default
// ATTEMPTS: error: attempts must not be negative, but is -2
// LIMIT: error: search-limit must not be negative, but is -3
// CARDS: error: cards must not be negative, but is -1
// DEVICES: error: devices must be at most 1048576, but is 9223372036854775807
// CONTEXTS: error: contexts must be at most 1048576, but is 9223372036854775807
// JOIN: '7-2' is not the id of an operation, such as 4, or a range of ids, such as 7-12
// PAIR: bad_options.mlir:[[@LINE+5]]:3: error: strategy sparsenn on @main: the option pair lists 'tanh', which is none of Concat, LayerNorm, Tanh, Tile
// NOTHING: error: pair is an empty list
// ALL-COUNT-1: cluster.region
// ALL-NOT: cluster.region
module attributes {cluster.devices = [#cluster.target<"A">, #cluster.target<"B">]} {
  func.func @main(%a: i32) -> i32 {
    %0 = arith.addi %a, %a {cluster.device = "A"} : i32
    %1 = arith.muli %0, %0 {cluster.device = "A"} : i32
    return %1 : i32
  }
}
