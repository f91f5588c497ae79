package jit

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/jit/code"
)

// TestSpillsOutsideLoops compiles a matrix product whose sums and operands fit in the registers,
// but not together with the values that its epilogue reads. These values must be spilled, so that
// the innermost loop has no spills.
func TestSpillsOutsideLoops(t *testing.T) {
	for _, m := range []machine{{code.Target{AVX512: true}, "amd64-avx512"}, {code.Target{}, "amd64-avx2"}} {
		sums, lanes := 13, 8
		if m.target.AVX512 {
			sums, lanes = 29, 16
		}
		text := listingOf(t, m, "product", []byte(productWithEpilogue(sums, 6, lanes)))
		if strings.Contains(text, " 0 spilled") {
			t.Errorf("%s: expected spills:\n%s", m.name, text)
		}
		if loop := innermost(text); strings.Count(loop, "vfmadd") != sums || strings.Contains(loop, "[rdi + ") {
			t.Errorf("%s: the innermost loop spills:\n%s", m.name, loop)
		}
	}
}

// innermost returns the lines from the target of a listing's first backward jump to the jump.
func innermost(text string) string {
	seen := map[string]int{}
	for at, line := 0, ""; at < len(text); at += len(line) {
		line = text[at : at+strings.IndexByte(text[at:], '\n')+1]
		fields := strings.Fields(line)
		switch n := len(fields); {
		case n == 2 && strings.HasSuffix(fields[1], ":"):
			seen[strings.TrimSuffix(fields[1], ":")] = at
		case n == 3 && fields[1] == "jl":
			if from, ok := seen[fields[2]]; ok {
				return text[from : at+len(line)]
			}
		}
	}
	return ""
}

// productWithEpilogue returns a matrix product with the given number of sums, each a vector of
// "lanes" elements. After the product, the epilogue adds the same "shared" vectors to each sum.
func productWithEpilogue(sums, shared, lanes int) string {
	var b strings.Builder
	columns := lanes * sums
	vec := fmt.Sprintf("vector<%dxf32>", lanes)
	list := func(format string) string {
		var l []string
		for i := range sums {
			l = append(l, fmt.Sprintf(format, i))
		}
		return strings.Join(l, ", ")
	}
	buffers := fmt.Sprintf("memref<64xf32>, memref<64x%dxf32>, memref<%dxf32>, memref<%dxf32>", columns, shared*lanes, columns)
	fmt.Fprintf(&b, `module {
  func.func @main(%%a: memref<64xf32>, %%b: memref<64x%dxf32>, %%e: memref<%dxf32>, %%o: memref<%dxf32>)
      attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 1 : index
    func.call @k(%%a, %%b, %%e, %%o, %%lo, %%hi) : (%s, index, index) -> ()
    return
  }
  func.func private @k(%%a: memref<64xf32>, %%b: memref<64x%dxf32>, %%e: memref<%dxf32>, %%o: memref<%dxf32>, %%lo: index, %%hi: index)
      attributes {kernel.grid = 1 : index, kernel.lanes = %d : i64, kernel.writes = array<i64: 3>} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%c64 = arith.constant 64 : index
    %%zeros = arith.constant dense<0.0> : %s
    %%r:%d = scf.for %%k = %%c0 to %%c64 step %%c1 iter_args(%s) -> (%s) {
      %%x = memref.load %%a[%%k] : memref<64xf32>
      %%xs = vector.broadcast %%x : f32 to %s
`, columns, shared*lanes, columns, buffers, columns, shared*lanes, columns, lanes,
		vec, sums, list("%%s%d = %%zeros"), strings.TrimSuffix(strings.Repeat(vec+", ", sums), ", "), vec)
	for i := range sums {
		fmt.Fprintf(&b, `      %%c%[1]dx = arith.constant %[2]d : index
      %%b%[1]d = vector.load %%b[%%k, %%c%[1]dx] : memref<64x%[3]dxf32>, %[4]s
      %%n%[1]d = math.fma %%xs, %%b%[1]d, %%s%[1]d : %[4]s
`, i, i*lanes, columns, vec)
	}
	fmt.Fprintf(&b, "      scf.yield %s : %s\n    }\n", list("%%n%d"), strings.TrimSuffix(strings.Repeat(vec+", ", sums), ", "))
	for j := range shared {
		fmt.Fprintf(&b, `    %%e%[1]dx = arith.constant %[2]d : index
    %%e%[1]d = vector.load %%e[%%e%[1]dx] : memref<%[3]dxf32>, %[4]s
`, j, j*lanes, shared*lanes, vec)
	}
	for i := range sums {
		last := fmt.Sprintf("%%r#%d", i)
		for j := range shared {
			fmt.Fprintf(&b, "    %%t%d_%d = arith.addf %s, %%e%d : %s\n", i, j, last, j, vec)
			last = fmt.Sprintf("%%t%d_%d", i, j)
		}
		fmt.Fprintf(&b, `    %%o%[1]d = arith.constant %[2]d : index
    vector.store %[3]s, %%o[%%o%[1]d] : memref<%[4]dxf32>, %[5]s
`, i, i*lanes, last, columns, vec)
	}
	b.WriteString("    return\n  }\n}\n")
	return b.String()
}
