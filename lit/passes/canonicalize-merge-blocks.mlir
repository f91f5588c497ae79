// RUN: lathe-opt %s --canonicalize=region-simplify=aggressive | FileCheck %s

// Operands in which the blocks differ become block arguments, and the arguments become selects.
// CHECK-LABEL: func.func @returns
// CHECK-SAME:    (%[[C:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK-NEXT:    %[[R:.*]] = arith.select %[[C]], %[[A]], %[[B]]
// CHECK-NEXT:    return %[[R]], %[[R]]
func.func @returns(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a, %a : i32, i32
^bb2:
  return %b, %b : i32, i32
}

// The default branch and the cases pass the operands of three blocks.
// CHECK-LABEL: func.func @cases
// CHECK-SAME:    (%[[F:.*]]: i32, %[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK-NEXT:    cf.switch %[[F]] : i32, [
// CHECK-NEXT:      default: ^bb1(%[[A]], %[[B]] : i32, i32),
// CHECK-NEXT:      7: ^bb1(%[[B]], %[[A]] : i32, i32),
// CHECK-NEXT:      8: ^bb1(%[[F]], %[[F]] : i32, i32)
// CHECK-NEXT:    ]
// CHECK-NEXT:  ^bb1(%[[X:.*]]: i32, %[[Y:.*]]: i32):
// CHECK-NEXT:    %[[S:.*]] = arith.subi %[[X]], %[[Y]]
// CHECK-NEXT:    return %[[S]]
func.func @cases(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    7: ^bb2(%b : i32),
    8: ^bb3(%f : i32)
  ]
^bb1(%x: i32):
  %0 = arith.subi %x, %b : i32
  return %0 : i32
^bb2(%y: i32):
  %1 = arith.subi %y, %a : i32
  return %1 : i32
^bb3(%z: i32):
  %2 = arith.subi %z, %f : i32
  return %2 : i32
}

func.func private @next() -> i1
func.func private @more() -> i1
func.func private @use(i1)

// ^b and ^o are equal, but ^d uses a value of ^b: the value from before ^o.
// CHECK-LABEL: func.func @used_elsewhere
// CHECK-COUNT-2: call @next
func.func @used_elsewhere(%c: i1) {
  cf.cond_br %c, ^b, ^e
^e:
  %e = call @more() : () -> i1
  cf.br ^b
^b:
  %v = call @next() : () -> i1
  cf.cond_br %v, ^x, ^d
^x:
  %m = call @more() : () -> i1
  cf.cond_br %m, ^o, ^d
^o:
  %w = call @next() : () -> i1
  cf.cond_br %w, ^x, ^d
^d:
  call @use(%v) : (i1) -> ()
  return
}

// A block argument of the inner region could not be a dimension of the loads.
// CHECK-LABEL: func.func @dimensions
// CHECK:         affine.load %{{.*}}[symbol(%arg0)]
// CHECK:         affine.load %{{.*}}[symbol(%arg1)]
func.func @dimensions(%i: index, %j: index, %m: memref<8xf32>, %c: i1) -> f32 {
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %0 = affine.load %m[%i] : memref<8xf32>
    cf.br ^bb3(%0 : f32)
  ^bb2:
    %1 = affine.load %m[%j] : memref<8xf32>
    cf.br ^bb3(%1 : f32)
  ^bb3(%x: f32):
    scf.yield %x : f32
  }
  return %r : f32
}
