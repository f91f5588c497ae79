// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=6 | FileCheck %s --check-prefix=SIX
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=5 | FileCheck %s --check-prefix=FIVE
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=20 | FileCheck %s --check-prefix=TWENTY
// RUN: lathe-opt %s --allow-unregistered-dialect --mlir-elide-resource-strings-if-larger=19 | FileCheck %s --check-prefix=NINETEEN

// The limit applies to the length of the printed text, including quotes and escapes.
// SIX-NOT: blob:
// SIX: flag: true,
// SIX-NEXT: text: "abcd"
// SIX-NOT: escaped
// FIVE: flag: true
// FIVE-NOT: text
// TWENTY: blob: "0x0400000001000000"
// NINETEEN-NOT: blob:
"a.op"() {x = dense_resource<blob> : tensor<1xi32>} : () -> ()

{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  },
  external_resources: {
    mine: {
      flag: true,
      text: "abcd",
      escaped: "\n\n\n"
    }
  }
#-}
