// RUN: not lathe-opt --allow-unregistered-dialect --diag-style=rich --split-input-file %s 2>&1 | FileCheck %s

// CHECK: error: undefined symbol alias id 'mapp'
// CHECK: help: did you mean '#map'?
#map = affine_map<(d0) -> (d0)>
"test.a"() {m = #mapp} : () -> ()

// -----

// CHECK: error: undefined symbol alias id 'numbr'
// CHECK: help: did you mean '!number'?
!number = i32
"test.a"() : () -> !numbr

// -----

// CHECK: error: 'func.call' op 'calee' does not reference a valid function
// CHECK: help: did you mean '@callee'?
func.func @callee() { return }
func.func @g() { call @calee() : () -> () return }

// -----

// CHECK: error: custom op 'retrun' is unknown (tried 'func.retrun' as well)
// CHECK: help: did you mean 'return'?
func.func @f() { retrun }

// -----

// CHECK: error: custom op 'func.retrun' is unknown
// CHECK: help: did you mean 'func.return'?
func.func @f() { func.retrun }

// -----

// CHECK: error: unregistered operation 'func.retrun' found in dialect ('func')
// CHECK: help: did you mean 'func.return'?
func.func @f() { "func.retrun"() : () -> () }

// -----

// CHECK: error: Dialect `fnc' not found for custom op 'fnc.func'
// CHECK: note: Available dialects: {{.*}}func, {{.*}}; operations of other dialects must be written in generic form, "fnc.func"(…)
// CHECK: help: did you mean 'func.func'?
fnc.func @f() { return }

// -----

// CHECK: error: unknown attribute `fastmah` in dialect `arith`
// CHECK: help: did you mean '#arith.fastmath'?
#a = #arith.fastmah<fast>

// -----

// CHECK: error: custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc
// CHECK: help: did you mean 'contract'?
func.func @f(%a: f32) { %0 = arith.addf %a, %a fastmath<contact> : f32 return }

// -----

// CHECK: error: expected ::mlir::vector::CombiningKind to be one of: add,
// CHECK: help: did you mean 'maximumf'?
#a = #vector.kind<maximunf>

// -----

// CHECK: error: unknown attribute `iteratortype` in dialect `linalg`
// CHECK: help: did you mean '#linalg.iterator_type'?
#a = #linalg.iteratortype<parallel>

// -----

// CHECK: error: unknown quantized type unifrm
// CHECK: help: did you mean '!quant.uniform'?
func.func private @f(!quant.unifrm<i8:f32, 1.0>)

// -----

// CHECK: error: expected attribute value
// CHECK: help: did you mean 'dense'?
func.func private @f() attributes {a = dens<1.0> : tensor<4xf32>}

// -----

// CHECK: error: expected location instance
// CHECK: help: did you mean 'fused'?
func.func private @f() loc(fusd["a"])

// -----

// CHECK: error: use of undeclared SSA value name
// CHECK: help: did you mean '%value'?
func.func @f(%value: i32) -> i32 { return %vaule : i32 }

// -----

// CHECK: error: reference to an undefined block
// CHECK: help: did you mean '^loop'?
func.func @f() {
  cf.br ^lop
^loop:
  return
}
