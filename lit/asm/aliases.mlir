// RUN: lathe-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// In generic form, the operations inside an operation are numbered before the attributes of this
// operation. These attributes are numbered in the order of their names.
// CHECK:        #distinct = distinct[0]<1 : i64>
// CHECK-NEXT:   #map = affine_map<(d0) -> (d0)>
// CHECK-NEXT:   #map1 = affine_map<(d0) -> (d0, d0)>
// CHECK-NEXT:   #map2 = affine_map<(d0) -> (d0 + 1)>
// GENERIC:      #map = affine_map<(d0) -> (d0)>
// GENERIC-NEXT: #map1 = affine_map<(d0) -> (d0, d0)>
// GENERIC-NEXT: #map2 = affine_map<(d0) -> (d0 + 1)>
// LOCAL-NOT:    #map
// LOCAL:        "x.inner"() {k = affine_map<(d0) -> (d0)>}
"x.outer"() ({
  "x.inner"() {k = affine_map<(d0) -> (d0)>} : () -> ()
}) {b = affine_map<(d0) -> (d0 + 1)>, a = affine_map<(d0) -> (d0, d0)>} : () -> ()

// The text of an empty distinct attribute is too short for an alias.
// CHECK: "x.distinct"() {a = #distinct, b = distinct[1]<>}
"x.distinct"() {a = distinct[0]<1 : i64>, b = distinct[1]<>} : () -> ()
