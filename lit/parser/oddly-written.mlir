// RUN: lathe-opt --allow-unregistered-dialect --split-input-file %s | FileCheck %s

// A blank can precede the number of a result, and the number can have leading zeros.
// CHECK: arith.addi %0#1, %0#1 : i32
func.func @numbers() {
  %r:2 = "t.r"() : () -> (i32, i32)
  %s = arith.addi %r #1, %r#01 : i32
  return
}

// -----

// Brackets around an element of a dynamic list are ignored; true is -1.
// CHECK: tensor.extract_slice %{{.*}}[0] [2] [1]
// CHECK: tensor.extract_slice %{{.*}}[0] [2] [-1]
func.func @lists(%t: tensor<4xf32>) {
  %a = tensor.extract_slice %t[[false]] [0x2] [[1]] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[0] [2] [true] : tensor<4xf32> to tensor<2xf32>
  return
}

// -----

// The encoding after a comma can be missing, and the colons of a nested symbol can have a blank between
// them. Leading zeros do not make a number octal. In a constraint, a sign without a following equals sign
// is ignored.
// CHECK: affine_set<(d0) : (-d0 >= 0)>
// CHECK: e = tensor<4xf32>, n = 1234567890123456789 : i64
// CHECK-SAME: s = @a::@b
// CHECK-SAME: u = array<ui8: 255>
// CHECK-SAME: v = vector<9223372036854775807xf32>
// CHECK-SAME: w = #arith.fastmath<nnan,ninf>
"t.a"() {
  e = tensor<4xf32,>, n = 000001234567890123456789, s = @a : :@b,
  t = affine_set<(d0) : (d0 > <= 0)>, u = array<ui8: -1>,
  v = vector<9223372036854775807xf32>, w = #arith.fastmath<"nnan", ninf>
} : () -> ()

// -----

// The attributes of a contraction can have a name.
// CHECK: vector.contract {indexing_maps = [
#matmul = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
func.func @contract(%a: vector<4x8xf32>, %b: vector<8x16xf32>, %c: vector<4x16xf32>) {
  %0 = vector.contract #matmul %a, %b, %c : vector<4x8xf32>, vector<8x16xf32> into vector<4x16xf32>
  return
}

// -----

// A comment can be between the parts of a dimension list. The id of a distinct attribute has 64 bits.
// CHECK: d = distinct[0]<>, e = distinct[1]<>, f = distinct[0]<>, t = tensor<4x8xf32>
"t.a"() {
  d = distinct[9223372036854775808]<>, e = distinct[18446744073709551615]<>, f = distinct[9223372036854775808]<>,
  t = tensor<4 // rows
    x // by
    8xf32>
} : () -> ()
