// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.addi"(%a0, %a1) <{overflowFlags = #arith.overflow<none>}> : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.addi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.addi"(%a0, %a1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.addi' op expected 2 operands, but found 1}}
  %r = "arith.addi"(%a0) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xi8>) {
  // expected-error@+1 {{'arith.subi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.subi"(%a0, %a1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (none, vector<4xi8>) -> vector<4xi8>
  return
}

// -----

func.func @f(%a0: vector<4xi8>, %a1: vector<4xi8>) {
  // expected-error@+1 {{'arith.subi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.subi"(%a0, %a1) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (vector<4xi8>, vector<4xi8>) -> none
  return
}

// -----

func.func @f(%a0: vector<4xi8>) {
  // expected-error@+1 {{'arith.subi' op expected 2 operands, but found 1}}
  %r = "arith.subi"(%a0) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (vector<4xi8>) -> vector<4xi8>
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<?xindex>) {
  // expected-error@+1 {{'arith.muli' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.muli"(%a0, %a1) <{overflowFlags = #arith.overflow<none>}> : (none, tensor<?xindex>) -> tensor<?xindex>
  return
}

// -----

func.func @f(%a0: tensor<?xindex>, %a1: tensor<?xindex>) {
  // expected-error@+1 {{'arith.muli' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.muli"(%a0, %a1) <{overflowFlags = #arith.overflow<none>}> : (tensor<?xindex>, tensor<?xindex>) -> none
  return
}

// -----

func.func @f(%a0: tensor<?xindex>) {
  // expected-error@+1 {{'arith.muli' op expected 2 operands, but found 1}}
  %r = "arith.muli"(%a0) <{overflowFlags = #arith.overflow<none>}> : (tensor<?xindex>) -> tensor<?xindex>
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.shli' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.shli"(%a0, %a1) <{overflowFlags = #arith.overflow<nuw>}> : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.shli' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.shli"(%a0, %a1) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.shli' op expected 2 operands, but found 1}}
  %r = "arith.shli"(%a0) <{overflowFlags = #arith.overflow<nuw>}> : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.divsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.divsi"(%a0, %a1) <{isExact}> : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.divsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.divsi"(%a0, %a1) <{isExact}> : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.divsi' op expected 2 operands, but found 1}}
  %r = "arith.divsi"(%a0) <{isExact}> : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.divui' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.divui"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.divui' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.divui"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.divui' op expected 2 operands, but found 1}}
  %r = "arith.divui"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.shrsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.shrsi"(%a0, %a1) <{isExact}> : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.shrsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.shrsi"(%a0, %a1) <{isExact}> : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.shrsi' op expected 2 operands, but found 1}}
  %r = "arith.shrsi"(%a0) <{isExact}> : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.shrui' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.shrui"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.shrui' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.shrui"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.shrui' op expected 2 operands, but found 1}}
  %r = "arith.shrui"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.ceildivsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.ceildivsi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.ceildivsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.ceildivsi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.ceildivsi' op expected 2 operands, but found 1}}
  %r = "arith.ceildivsi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.ceildivui' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.ceildivui"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.ceildivui' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.ceildivui"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.ceildivui' op expected 2 operands, but found 1}}
  %r = "arith.ceildivui"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.floordivsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.floordivsi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.floordivsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.floordivsi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.floordivsi' op expected 2 operands, but found 1}}
  %r = "arith.floordivsi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.remsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.remsi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.remsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.remsi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.remsi' op expected 2 operands, but found 1}}
  %r = "arith.remsi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.remui' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.remui"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.remui' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.remui"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.remui' op expected 2 operands, but found 1}}
  %r = "arith.remui"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.andi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.andi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.andi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.andi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.andi' op expected 2 operands, but found 1}}
  %r = "arith.andi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.ori' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.ori"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.ori' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.ori"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.ori' op expected 2 operands, but found 1}}
  %r = "arith.ori"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.xori' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.xori"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.xori' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.xori"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.xori' op expected 2 operands, but found 1}}
  %r = "arith.xori"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.maxsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.maxsi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.maxsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.maxsi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.maxsi' op expected 2 operands, but found 1}}
  %r = "arith.maxsi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.maxui' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.maxui"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.maxui' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.maxui"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.maxui' op expected 2 operands, but found 1}}
  %r = "arith.maxui"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.minsi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.minsi"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.minsi' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.minsi"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.minsi' op expected 2 operands, but found 1}}
  %r = "arith.minsi"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.minui' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.minui"(%a0, %a1) : (none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.minui' op result #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.minui"(%a0, %a1) : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.minui' op expected 2 operands, but found 1}}
  %r = "arith.minui"(%a0) : (i32) -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.addui_extended' op operand #0 must be signless-integer-like, but got 'none'}}
  %r:2 = "arith.addui_extended"(%a0, %a1) : (none, i32) -> (i32, i1)
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.addui_extended' op result #0 must be signless-integer-like, but got 'none'}}
  %r:2 = "arith.addui_extended"(%a0, %a1) : (i32, i32) -> (none, i1)
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'none'}}
  %r:2 = "arith.addui_extended"(%a0, %a1) : (i32, i32) -> (i32, none)
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.mulsi_extended' op operand #0 must be signless-integer-like, but got 'none'}}
  %r:2 = "arith.mulsi_extended"(%a0, %a1) : (none, i32) -> (i32, i32)
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.mulsi_extended' op result #0 must be signless-integer-like, but got 'none'}}
  %r:2 = "arith.mulsi_extended"(%a0, %a1) : (i32, i32) -> (none, i32)
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.mulsi_extended' op expected 2 operands, but found 1}}
  %r:2 = "arith.mulsi_extended"(%a0) : (i32) -> (i32, i32)
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.mului_extended' op operand #0 must be signless-integer-like, but got 'none'}}
  %r:2 = "arith.mului_extended"(%a0, %a1) : (none, i32) -> (i32, i32)
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.mului_extended' op result #0 must be signless-integer-like, but got 'none'}}
  %r:2 = "arith.mului_extended"(%a0, %a1) : (i32, i32) -> (none, i32)
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.mului_extended' op expected 2 operands, but found 1}}
  %r:2 = "arith.mului_extended"(%a0) : (i32) -> (i32, i32)
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.negf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.negf"(%a0) <{fastmath = #arith.fastmath<none>}> : (none) -> f32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.negf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.negf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.negf' op requires a single operand}}
  %r = "arith.negf"() <{fastmath = #arith.fastmath<none>}> : () -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.addf"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.addf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.addf"(%a0, %a1) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.addf' op expected 2 operands, but found 1}}
  %r = "arith.addf"(%a0) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: vector<4xbf16>) {
  // expected-error@+1 {{'arith.subf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.subf"(%a0, %a1) <{fastmath = #arith.fastmath<reassoc,contract>}> : (none, vector<4xbf16>) -> vector<4xbf16>
  return
}

