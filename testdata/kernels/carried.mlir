// Loops that carry several values and exchange them, with a branch inside: element i
// is the i-th number of a sequence like Fibonacci's that starts over beyond 1000, and
// how many steps it took in vain.
module {
  func.func @main(%o: memref<40xi64>, %p: memref<40xi64>)
      attributes {kernel.host, kernel.results = 2 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 40 : index
    func.call @k(%o, %p, %lo, %hi) : (memref<40xi64>, memref<40xi64>, index, index) -> ()
    return
  }
  func.func private @k(%o: memref<40xi64>, %p: memref<40xi64>, %lo: index, %hi: index)
      attributes {kernel.grid = 40 : index, kernel.writes = array<i64: 0, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %cap = arith.constant 1000 : i64
    scf.for %i = %lo to %hi step %c1 {
      %r:3 = scf.for %j = %c0 to %i step %c1 iter_args(%a = %none, %b = %one, %n = %none) -> (i64, i64, i64) {
        %s = arith.addi %a, %b : i64
        %over = arith.cmpi sgt, %s, %cap : i64
        %t:2 = scf.if %over -> (i64, i64) {
          %n1 = arith.addi %n, %one : i64
          scf.yield %one, %n1 : i64, i64
        } else {
          scf.yield %s, %n : i64, i64
        }
        scf.yield %b, %t#0, %t#1 : i64, i64, i64
      }
      memref.store %r#0, %o[%i] : memref<40xi64>
      memref.store %r#2, %p[%i] : memref<40xi64>
    }
    return
  }
}
