// RUN: lathe-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=3 region-simplify=disabled}, cse),any(cse),symbol-dce)' 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: lathe-opt %s --dump-pass-pipeline --dce --cse --canonicalize="top-down=false" 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(func.func(csex))' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lathe-opt %s --diag-style=rich --pass-pipeline='builtin.module(func.func(csex))' 2>&1 | FileCheck %s --check-prefix=SUGGEST
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse))' 2>&1 | FileCheck %s --check-prefix=EXTRA
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse{a)' 2>&1 | FileCheck %s --check-prefix=BRACE
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse{}b)' 2>&1 | FileCheck %s --check-prefix=COMMA
// RUN: not lathe-opt %s --pass-pipeline=cse 2>&1 | FileCheck %s --check-prefix=WRAP
// RUN: not lathe-opt %s --pass-pipeline='func.func(cse)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not lathe-opt %s --cse --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not lathe-opt %s --diag-style=rich --canonicalize=max-iteration=1 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not lathe-opt %s --canonicalize=max-iterations=x 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not lathe-opt %s --canonicalise 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not lathe-opt %t.none 2>&1 | FileCheck %s --check-prefix=FILE

// DUMP:      Pass Manager with 3 passes:
// DUMP-NEXT: builtin.module(
// DUMP-NEXT:   func.func(
// DUMP-NEXT:     canonicalize{  max-iterations=3 max-num-rewrites=-1 region-simplify=disabled test-convergence=false top-down=true},
// DUMP-NEXT:     cse
// DUMP-NEXT:   ),
// DUMP-NEXT:   any(
// DUMP-NEXT:     cse
// DUMP-NEXT:   ),
// DUMP-NEXT:   symbol-dce
// DUMP-NEXT: )
// FLAGS:      builtin.module(
// FLAGS-NEXT:   func.func(
// FLAGS-NEXT:     dce
// FLAGS-NEXT:   ),
// FLAGS-NEXT:   cse,
// FLAGS-NEXT:   canonicalize{{.*}} top-down=false}
// UNKNOWN: MLIR Textual PassPipeline Parser:1:26: error: 'csex' does not refer to a registered pass or pass pipeline
// UNKNOWN-NEXT: builtin.module(func.func(csex))
// UNKNOWN-NEXT:                          ^
// SUGGEST: did you mean 'cse'?
// OPEN: 1:15: error: encountered unbalanced parentheses while parsing pipeline: '(' opened at column 15 is not closed
// EXTRA: 1:20: error: encountered extra closing ')' creating unbalanced parentheses while parsing pipeline
// BRACE: 1:19: error: missing closing '}' while processing pass options
// COMMA: 1:21: error: expected ',' after parsing pipeline
// WRAP: error: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// ANCHOR: error: can't run 'func.func' pass manager on 'builtin.module' op
// BOTH: error: '-pass-pipeline' option can't be used with individual pass options
// OPTION: no such option max-iteration
// OPTION: max-iterations=<int>
// OPTION: did you mean 'max-iterations'?
// VALUE: error: pass canonicalize: option max-iterations: "x" is not of type int
// FLAG: lathe-opt: Unknown command line argument '--canonicalise'.  Try: 'lathe-opt --help'
// FLAG-NEXT: lathe-opt: Did you mean '--canonicalize'?
// FILE: cannot open input file '{{.*}}': No such file or directory
func.func @f() { return }
