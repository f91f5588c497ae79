// A pipeline is text. It is printed as it will run, and the printed text parses to the same pipeline.
// RUN: lathe-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(cluster-inline,func.func(canonicalize{max-iterations=3},cse))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: lathe-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(cluster-inline,func.func(canonicalize{max-iterations=3 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},cse))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// A pipeline can stop when nothing changes any more.
// RUN: lathe-opt %s --composite-fixed-point-pass='name=Again pipeline=any(canonicalize,cse)' | FileCheck %s --check-prefix=FIXED
// The program can be printed before and after a pass.
// RUN: lathe-opt %s --canonicalize --cse --mlir-print-ir-before=canonicalize --mlir-print-ir-after=cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=DUMP
// The pipeline can stop after a maximum number of passes.
// RUN: lathe-opt %s --verify-each --cse --canonicalize --mlir-debug-counter=pass-execution-count=1 | FileCheck %s --check-prefix=ONE

// TEXT: builtin.module(
// TEXT-NEXT: cluster-inline,
// TEXT-NEXT: func.func(
// TEXT-NEXT: canonicalize{ max-iterations=3 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},
// TEXT-NEXT: cse
// FIXED: return %arg0
// DUMP: IR Dump Before Canonicalizer
// DUMP: nn.add
// DUMP: IR Dump After CSE
// ONE: nn.relu
// ONE-NOT: nn.relu
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = nn.splat {value = 0.0} : tensor<4xf32>
  %d = nn.splat {value = 1.0} : tensor<4xf32>
  %u = nn.add %c, %d : tensor<4xf32>
  %0 = nn.relu %a : tensor<4xf32>
  %1 = nn.relu %a : tensor<4xf32>
  return %a, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
