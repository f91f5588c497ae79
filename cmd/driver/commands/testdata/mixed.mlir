// Only %pinned is pinned; device c has no integer division.
func.func @main(%n: i32, %m: i32) -> i32 {
  %three = arith.constant 3 : i32
  %sum = arith.addi %n, %three : i32
  %quotient = arith.divsi %sum, %m : i32
  %pinned = arith.muli %quotient, %three {cluster.device = "vm"} : i32
  %last = arith.subi %pinned, %sum : i32
  return %last : i32
}
