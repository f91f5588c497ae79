// RUN: not lathe-opt %s --split-input-file --allow-unregistered-dialect 2>&1 | FileCheck %s

// An error of the verifier shows the operation that it names in a note before all other notes. If
// the operation has several lines, the note shows it on separate lines.

// CHECK:      [[#@LINE+7]]:1: error: redefinition of symbol named 'f'
// CHECK:      note: see current operation: {{$}}
// CHECK-NEXT: "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
// CHECK-NEXT:   "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: note: see existing symbol definition here
func.func @f() { return }
func.func @f() { return }

// -----

// CHECK:      error: operand #0 does not dominate this use
// CHECK:      note: see current operation: "foo.use"(%0) : (i32) -> ()
// CHECK:      note: operand defined here (op in the same block)
func.func @f() {
  "foo.use"(%0) : (i32) -> ()
  %0 = arith.constant 1 : i32
  return
}

// -----

// CHECK:      error: 'scf.if' op along control flow edge from Operation scf.yield to parent
// CHECK:      note: see current operation: {{$}}
// CHECK-NEXT: %0 = "scf.if"(%arg0) ({
// CHECK-NEXT:   %2 = "arith.constant"() <{value = 1 : i32}> : () -> i32
// CHECK-NEXT:   "scf.yield"(%2) : (i32) -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT:   %1 = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32
// CHECK-NEXT:   "scf.yield"(%1) : (f32) -> ()
// CHECK-NEXT: }) : (i1) -> i32
// CHECK:      note: region branch point
func.func @f(%c: i1) {
  %r = scf.if %c -> i32 {
    %0 = arith.constant 1 : i32
    scf.yield %0 : i32
  } else {
    %0 = arith.constant 1.0 : f32
    scf.yield %0 : f32
  }
  return
}

// -----

// The note shows the operation that the error names, not the operation that checked it.
// CHECK:      error: 'tensor.parallel_insert_slice' op may only insert into an output block argument
// CHECK:      note: see current operation: "tensor.parallel_insert_slice"(%arg0, %arg1, %arg3)
func.func @f(%s: tensor<1xf32>, %d: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%x = %o) -> tensor<4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %d[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
