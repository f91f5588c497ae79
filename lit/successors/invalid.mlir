// RUN: lathe-opt %s --split-input-file --verify-diagnostics

func.func @part(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'cluster.part' must name a part}}
  %0 = nn.relu %a {cluster.part = ""} : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'logical' must be a list of numbers that are not negative, but is array<i64: -1>}}
func.func @logical() attributes {cluster.part = {logical = array<i64: -1>}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'nix' is not an entry of a part; the entries are name, backend, logical, replicas, units, fast, options}}
func.func @entry() attributes {cluster.part = {nix = "a"}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'memory.on' = 3 : i64 is invalid: expected an entry such as 'in' or 'constants', with a number that is not negative}}
func.func @memory() attributes {cluster.part = {memory = {on = 3}}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.parts': a part must have the entry 'name', but is {units = 3 : i64}}}
func.func @parts() attributes {cluster.parts = [{units = 3}]} {
  return
}

// -----

// expected-error@+1 {{argument #0 has the attribute 'cluster.static' = 3}}
func.func @static(%a: tensor<4xf32> {cluster.static = 3}) {
  return
}

// -----

// expected-error@+1 {{'func.func' op has attribute cluster.static, which only arguments of functions may have}}
func.func @misplaced() attributes {cluster.static} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'replicas' must be a number of at least 1, but is -1}}
func.func @replicas() attributes {cluster.part = {replicas = -1}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'options' must be a list of pairs of words such as [["key", "value"]], but is {key = "value"}}}
func.func @options() attributes {cluster.part = {fast = ["a"], options = {key = "value"}}} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part' must be a string on an operation, or a dictionary on a cluster or a function, but is 3}}
func.func @number() attributes {cluster.part = 3} {
  return
}

// -----

func.func @name(%a: tensor<4xf32>) {
  // expected-error@+1 {{attribute 'cluster.part' must be a string on an operation, or a dictionary on a cluster or a function, but is 3}}
  %0 = nn.relu %a {cluster.part = 3} : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.parts': 'instances' is decided by the strategy and cannot be set, but is 7}}
func.func @instances() attributes {cluster.parts = [{instances = 7, name = "p"}]} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.parts': 'devices' is decided by the strategy}}
func.func @devices() attributes {cluster.parts = [{devices = ["vm.7"], name = "p"}]} {
  return
}

// -----

// expected-error@+1 {{attribute 'cluster.part': 'memory' is decided by the strategy}}
func.func @reserved() attributes {cluster.part = {memory = {in = 3}}} {
  return
}
