// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// expected-error@+2 {{no expression inside parentheses}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (-d0 - -())>

// -----

// expected-error@+2 {{no expression inside parentheses}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (--())>

// -----

// expected-error@+2 {{no expression inside parentheses}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (d0 * -())>

// -----

// expected-error@+2 {{missing right operand of binary operator}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (d0 * -)>

// -----

// expected-error@+2 {{expected affine expression}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (-)>

// -----

// expected-error@+2 {{use of undeclared identifier}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (- d1)>

// -----

// expected-error@+2 {{constant too large for index}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (- 99999999999999999999999)>

// -----

// expected-error@+2 {{missing right operand of binary operator}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (-(d0 + ))>

// -----

// expected-error@+2 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (-(d0 * d0))>

// -----

// expected-error@+2 {{expected affine expression}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (- ? )>

// -----

// expected-error@+2 {{no expression inside parentheses}}
// expected-error@+1 {{missing operand of negation}}
#map = affine_map<(d0) -> (-())>

// -----

// expected-error@+1 {{invalid SSA name}}
#map = affine_map<(d0) -> ((%))>

// -----

// expected-error@+1 {{invalid SSA name}}
#map = affine_map<(d0) -> (-(%))>

// -----

// expected-error@+1 {{invalid SSA name}}
#map = affine_map<(d0) -> (d0 * %)>
