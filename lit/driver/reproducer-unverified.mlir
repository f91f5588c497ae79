// RUN: not lathe-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --cse --mlir-pass-pipeline-crash-reproducer=%t.repro 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: FileCheck %s --input-file=%t.repro
// A reproducer of an invalid program has the program in generic form.

// ERR-NOT: panic
// ERR: note: Pipeline failed while executing [`CSE` on 'builtin.module' operation]: reproducer generated at
// CHECK: "memref.store"() : () -> ()
// CHECK: pipeline: "builtin.module(cse)"
"memref.store"() : () -> ()
