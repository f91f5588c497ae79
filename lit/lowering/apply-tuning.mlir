// A tuning file has schedules of nests. The key of a schedule is a hash of the nest.
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"strips": [16, 8], "height": 3, "block": [2, 4, 16]}}]}' > %t.json
// RUN: lathe-opt %s --stablehlo-to-linalg --fusion --form-tiles --apply-tuning='file=%t.json target=avx2' | FileCheck %s
// RUN: lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.json --emit=mlir %s | FileCheck %s --check-prefix=KERNEL
// RUN: lathe run --backend=vm --property=target=avx2 --no-cache --property=tuning=%t.json --emit=mlir %s | FileCheck %s --check-prefix=KERNEL

// CHECK: lathe.schedule = {block = array<i64: 2, 4, 16>, height = 3 : i64, key = "147d72cfdd698284", strips = array<i64: 16, 8>}
// KERNEL: func.func private @k0
// KERNEL-SAME: kernel.grid = 22 : index
// KERNEL-SAME: kernel.tile = array<i64: 3, 16>
// KERNEL: step %c16

// A schedule that does not fit the nest, a wrong number, another target, and another format are errors.
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"strips": [16, 8], "height": 65, "block": [2, 4, 16]}}]}' > %t.tall
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.tall %s 2>&1 | FileCheck %s --check-prefix=TALL
// TALL: error: 'linalg.generic' op has 'lathe.schedule' with a height of 65, but only 64 rows
// TALL: help: remove the entry with key 147d72cfdd698284 from the tuning file, or tune again
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"strips": [16, 7], "height": 3, "block": [2, 4, 16]}}]}' > %t.strips
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.strips %s 2>&1 | FileCheck %s --check-prefix=STRIPS
// STRIPS: error: 'linalg.generic' op must have 'lathe.schedule' with the widths and counts of strips that cover its columns, but has array<i64: 16, 7>
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"strips": [16, 8], "height": -3, "block": [2, 4, 16]}}]}' > %t.negative
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.negative %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: negative:1:{{[0-9]+}}: error: is not a valid tuning file: height must be positive
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"strips": [16, 8], "size": 3, "block": [2, 4, 16]}}]}' > %t.unknown
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.unknown %s 2>&1 | FileCheck %s --check-prefix=FIELD
// FIELD: unknown:1:195: error: is not a valid tuning file: unknown key "size"
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"height": "a"}}]}' > %t.text
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.text %s 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: is not a valid tuning file: expected a whole number as 'schedule.height', but got string
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"height": 1.5}}]}' > %t.part
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.part %s 2>&1 | FileCheck %s --check-prefix=PART
// PART: error: is not a valid tuning file: expected a whole number as 'schedule.height', but got number 1.5
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"block": 3}}]}' > %t.number
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.number %s 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: is not a valid tuning file: expected an array as 'schedule.block', but got number
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"packed": 3}}]}' > %t.choice
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.choice %s 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: error: is not a valid tuning file: expected true or false as 'schedule.packed', but got number
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": []}]}' > %t.array
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.array %s 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: error: is not a valid tuning file: expected an object as 'schedule', but got array
// RUN: echo '[]' > %t.whole
// RUN: not lathe run --backend=vm --no-cache --tuning=%t.whole %s 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: is not a valid tuning file: expected an object, but got array
// RUN: echo '{"schema": 3}' > %t.schema
// RUN: not lathe run --backend=vm --no-cache --tuning=%t.schema %s 2>&1 | FileCheck %s --check-prefix=SCHEMA
// SCHEMA: error: is not a valid tuning file: expected a string as 'schema', but got number
// RUN: echo '{"schema": "lathe.tuning/1", "target": "", "ENTRIES": []}' > %t.case
// RUN: not lathe run --backend=vm --no-cache --tuning=%t.case %s 2>&1 | FileCheck %s --check-prefix=CASE
// CASE: case:1:44: error: is not a valid tuning file: unknown key "ENTRIES"
// RUN: echo '{"schema": "lathe.tuning/1", "target": "", "entries": [{"key": "1", "schedule": {"height": 1, "height": 2}}]}' > %t.twice
// RUN: not lathe run --backend=vm --no-cache --tuning=%t.twice %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: twice:1:95: error: is not a valid tuning file: the key "height" occurs twice
// RUN: echo '{"schema": "lathe.tuning/1", "entries": [}' > %t.syntax
// RUN: not lathe run --backend=vm --no-cache --tuning=%t.syntax %s 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: syntax:1:42: error: is not a valid tuning file: invalid character '}' looking for beginning of value
// RUN: not lathe run --backend=vm --property=target=avx512 --no-cache --tuning=%t.json %s 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: the tuning file is for the target 'avx2 {{.*}}', but the program is compiled for 'avx512
// RUN: echo '{"schema": "lathe.tuning/2", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "147d72cfdd698284", "schedule": {"strips": [16, 8], "height": 3, "block": [2, 4, 16]}}]}' > %t.format
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.format %s 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: is not a valid tuning file: expected schema lathe.tuning/1, but got 'lathe.tuning/2'
// RUN: cp %t.json %t.more
// RUN: echo '{}' >> %t.more
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.more %s 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: is not a valid tuning file: text follows the JSON object
// RUN: not lathe run --backend=vm --no-cache --tuning=%t.missing %s 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: cannot open tuning file '{{.*}}missing': no such file or directory
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
}
