// The index lists the files of the last command. Its names have no characters that a terminal or a spreadsheet would interpret.
// RUN: echo 'func.func @main(%%x: tensor<2xf32>) -> tensor<2xf32> { %%0 = interpreter.probe %%x, probe_id = "old" : tensor<2xf32> %%1 = interpreter.probe %%0, probe_id = "older" : tensor<2xf32> %%2 = interpreter.probe %%0, probe_id = "oldest" : tensor<2xf32> return %%1 : tensor<2xf32> }' > %t.mlir
// RUN: lathe run %t.mlir --no-cache --probe-output-dir=%t.d
// RUN: FileCheck %s --input-file=%t.d/index.csv --check-prefix=OLD
// RUN: lathe run %t.mlir --no-cache --backend=vm --probe-output-dir=%t.d --profile-to=%t.json
// RUN: FileCheck %s --input-file=%t.d/index.csv --check-prefix=OLD
// RUN: not lathe run %t.mlir --bench=2 --probe-output-dir=%t.d 2>&1 | FileCheck %s --check-prefix=BENCH
// RUN: lathe run %s --interpret --split-input-file --args='[dense<[1.0, 2.0]> : tensor<2xf32>]' --probe-output-dir=%t.d | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --input-file=%t.d/index.csv
// RUN: not lathe run %s --interpret --probe-output-dir=%s/d 2>&1 | FileCheck %s --check-prefix=FOLDER

// OLD: {{^}}old,tensor<2xf32>,{{.*}}probe1.npy
// OLD-NEXT: {{^}}older,tensor<2xf32>,{{.*}}probe2.npy
// OLD-NEXT: {{^}}oldest,tensor<2xf32>,{{.*}}probe3.npy
// OLD-NOT: {{.}}
// BENCH: error: --bench excludes --probe-output-dir
// RESULT: [1.000000e+00, 2.000000e+00]
// CHECK-NOT: old
// CHECK: {{^}}"'=1+1,""
// CHECK-NEXT: {{^}}../../x\x1b[31m\x00\x80",tensor<2xf32>,{{.*}}probe1.npy{{$}}
// CHECK-NEXT: {{^}}second,tensor<2xf32>,{{.*}}probe2.npy{{$}}
// CHECK-NOT: {{.}}
// FOLDER: error: cannot open output directory
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = interpreter.probe %x, probe_id = "=1+1,\22\0A../../x\1B[31m\00\80" : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = interpreter.probe %x, probe_id = "second" : tensor<2xf32>
  return %0 : tensor<2xf32>
}
