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
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(canonicalize{max-iteration=1})' 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: not lathe-opt %s --canonicalize=max-iterations 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not lathe-opt %s --canonicalize=top-down=maybe 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not lathe-opt %s --canonicalize=region-simplify=none 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse,)' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(,cse)' 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(func.func(cse canonicalize))' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse),builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=WRAP
// RUN: lathe-opt %s --dump-pass-pipeline --canonicalize='disable-patterns=a,b,{c d} enable-patterns=e' 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: not lathe-opt %s --canonicalise 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not lathe-opt %s --pass-pipeline='builtin.module(cse,canonicalize  {max-iteration=1})' 2>&1 | FileCheck %s --check-prefix=BLANKS
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
// UNKNOWN: <unknown>:0: error: MLIR Textual PassPipeline Parser:1:26: error: 'csex' does not refer to a registered pass or pass pipeline
// UNKNOWN-NEXT: builtin.module(func.func(csex))
// UNKNOWN-NEXT:                          ^
// UNKNOWN-NEXT: lathe-opt: did you mean 'cse'?
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
// VALUE: <unknown>:0: error: --canonicalize:1:1: error: for the --max-iterations option: 'x' value invalid for long argument!
// NESTED:      <unknown>:0: error: MLIR Textual PassPipeline Parser:1:29: error: <Pass-Options-Parser>: no such option max-iteration
// NESTED-NEXT: builtin.module(canonicalize{max-iteration=1})
// NESTED-NEXT:                             ^
// NESTED-NEXT: note: failed to add `canonicalize` with options `max-iteration=1`
// NESTED:      lathe-opt: did you mean 'max-iterations'?
// BLANKS:      <unknown>:0: error: MLIR Textual PassPipeline Parser:1:35: error: <Pass-Options-Parser>: no such option max-iteration
// MISSING: error: for the --max-iterations option: requires a value!
// BOOL: error: for the --top-down option: 'maybe' is invalid value for boolean argument! Try 0 or 1
// WORD: error: for the --region-simplify option: Cannot find option named 'none'!
// EMPTY:      <unknown>:0: error: MLIR Textual PassPipeline Parser:1:20: error: '' does not refer to a registered pass or pass pipeline
// EMPTY-NEXT: builtin.module(cse,)
// EMPTY-NEXT:                    ^
// EMPTY-NOT:  unexpected
// FIRST: 1:16: error: '' does not refer to a registered pass or pass pipeline
// TWO: 1:26: error: 'cse canonicalize' does not refer to a registered pass or pass pipeline
// LIST: canonicalize{disable-patterns={a,b,{c d}} enable-patterns={e} max-iterations
// FLAG: lathe-opt: Unknown command line argument '--canonicalise'.  Try: 'lathe-opt --help'
// FLAG-NEXT: lathe-opt: Did you mean '--canonicalize'?
// FILE: cannot open input file '{{.*}}': No such file or directory
func.func @f() { return }
