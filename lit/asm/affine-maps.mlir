// RUN: lathe-opt --allow-unregistered-dialect %s | FileCheck --strict-whitespace --match-full-lines --check-prefix=CHECK %s

// The parser simplifies affine maps and sets.

"test.a"() {m = affine_map<(d0, d1)[s0] -> (d0 + 0, d1 * 1 + s0 - s0, d0 floordiv 1, d0 mod 1, (d0 * 2) * 3, 2 * d0, d0 ceildiv 2 + 1 + 2)>} : () -> ()
"test.a"() {m = affine_map<(i, j)[a, b] -> (i * 2 + j * a + b, (i + j) floordiv 4, (i + 3) mod 4, i * 4 mod 2, (i * 8) floordiv 4, (i * 8 + 4) floordiv 4, (i * 6 + 3) mod 3)>} : () -> ()
"test.a"() {m = affine_map<(d0, d1) -> (d0 - d0, d0 + d0, d0 * 2 + d0 * 3, d0 + d1 - d0, 2 * (d0 + 3), d0 + 1 - 1, (d0 floordiv 3) * 3 + d0 mod 3, d0 - (d0 floordiv 4) * 4)>} : () -> ()
"test.a"() {m = affine_map<(d0) -> (5 floordiv 2, -5 floordiv 2, 5 ceildiv 2, -5 mod 3, d0 * 0, 7 - 3 * 2, -d0, 3 - d0)>, n = affine_map<() -> ()>} : () -> ()
"test.a"() {m = affine_map<(d0)[s0] -> (d0 * s0, s0 * d0, d0 floordiv s0, d0 mod s0, s0 * s0)>} : () -> ()
"test.a"() {s = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 == 5, d0 <= 10, d0 + 1 >= d1, 5 >= d0, d0 == d1)>, t = affine_set<() : ()>, u = affine_set<(d0)[s0] : (d0 * 2 - s0 + 4 >= s0 * 2 + 3)>} : () -> ()

// CHECK:#map = affine_map<(d0, d1)[s0] -> (d0, d1 + s0 - s0, d0, 0, d0 * 6, d0 * 2, d0 ceildiv 2 + 3)>
// CHECK-NEXT:#map1 = affine_map<(d0, d1)[s0, s1] -> (d0 * 2 + d1 * s0 + s1, (d0 + d1) floordiv 4, (d0 + 3) mod 4, 0, d0 * 2, d0 * 2 + 1, 0)>
// CHECK-NEXT:#map2 = affine_map<(d0, d1) -> (0, d0 * 2, d0 * 5, d0 + d1 - d0, (d0 + 3) * 2, d0, (d0 floordiv 3) * 3 + d0 mod 3, d0 mod 4)>
// CHECK-NEXT:#map3 = affine_map<(d0) -> (2, -3, 3, 1, 0, 1, -d0, -d0 + 3)>
// CHECK-NEXT:#map4 = affine_map<() -> ()>
// CHECK-NEXT:#map5 = affine_map<(d0)[s0] -> (d0 * s0, d0 * s0, d0 floordiv s0, d0 mod s0, s0 * s0)>
// CHECK-NEXT:#set = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 - 5 == 0, -d0 + 10 >= 0, d0 - d1 + 1 >= 0, -d0 + 5 >= 0, d0 - d1 == 0)>
// CHECK-NEXT:#set1 = affine_set<() : (0 == 0)>
// CHECK-NEXT:#set2 = affine_set<(d0)[s0] : (d0 * 2 - s0 - (s0 * 2 + 3) + 4 >= 0)>
// CHECK-NEXT:module {
// CHECK-NEXT:  "test.a"() {m = #map} : () -> ()
// CHECK-NEXT:  "test.a"() {m = #map1} : () -> ()
// CHECK-NEXT:  "test.a"() {m = #map2} : () -> ()
// CHECK-NEXT:  "test.a"() {m = #map3, n = #map4} : () -> ()
// CHECK-NEXT:  "test.a"() {m = #map5} : () -> ()
// CHECK-NEXT:  "test.a"() {s = #set, t = #set1, u = #set2} : () -> ()
// CHECK-NEXT:}
