// Dumps omit external resources; print-ir also omits aliases.
// RUN: lathe-opt %s --print-ir=label=now --cse --mlir-print-ir-after=cse -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=OUT --input-file=%t

// CHECK:      // -----// IR Dump now //----- //
// CHECK-NEXT: module {
// CHECK:        affine.apply affine_map<(d0) -> (d0 + 1)>(%arg0)
// CHECK:      {{^}$}}
// CHECK-NOT:  ext
// CHECK:      // -----// IR Dump After CSE (cse) //----- //
// CHECK:        affine.apply #map(%arg0)
// CHECK-NOT:  ext
// OUT:        external_resources
func.func @f(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  return %0 : index
}
{-# external_resources: { ext: { key: "value" } } #-}
