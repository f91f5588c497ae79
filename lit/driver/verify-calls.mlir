// The calls that lead to an operation are no diagnostics to expect, but one may be its place.
// RUN: cat %s | lathe-opt --verify-diagnostics
// expected-error@+1 {{requires one result}}
"arith.addi"() : () -> () loc(callsite("a name" at callsite("<stdin>":4:1 at "<stdin>":1:1)))