// -----

func.func @f(%a0: vector<4xbf16>, %a1: vector<4xbf16>) {
  // expected-error@+1 {{'arith.subf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.subf"(%a0, %a1) <{fastmath = #arith.fastmath<reassoc,contract>}> : (vector<4xbf16>, vector<4xbf16>) -> none
  return
}

// -----

func.func @f(%a0: vector<4xbf16>) {
  // expected-error@+1 {{'arith.subf' op expected 2 operands, but found 1}}
  %r = "arith.subf"(%a0) <{fastmath = #arith.fastmath<reassoc,contract>}> : (vector<4xbf16>) -> vector<4xbf16>
  return
}

// -----

func.func @f(%a0: none, %a1: tensor<2x?xf64>) {
  // expected-error@+1 {{'arith.mulf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.mulf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, tensor<2x?xf64>) -> tensor<2x?xf64>
  return
}

// -----

func.func @f(%a0: tensor<2x?xf64>, %a1: tensor<2x?xf64>) {
  // expected-error@+1 {{'arith.mulf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.mulf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (tensor<2x?xf64>, tensor<2x?xf64>) -> none
  return
}

// -----

func.func @f(%a0: tensor<2x?xf64>) {
  // expected-error@+1 {{'arith.mulf' op expected 2 operands, but found 1}}
  %r = "arith.mulf"(%a0) <{fastmath = #arith.fastmath<none>}> : (tensor<2x?xf64>) -> tensor<2x?xf64>
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.divf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.divf"(%a0, %a1) <{fastmath = #arith.fastmath<nnan,ninf,nsz,arcp,afn>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.divf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.divf"(%a0, %a1) <{fastmath = #arith.fastmath<nnan,ninf,nsz,arcp,afn>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.divf' op expected 2 operands, but found 1}}
  %r = "arith.divf"(%a0) <{fastmath = #arith.fastmath<nnan,ninf,nsz,arcp,afn>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.remf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.remf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.remf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.remf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.remf' op expected 2 operands, but found 1}}
  %r = "arith.remf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.maximumf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.maximumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.maximumf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.maximumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.maximumf' op expected 2 operands, but found 1}}
  %r = "arith.maximumf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.minimumf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.minimumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.minimumf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.minimumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.minimumf' op expected 2 operands, but found 1}}
  %r = "arith.minimumf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.maxnumf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.maxnumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.maxnumf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.maxnumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.maxnumf' op expected 2 operands, but found 1}}
  %r = "arith.maxnumf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.minnumf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.minnumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (none, f32) -> f32
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.minnumf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.minnumf"(%a0, %a1) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.minnumf' op expected 2 operands, but found 1}}
  %r = "arith.minnumf"(%a0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.extsi"(%a0) : (none) -> i64
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.extsi' op result #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.extsi"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.extsi' op requires a single operand}}
  %r = "arith.extsi"() : () -> i64
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.extui' op operand #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.extui"(%a0) : (none) -> tensor<2x?xi16>
  return
}

// -----

func.func @f(%a0: tensor<2x?xi8>) {
  // expected-error@+1 {{'arith.extui' op result #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.extui"(%a0) : (tensor<2x?xi8>) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.extui' op requires a single operand}}
  %r = "arith.extui"() : () -> tensor<2x?xi16>
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.extf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.extf"(%a0) : (none) -> f64
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.extf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.extf"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.extf' op requires a single operand}}
  %r = "arith.extf"() : () -> f64
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.trunci"(%a0) <{overflowFlags = #arith.overflow<none>}> : (none) -> i8
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.trunci' op result #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.trunci"(%a0) <{overflowFlags = #arith.overflow<none>}> : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.trunci' op requires a single operand}}
  %r = "arith.trunci"() <{overflowFlags = #arith.overflow<none>}> : () -> i8
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.truncf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.truncf"(%a0) : (none) -> bf16
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.truncf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.truncf"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.truncf' op requires a single operand}}
  %r = "arith.truncf"() : () -> bf16
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.sitofp"(%a0) : (none) -> f32
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.sitofp' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.sitofp"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.sitofp' op requires a single operand}}
  %r = "arith.sitofp"() : () -> f32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.uitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.uitofp"(%a0) : (none) -> f64
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.uitofp' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.uitofp"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.uitofp' op requires a single operand}}
  %r = "arith.uitofp"() : () -> f64
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.fptosi' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.fptosi"(%a0) : (none) -> i8
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.fptosi"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.fptosi' op requires a single operand}}
  %r = "arith.fptosi"() : () -> i8
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.fptoui' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.fptoui"(%a0) : (none) -> i64
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.fptoui' op result #0 must be signless-fixed-width-integer-like, but got 'none'}}
  %r = "arith.fptoui"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.fptoui' op requires a single operand}}
  %r = "arith.fptoui"() : () -> i64
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'none'}}
  %r = "arith.index_cast"(%a0) : (none) -> i32
  return
}

