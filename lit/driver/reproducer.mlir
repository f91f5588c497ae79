// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse,func.func(cse,symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.repro -o %t.o 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: FileCheck %s --input-file=%t.repro
// RUN: not lathe-opt %t.repro --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN

// ERR: error: 'func.func' op  was scheduled to run under SymbolDCE, but does not define a symbol table
// ERR: reproducer.mlir:[[#@LINE+9]]:1: error: Failures have been detected while processing an MLIR pass pipeline
// ERR: reproducer.mlir:[[#@LINE+8]]:1: note: Pipeline failed while executing [`SymbolDCE` on 'func.func' operation: @f]: reproducer generated at `{{.*}}.repro`
// CHECK: func.func @f
// CHECK: {-#
// CHECK:   mlir_reproducer: {
// CHECK:     pipeline: "builtin.module(cse,func.func(cse,symbol-dce))",
// CHECK:     disable_threading: false,
// CHECK:     verify_each: true
// AGAIN: was scheduled to run under SymbolDCE
func.func @f() { return }

// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse,func.func(cse,symbol-dce))' --mlir-pass-pipeline-local-reproducer --mlir-pass-pipeline-crash-reproducer=%t.local -o %t.o 2>&1 | FileCheck %s --check-prefix=LOCALERR
// RUN: FileCheck %s --input-file=%t.local --check-prefix=LOCAL
// LOCALERR: note: Pipeline failed while executing `SymbolDCE` on 'func.func' operation: @f: reproducer
// LOCAL: pipeline: "builtin.module(func.func(symbol-dce))",
