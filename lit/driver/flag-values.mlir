// Invalid values of flags are reported in the words of LLVM's command line.
// RUN: not lathe-opt %s -o= 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not lathe-opt %s --version=1 2>&1 | FileCheck %s --check-prefix=VERSION
// RUN: not lathe-opt %s --color=blue 2>&1 | FileCheck %s --check-prefix=COLOR
// RUN: not lathe-opt %s --verify-each=maybe 2>&1 | FileCheck %s --check-prefix=EACH
// RUN: not lathe-opt %s --mlir-elide-elementsattrs-if-larger=-1 2>&1 | FileCheck %s --check-prefix=ELIDE
// RUN: not lathe-opt %s --mlir-print-elementsattrs-with-hex-if-larger=x 2>&1 | FileCheck %s --check-prefix=HEX
// RUN: lathe-opt %s --mlir-print-elementsattrs-with-hex-if-larger=-2 | FileCheck %s --check-prefix=ALWAYS
// RUN: lathe-opt %s --mlir-print-elementsattrs-with-hex-if-larger=-2 | lathe-opt | FileCheck %s --check-prefix=BACK
// RUN: lathe-opt %s --mlir-print-elementsattrs-with-hex-if-larger=0 | FileCheck %s --check-prefix=ANY
// RUN: lathe-opt %s --mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s --check-prefix=BACK
// RUN: lathe-opt /dev/null --split-input-file | count 0

// OUTPUT:  cannot open output file '': No such file or directory
// VERSION: lathe-opt: for the --version option: does not allow a value! '1' specified.
// COLOR:   lathe-opt: for the --color option: 'blue' is invalid value for boolean argument! Try 0 or 1
// EACH:    lathe-opt: for the --verify-each option: 'maybe' is invalid value for boolean argument! Try 0 or 1
// ELIDE:   lathe-opt: for the --mlir-elide-elementsattrs-if-larger option: '-1' value invalid for uint argument!
// HEX:     lathe-opt: for the --mlir-print-elementsattrs-with-hex-if-larger option: 'x' value invalid for long argument!
// ALWAYS:  {a = dense<"0x0100000002000000"> : tensor<2xi32>, b = dense<1> : tensor<2xi32>, c = dense<"0x"> : tensor<0xi32>}
// ANY:     {a = dense<"0x0100000002000000"> : tensor<2xi32>, b = dense<1> : tensor<2xi32>, c = dense<> : tensor<0xi32>}
// BACK:    {a = dense<[1, 2]> : tensor<2xi32>, b = dense<1> : tensor<2xi32>, c = dense<> : tensor<0xi32>}
func.func private @f() attributes {a = dense<[1, 2]> : tensor<2xi32>, b = dense<1> : tensor<2xi32>, c = dense<> : tensor<0xi32>}