// -----

func.func @f(%a0: index) {
  // expected-error@+1 {{'arith.index_cast' op result #0 must be signless-integer-like or memref of signless-integer, but got 'none'}}
  %r = "arith.index_cast"(%a0) : (index) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.index_cast' op requires a single operand}}
  %r = "arith.index_cast"() : () -> i32
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.index_castui' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'none'}}
  %r = "arith.index_castui"(%a0) : (none) -> index
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.index_castui' op result #0 must be signless-integer-like or memref of signless-integer, but got 'none'}}
  %r = "arith.index_castui"(%a0) : (i32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.index_castui' op requires a single operand}}
  %r = "arith.index_castui"() : () -> index
  return
}

// -----

func.func @f(%a0: none) {
  // expected-error@+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'none'}}
  %r = "arith.bitcast"(%a0) : (none) -> i32
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.bitcast' op result #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'none'}}
  %r = "arith.bitcast"(%a0) : (f32) -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.bitcast' op requires a single operand}}
  %r = "arith.bitcast"() : () -> i32
  return
}

// -----

func.func @f(%a0: none, %a1: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.scaling_extf"(%a0, %a1) : (none, f8E8M0FNU) -> f32
  return
}

// -----

func.func @f(%a0: f4E2M1FN, %a1: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.scaling_extf"(%a0, %a1) : (f4E2M1FN, f8E8M0FNU) -> none
  return
}

// -----

func.func @f(%a0: f4E2M1FN) {
  // expected-error@+1 {{'arith.scaling_extf' op expected 2 operands, but found 1}}
  %r = "arith.scaling_extf"(%a0) : (f4E2M1FN) -> f32
  return
}

// -----

func.func @f(%a0: none, %a1: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.scaling_truncf"(%a0, %a1) <{fastmath = #arith.fastmath<nnan>, roundingmode = 3 : i32}> : (none, f8E8M0FNU) -> f4E2M1FN
  return
}

// -----

func.func @f(%a0: f32, %a1: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_truncf' op result #0 must be floating-point-like, but got 'none'}}
  %r = "arith.scaling_truncf"(%a0, %a1) <{fastmath = #arith.fastmath<nnan>, roundingmode = 3 : i32}> : (f32, f8E8M0FNU) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.scaling_truncf' op expected 2 operands, but found 1}}
  %r = "arith.scaling_truncf"(%a0) <{fastmath = #arith.fastmath<nnan>, roundingmode = 3 : i32}> : (f32) -> f4E2M1FN
  return
}

// -----

func.func @f(%a0: none, %a1: i32) {
  // expected-error@+1 {{'arith.cmpi' op operand #0 must be signless-integer-like, but got 'none'}}
  %r = "arith.cmpi"(%a0, %a1) <{predicate = 0 : i64}> : (none, i32) -> i1
  return
}

// -----

func.func @f(%a0: i32, %a1: i32) {
  // expected-error@+1 {{'arith.cmpi' op result #0 must be bool-like, but got 'none'}}
  %r = "arith.cmpi"(%a0, %a1) <{predicate = 0 : i64}> : (i32, i32) -> none
  return
}

// -----

func.func @f(%a0: i32) {
  // expected-error@+1 {{'arith.cmpi' op expected 2 operands, but found 1}}
  %r = "arith.cmpi"(%a0) <{predicate = 0 : i64}> : (i32) -> i1
  return
}

// -----

func.func @f(%a0: none, %a1: f32) {
  // expected-error@+1 {{'arith.cmpf' op operand #0 must be floating-point-like, but got 'none'}}
  %r = "arith.cmpf"(%a0, %a1) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (none, f32) -> i1
  return
}

// -----

func.func @f(%a0: f32, %a1: f32) {
  // expected-error@+1 {{'arith.cmpf' op result #0 must be bool-like, but got 'none'}}
  %r = "arith.cmpf"(%a0, %a1) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32, f32) -> none
  return
}

// -----

func.func @f(%a0: f32) {
  // expected-error@+1 {{'arith.cmpf' op expected 2 operands, but found 1}}
  %r = "arith.cmpf"(%a0) <{fastmath = #arith.fastmath<none>, predicate = 4 : i64}> : (f32) -> i1
  return
}

// -----

func.func @f(%a0: none, %a1: i32, %a2: i32) {
  // expected-error@+1 {{'arith.select' op operand #0 must be bool-like, but got 'none'}}
  %r = "arith.select"(%a0, %a1, %a2) : (none, i32, i32) -> i32
  return
}

// -----

func.func @f(%a0: i1, %a1: none, %a2: i32) {
  // expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %r = "arith.select"(%a0, %a1, %a2) : (i1, none, i32) -> i32
  return
}

// -----

func.func @f(%a0: i1, %a1: i32) {
  // expected-error@+1 {{'arith.select' op expected 3 operands, but found 2}}
  %r = "arith.select"(%a0, %a1) : (i1, i32) -> i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %r = "arith.constant"() <{value = 1 : i32}> : () -> none
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.constant' op requires one result}}
  "arith.constant"() <{value = 1 : i32}> : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
  %r = "arith.constant"() : () -> i32
  return
}
