// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'sdy.mesh' op duplicate axis name: "x"}}
sdy.mesh @mesh = <["x"=2, "x"=2]>

// -----

func.func @mesh(%a: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.sharding_constraint' op unknown mesh: @nowhere}}
  %0 = sdy.sharding_constraint %a <@nowhere, [{}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @rank(%a: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.reshard' op sharding doesn't match tensor rank: 2 != 1}}
  %0 = sdy.reshard %a <@mesh, [{"x"}, {}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @twice(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.reshard' op duplicate axis ref: "x"}}
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func @parts(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.reshard' op both sub-axis and full-axis are used for axis name: "y"}}
  %0 = sdy.reshard %a <@mesh, [{"y"}, {"y":(1)2}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2]>

func.func @values(%a: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.manual_computation' op operand shardings don't match number of values: 0 shardings vs 1 values}}
  %0 = sdy.manual_computation(%a) in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={} (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @wraps(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{'sdy.all_slice' op sub-axis next pre-size 9223372036854775807 doesn't divide the size of the full axis 9223372036854775807: "b":(4611686018427387904)4}}
  %0 = sdy.all_slice [{"a"}, {"b":(4611686018427387904)4}] %a out_sharding=<mesh<["a"=2, "b"=9223372036854775807]>, [{"a"}, {"b":(4611686018427387904)4}]> : tensor<8x8xf32>
  return
}

// -----

// expected-error@+1 {{'sdy.mesh' op total product of axis sizes must match total number of device ids, got: 9223372036854775807 != 2}}
sdy.mesh @wraps = <["a"=9999999999, "b"=9999999999], device_ids=[1, 0]>

// -----

func.func @direction(%a: tensor<8xf32>) {
  // expected-error@+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

func.func @another_type() {
  // expected-error@+1 {{'sdy.constant' op has a value of type 'tensor<1xf32>', but its result is of type 'tensor<8xf32>'}}
  %0 = "sdy.constant"() <{value = dense<1.000000e+00> : tensor<1xf32>}> : () -> tensor<8xf32>
  return
}

// -----

func.func @index(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{expecting symbol index <=2^31-1. Received: '2147483648'}}
  %0 = stablehlo.negate %a {sdy.sharding_rule = #sdy.op_sharding_rule<([z_2147483648])->([z_2147483648])>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=8]>

func.func @empty_part(%a: tensor<8x8xf32>) {
  // expected-error@+1 {{sub-axis sizes must be greater than 1: "x":(1)0}}
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"x":(1)0}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>

func.func @open_twice(%a: tensor<8xf32>) {
  // expected-error@+1 {{expected '}' behind '?'}}
  %0 = sdy.reshard %a <@mesh, [{?, ?}]> : tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=8]>

func.func @reductions(%a: tensor<8xf32>) {
  // expected-error@+1 {{expected '{'}}
  %0 = sdy.reshard %a <@mesh, [{}], unreduced=max min{"x"}> : tensor<8xf32>
  return
}
