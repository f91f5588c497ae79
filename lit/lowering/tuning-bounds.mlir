// A kernel whose accesses cannot be proved to be inside of its buffers does not run. If its schedule is in a tuning file, the error names the entry.
// RUN: echo '{"schema": "lathe.tuning/1", "target": "avx2 vector=32 registers=16 line=64 l1=32768 l2=262144 l3=8388608 fma streaming", "entries": [{"key": "ca094d151a2e3f46", "schedule": {"packed": true, "block": [2, 7, 144], "strips": [16, 1, 1, 24]}}]}' > %t.json
// RUN: not lathe run --backend=vm --property=target=avx2 --no-cache --tuning=%t.json %s 2>&1 | FileCheck %s
// CHECK: json:1:{{[0-9]+}}: error: has a schedule for which the accesses of a kernel cannot be proved to be inside of its buffers
// CHECK: help: remove the entry with key ca094d151a2e3f46 from the tuning file, or tune again
func.func @main(%a: tensor<2x11x13x16xf32>, %b: tensor<3x3x16x40xf32>) -> tensor<2x11x13x40xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x11x13x16xf32>, tensor<3x3x16x40xf32>) -> tensor<2x11x13x40xf32>
  return %0 : tensor<2x11x13x40xf32>
}
