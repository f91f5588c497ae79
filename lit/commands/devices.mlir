// RUN: lathe devices | FileCheck %s --check-prefix=LIST
// RUN: lathe devices --json | FileCheck %s --check-prefix=LISTJSON
// RUN: lathe devices vm.1:memory=2GiB --property streams=3 --property model-priority=high | FileCheck %s
// RUN: lathe devices vm,ref --json | FileCheck %s --check-prefix=JSON
// RUN: not lathe devices tpu 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lathe devices vm --property nothing=1 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not lathe devices vm --property model-priority=urgent 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not lathe devices vm --property version=2 2>&1 | FileCheck %s --check-prefix=READONLY
// RUN: not lathe devices --property streams=1 2>&1 | FileCheck %s --check-prefix=NONAME

// LIST: ref      the reference interpreter: slow and exact; runs on every platform
// LIST: vm       kernels evaluated in portable Go; runs on every platform
// LISTJSON: {"schema":"lathe.devices/1","devices":[{"name":"c","backend":"c",
// CHECK: device vm.1 of backend vm: kernels evaluated in portable Go
// CHECK: memory: 2 GiB; {{[0-9.e+]+}} operations and {{[0-9.e+]+}} bytes per second, 5 µs per launch
// CHECK: capabilities RO {{.*}} import,describe,memory,memory-parameters,properties
// CHECK: element-types RO {{.*}} i1,{{.*}}bf16,f16,f32,f64,complex<f32>,complex<f64>
// CHECK: request-range RO {{.*}} 1,3,1
// CHECK: streams RW {{.*}} 3
// CHECK: model-priority RW {{.*}}: low,medium,high high
// CHECK: parameter of a memory
// CHECK: limit RW
// CHECK: used RO
// JSON: {"name":"vm","backend":"vm"{{.*}}{"name":"ref","backend":"ref"{{.*}}{"key":"streams","access":"RW","value":0,
// UNKNOWN: error: unknown backend 'tpu'
// KEY: error: unknown property 'nothing' of device 'vm'; have device, available-devices,
// VALUE: error: property 'model-priority' must be one of low, medium, high, but got 'urgent'
// READONLY: error: property 'version' of device 'vm' can't be set
// NONAME: error: --property sets a property of a device, but no device is named
