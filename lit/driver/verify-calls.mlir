// The locations of callers are not diagnostics that must be expected, but a diagnostic can be at such a location.
// RUN: cat %s | lathe-opt --verify-diagnostics
// expected-error@+1 {{requires one result}}
"arith.addi"() : () -> () loc(callsite("a name" at callsite("<stdin>":4:1 at "<stdin>":1:1)))
