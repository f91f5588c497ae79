// RUN: lathe-opt %s -o %t --canonicalize --cse --mlir-timing 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: lathe-opt %s -o %t --canonicalize --cse --mlir-timing --mlir-output-format=json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: lathe-opt %s -o %t --cse --mlir-pass-statistics 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: lathe-opt --version | FileCheck %s --check-prefix=VERSION
// RUN: lathe-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: lathe-opt --help | FileCheck %s --check-prefix=HELP
// RUN: lathe-opt --list-passes | FileCheck %s --check-prefix=LIST
// RUN: lathe-opt %s -verify-roundtrip -o %t
// RUN: lathe-opt %s -o %t.g -mlir-print-op-generic
// RUN: FileCheck %s --check-prefix=GENERIC --input-file=%t.g

// TIME: ... Execution time report ...
// TIME: Total Execution Time: {{[0-9.]+}} seconds
// TIME: {{[0-9.]+}} ({{ *[0-9.]+}}%)  Parser
// TIME: {{[0-9.]+}} ({{ *[0-9.]+}}%)  Canonicalizer
// TIME: {{[0-9.]+}} ({{ *[0-9.]+}}%)  CSE
// TIME: {{[0-9.]+}} (100.0%)  Total
// JSON: [
// JSON: "name": "Canonicalizer"
// STATS: ... Pass statistics report ...
// STATS: CSE
// STATS-NEXT: (S) 1 num-cse'd
// VERSION: lathe-opt version
// DIALECTS: Available Dialects: {{.*}}arith,{{.*}}builtin,
// HELP: USAGE: lathe-opt [options] <input file>
// HELP: --split-input-file[=<marker>]
// LIST: --cse {{ *}}- Eliminate common sub-expressions
// GENERIC: "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
