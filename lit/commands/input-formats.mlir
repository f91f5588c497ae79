// The error about an input that is not a program names the format of the input.
// RUN: echo "HloModule f, is_scheduled=true" | not lathe run - 2>&1 | FileCheck %s --check-prefix=HLO
// RUN: echo "" | not lathe run - 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: mkdir -p %t.dir
// RUN: not lathe run %t.dir 2>&1 | FileCheck %s --check-prefix=DIR

// HLO: error: the input is HLO text, not MLIR
// HLO-NEXT: help: export StableHLO instead
// EMPTY: error: the input '-' is empty
// DIR: error: cannot open input file '{{.*}}.dir': it is a directory
