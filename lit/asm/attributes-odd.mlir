// RUN: lathe-opt %s --allow-unregistered-dialect --split-input-file | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC
// RUN: lathe-opt --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope - < %s | FileCheck %s --check-prefix=STDIN


// LOC: } loc("{{.*}}attributes-odd.mlir":0:0)
// STDIN: } loc("<stdin>":0:0)

// CHECK: wide = array<i128: -7>, widths = array<i24: 1, -5>
"a.op"() {widths = array<i24: 1, -5>, wide = array<i128: -7>} : () -> ()

// -----


// LOC: loc("{{.*}}attributes-odd.mlir":12:9)

// A list of equal strings is printed as one string.
// CHECK: one = dense<"a"> : tensor<2x!a.s>
"a.op"() {one = dense<["a", "a"]> : tensor<2x!a.s>} : () -> ()
// CHECK: one = sparse<0, "a"> : tensor<3x4x!a.s>
"a.op"() {one = sparse<[[0, 0]], ["a"]> : tensor<3x4x!a.s>} : () -> ()
// CHECK: long = tensor<9223372036854775807xf32>
"a.op"() {long = tensor<9223372036854775807xf32>} : () -> ()
// CHECK: mem = memref<4xf32, #gpu.address_space<workgroup>>, ptrs = vector<2x!llvm.ptr>
"a.op"() {mem = memref<4xf32, #gpu.address_space<workgroup>>, ptrs = vector<2x!llvm.ptr>} : () -> ()

// -----

// A resource that the file does not define is not printed.
// CHECK: dense_resource<nowhere>
// CHECK-NOT: {-#
"a.op"() {x = dense_resource<nowhere> : tensor<2xi32>} : () -> ()

// -----

// A range that begins and ends at one position is printed as a position; an empty file name as "-".
// LOC: "a.op"() : () -> () loc("f":1:2)
"a.op"() : () -> () loc("f":1:2 to 1:2)
// LOC: "a.op"() : () -> () loc("-":3:4)
"a.op"() : () -> () loc("":3:4)
