// RUN: lathe-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// A name of a value is also visible in an isolated region, but the region cannot use the value.

func.func @f(%a: i32) {
// expected-note@+1 {{required by region isolation constraints}}
  builtin.module {
// expected-error@+1 {{'foo.use' op using value defined outside the region}}
    "foo.use"(%a) : (i32) -> ()
  }
  return
}

// -----

"builtin.module"() ({
  %a = "foo.def"() : () -> i32
// expected-error@+2 {{'func.return' op using value defined outside the region}}
// expected-note@+1 {{required by region isolation constraints}}
  func.func @g() -> i32 { return %a : i32 }
}) : () -> ()

// -----

%a:2 = "foo.def"() : () -> (i32, i32)
builtin.module {
// expected-note@+1 {{required by region isolation constraints}}
  func.func @g() {
// expected-error@+1 {{'arith.addi' op using value defined outside the region}}
    %c = arith.addi %a#1, %a#1 : i32
    return
  }
}

// -----

// expected-note@+1 {{prior use here}}
%a = "foo.def"() : () -> i32
func.func @g() -> f32 {
// expected-error@+1 {{use of value '%a' expects different type than prior uses: 'f32' vs 'i32'}}
  return %a : f32
}

// -----

%a = "foo.def"() : () -> i32
func.func @g() -> i32 {
// expected-error@+1 {{use of undeclared SSA value name}}
  return %b : i32
}
