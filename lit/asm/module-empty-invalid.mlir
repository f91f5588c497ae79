// RUN: lathe-opt --split-input-file --verify-diagnostics %s

// The rest of a text with syntax errors is verified, even if a module has no block.

// expected-error@+1 {{expected operation name in quotes}}
"builtin.module"() ({}) : () -> ()
)
