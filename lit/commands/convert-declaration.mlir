// RUN: not lathe convert %s 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op is not an NNVM graph: it has 0 blocks, not one
func.func private @declared()
