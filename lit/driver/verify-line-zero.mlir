// expected-error@-1 {{source must contain a single top-level operation, found: 2}}
// RUN: lathe-opt %s --verify-diagnostics --no-implicit-module
// RUN: cat %s | lathe-opt --verify-diagnostics --no-implicit-module
func.func private @f()
func.func private @g()
