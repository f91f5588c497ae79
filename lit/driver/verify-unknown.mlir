// A diagnostic without a location is expected at @unknown; line 0 of a file is a location.
// RUN: lathe-opt %s --verify-diagnostics --split-input-file
// RUN: cat %s | lathe-opt --verify-diagnostics --split-input-file

// expected-error@unknown {{requires one result}}
"arith.addi"() : () -> () loc(unknown)

// -----

// expected-error@unknown {{requires one result}}
"arith.addi"() : () -> () loc("a name")
