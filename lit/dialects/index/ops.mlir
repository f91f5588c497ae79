// RUN: lathe-opt %s | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | FileCheck %s
// RUN: lathe-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @binary(
// CHECK-SAME:    %[[A:.*]]: index, %[[B:.*]]: index)
func.func @binary(%a: index, %b: index) {
  // CHECK-NEXT: index.add %[[A]], %[[B]]{{$}}
  %0 = index.add %a, %b
  // CHECK-NEXT: index.sub %[[A]], %[[B]] {mark}
  %1 = index.sub %a, %b {mark}
  // CHECK-NEXT: index.mul
  %2 = index.mul %a, %b
  // CHECK-NEXT: index.divs
  %3 = index.divs %a, %b
  // CHECK-NEXT: index.divu
  %4 = index.divu %a, %b
  // CHECK-NEXT: index.ceildivs
  %5 = index.ceildivs %a, %b
  // CHECK-NEXT: index.ceildivu
  %6 = index.ceildivu %a, %b
  // CHECK-NEXT: index.floordivs
  %7 = index.floordivs %a, %b
  // CHECK-NEXT: index.rems
  %8 = index.rems %a, %b
  // CHECK-NEXT: index.remu
  %9 = index.remu %a, %b
  // CHECK-NEXT: index.maxs
  %10 = index.maxs %a, %b
  // CHECK-NEXT: index.maxu
  %11 = index.maxu %a, %b
  // CHECK-NEXT: index.mins
  %12 = index.mins %a, %b
  // CHECK-NEXT: index.minu
  %13 = index.minu %a, %b
  // CHECK-NEXT: index.shl
  %14 = index.shl %a, %b
  // CHECK-NEXT: index.shrs
  %15 = index.shrs %a, %b
  // CHECK-NEXT: index.shru
  %16 = index.shru %a, %b
  // CHECK-NEXT: index.and
  %17 = index.and %a, %b
  // CHECK-NEXT: index.or
  %18 = index.or %a, %b
  // CHECK-NEXT: index.xor
  %19 = index.xor %a, %b
  return
}

// CHECK-LABEL: func.func @others(
func.func @others(%a: index, %b: index) {
  // CHECK: index.cmp slt(%{{.*}}, %{{.*}})
  // GENERIC: "index.cmp"(%{{.*}}, %{{.*}}) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1
  %0 = index.cmp slt(%a, %b)
  // CHECK-NEXT: index.cmp uge(%{{.*}}, %{{.*}}) {mark}
  %1 = index.cmp uge(%a, %b) {mark}
  // CHECK-NEXT: %[[C:.*]] = index.casts %{{.*}} : index to i32
  %2 = index.casts %a : index to i32
  // CHECK-NEXT: index.castu %[[C]] : i32 to index
  %3 = index.castu %2 : i32 to index
  // CHECK-NEXT: index.sizeof
  %4 = index.sizeof
  // CHECK-NEXT: %idx42 = index.constant 42
  // GENERIC: "index.constant"() <{value = 42 : index}> : () -> index
  %5 = index.constant 42
  // CHECK-NEXT: %idx-1 = index.constant {mark} -1
  %6 = index.constant {mark} -1
  // CHECK-NEXT: %true = index.bool.constant true
  %7 = index.bool.constant true
  // CHECK-NEXT: %false = index.bool.constant false
  %8 = index.bool.constant false
  return
}
