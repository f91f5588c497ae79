// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @part(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'cluster.part' must name a part}}
  %0 = nn.relu %a {cluster.part = ""} : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'logical' must be a list of numbers, but is}}
func.func @logical() attributes {cluster.part = {logical = array<i64: -1>}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'nix' must be a number, or is no entry of a part, but is}}
func.func @entry() attributes {cluster.part = {nix = "a"}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'memory.on' must be a number of bytes}}
func.func @memory() attributes {cluster.part = {memory = {on = 3}}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.parts': 'name' must be given, but there is {units = 3 : i64}}}
func.func @parts() attributes {cluster.parts = [{units = 3}]} {
  return
}

// -----

// expected-error@+1 {{argument 0 has the attribute 'cluster.static' = 3}}
func.func @static(%a: tensor<4xf32> {cluster.static = 3}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op has attribute cluster.static, which only arguments of functions may have}}
func.func @misplaced() attributes {cluster.static} {
  return
}
