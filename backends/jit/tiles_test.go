package jit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// product describes a kernel that multiplies two matrices of bytes. A row of the first matrix and a
// column of the second matrix have "words" words of four bytes. The second matrix has 16·vectors
// columns.
type product struct {
	rows, vectors, words int
	signed               [2]bool // whether the bytes of the rows and of the columns are signed
	initial              bool    // the sums begin with values from memory
	scaled               bool    // the sums are multiplied before they are stored
}

// flips reports whether the kernel flips the sign bits of the bytes of rows. This is necessary if
// both factors are signed or both are unsigned, since kernels multiply signed by unsigned bytes.
// The kernel then corrects the results by 128 times the sum of each column.
func (p product) flips() bool { return p.signed[0] == p.signed[1] }

// text returns the kernel in kernel form. Its buffers are the rows, the columns, the initial sums
// and the results. The grid has two iterations, which have different rows and the same columns.
func (p product) text() string {
	a, b, o := 2*p.rows*p.words*4, p.words*p.vectors*64, 2*p.rows*p.vectors*16
	var t strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&t, "    "+format+"\n", args...) }
	args := fmt.Sprintf("%%a: memref<%dxi8>, %%b: memref<%dxi8>, %%c: memref<%dxi32>, %%o: memref<%[3]dxi32>", a, b, o)
	types := fmt.Sprintf("memref<%dxi8>, memref<%dxi8>, memref<%dxi32>, memref<%[3]dxi32>", a, b, o)
	fmt.Fprintf(&t, `#both = affine_map<(l, k) -> (l, k)>
#lanes = affine_map<(l, k) -> (l)>
module {
  func.func @main(%s) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 2 : index
    func.call @dot(%%a, %%b, %%c, %%o, %%lo, %%hi) : (%s, index, index) -> ()
    return
  }
  func.func private @dot(%[1]s, %%lo: index, %%hi: index) attributes {kernel.grid = 2 : index, kernel.lanes = 16 : i64, kernel.writes = array<i64: 3>} {
`, args, types)
	for _, n := range []int{0, 1, 4, p.words, 64, 64 * p.vectors, p.rows * p.words * 4, p.rows * p.vectors * 16} {
		if name := fmt.Sprintf("%%c%d =", n); !strings.Contains(t.String(), name) {
			line("%s arith.constant %d : index", name, n)
		}
	}
	line("%%zero = arith.constant dense<0> : vector<16xi32>")
	line("%%three = arith.constant dense<3> : vector<16xi32>")
	line("%%m128 = arith.constant dense<0x80808080> : vector<16xi32>")
	line("scf.for %%g = %%lo to %%hi step %%c1 {")
	line("%%ga = arith.muli %%g, %%c%d : index", p.rows*p.words*4)
	line("%%go = arith.muli %%g, %%c%d : index", p.rows*p.vectors*16)
	var carried, sums, zeros, vectors []string
	n := p.rows * p.vectors
	for i := range n {
		line("%%oc%d = arith.constant %d : index", i, 16*i)
		line("%%at%d = arith.addi %%go, %%oc%[1]d : index", i)
		sums = append(sums, "%zero")
		if p.initial {
			line("%%init%d = vector.load %%c[%%at%[1]d] : memref<%dxi32>, vector<16xi32>", i, o)
			sums[i] = fmt.Sprintf("%%init%d", i)
		}
		carried, vectors = append(carried, fmt.Sprintf("%%s%d", i)), append(vectors, "vector<16xi32>")
	}
	if p.flips() {
		for v := range p.vectors {
			sums, carried, vectors = append(sums, "%zero"), append(carried, fmt.Sprintf("%%t%d", v)), append(vectors, "vector<16xi32>")
		}
	}
	for i := range sums {
		zeros = append(zeros, carried[i]+" = "+sums[i])
	}
	line("%%r:%d = scf.for %%k = %%c0 to %%c%d step %%c1 iter_args(%s) -> (%s) {", len(sums), p.words, strings.Join(zeros, ", "), strings.Join(vectors, ", "))
	line("%%k4 = arith.muli %%k, %%c4 : index")
	line("%%ka = arith.addi %%ga, %%k4 : index")
	line("%%kb = arith.muli %%k, %%c%d : index", 64*p.vectors)
	extend := func(v, from string, signed bool) {
		op := map[bool]string{true: "extsi", false: "extui"}[signed]
		line("%%%s_c = vector.shape_cast %s : vector<64xi8> to vector<16x4xi8>", v, from)
		line("%%%s = arith.%s %%%[1]s_c : vector<16x4xi8> to vector<16x4xi32>", v, op)
	}
	contract := func(to, x, y, sum string) {
		line(`%%%s = vector.contract {indexing_maps = [#both, #both, #lanes], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %%%s, %%%s, %s : vector<16x4xi32>, vector<16x4xi32> into vector<16xi32>`, to, x, y, sum)
	}
	rowSigned := p.signed[0] != p.flips() // whether the bytes are signed after the flip
	for v := range p.vectors {
		line("%%vc%d = arith.constant %d : index", v, 64*v)
		line("%%vb%d = arith.addi %%kb, %%vc%[1]d : index", v)
		line("%%v%d = vector.load %%b[%%vb%[1]d] : memref<%dxi8>, vector<64xi8>", v, b)
		extend(fmt.Sprintf("ve%d", v), fmt.Sprintf("%%v%d", v), !rowSigned)
	}
	var yields []string
	for r := range p.rows {
		line("%%rc%d = arith.constant %d : index", r, 4*p.words*r)
		line("%%ra%d = arith.addi %%ka, %%rc%[1]d : index", r)
		line("%%four%d = vector.load %%a[%%ra%[1]d] : memref<%dxi8>, vector<4xi8>", r, a)
		line("%%one%d = vector.bitcast %%four%[1]d : vector<4xi8> to vector<1xi32>", r)
		line("%%word%d = vector.extract %%one%[1]d[0] : i32 from vector<1xi32>", r)
		line("%%words%d = vector.broadcast %%word%[1]d : i32 to vector<16xi32>", r)
		from := "words"
		if p.flips() {
			from = "flipped"
			line("%%flipped%d = arith.xori %%words%[1]d, %%m128 : vector<16xi32>", r)
		}
		line("%%bytes%d = vector.bitcast %%%s%[1]d : vector<16xi32> to vector<64xi8>", r, from)
		extend(fmt.Sprintf("re%d", r), fmt.Sprintf("%%bytes%d", r), rowSigned)
		for v := range p.vectors {
			i := r*p.vectors + v
			contract(fmt.Sprintf("y%d", i), fmt.Sprintf("re%d", r), fmt.Sprintf("ve%d", v), carried[i])
			yields = append(yields, fmt.Sprintf("%%y%d", i))
		}
	}
	if p.flips() {
		line("%%b128 = vector.bitcast %%m128 : vector<16xi32> to vector<64xi8>")
		extend("e128", "%b128", rowSigned)
		for v := range p.vectors {
			contract(fmt.Sprintf("z%d", v), "e128", fmt.Sprintf("ve%d", v), carried[n+v])
			yields = append(yields, fmt.Sprintf("%%z%d", v))
		}
	}
	line("scf.yield %s : %s }", strings.Join(yields, ", "), strings.Join(vectors, ", "))
	for i := range n {
		result := fmt.Sprintf("%%r#%d", i)
		if p.flips() {
			line("%%f%d = arith.subi %s, %%r#%d : vector<16xi32>", i, result, n+i%p.vectors)
			result = fmt.Sprintf("%%f%d", i)
		}
		if p.scaled {
			line("%%m%d = arith.muli %s, %%three : vector<16xi32>", i, result)
			result = fmt.Sprintf("%%m%d", i)
		}
		line("vector.store %s, %%o[%%at%d] : memref<%dxi32>, vector<16xi32>", result, i, o)
	}
	t.WriteString("    }\n    return\n  }\n}\n")
	return t.String()
}

// TestTiles checks that products of bytes become AMX instructions, which multiply tiles. If this
// machine has AMX, the test also compares the results with vm.
func TestTiles(t *testing.T) {
	b := openAs(t, machine{code.Target{AVX512: true, Dots: true, Tiles: true}, "tiles"})
	runs := features()&hasTiles != 0
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		p := product{
			rows: 2 + rng.IntN(31), vectors: 1 + rng.IntN(2), words: []int{16, 32, 128 + rng.IntN(20)}[i%3],
			signed: [2]bool{i&1 != 0, i&2 != 0}, initial: i&4 != 0, scaled: i&8 != 0,
		}
		ks := kernelsOf(t, "product.mlir", []byte(p.text()))
		var text strings.Builder
		made, err := b.encode(t.Context(), ks, &text)
		if err != nil {
			t.Fatal(err)
		}
		name := "tdpb" + map[bool]string{true: "s", false: "u"}[p.signed[0]] + map[bool]string{true: "s", false: "u"}[p.signed[1]] + "d"
		if !strings.Contains(text.String(), name) || strings.Contains(text.String(), "vpdpbusd") {
			t.Errorf("%+v: the code must have %s, and no vpdpbusd", p, name)
		}
		if !runs {
			continue
		}
		oracle, err := vm.Compile(ks)
		if err != nil {
			t.Fatal(err)
		}
		linked, err := link(made, ks)
		if err != nil {
			t.Fatal(err)
		}
		var in []*tensor.Tensor
		for _, q := range ks[0].Params[:3] {
			x := tensor.New(q.Kind, q.Shape...)
			for at := range x.Data {
				x.Data[at] = byte(rng.Uint32())
			}
			in = append(in, x)
		}
		run := func(on backends.Kernels) *tensor.Tensor {
			out := tensor.New(tensor.I32, ks[0].Params[3].Shape...)
			var buffers []unsafe.Pointer
			for _, x := range slices.Concat(in, []*tensor.Tensor{out}) {
				buffers = append(buffers, unsafe.Pointer(&x.Data[0]))
			}
			on.Call(0, buffers, 0, 2)
			return out
		}
		if where := difference([]*tensor.Tensor{run(oracle)}, []*tensor.Tensor{run(linked)}); where != "" {
			t.Errorf("%+v: %s", p, where)
		}
		linked.Close()
	}
	if !runs {
		t.Log("this machine has no instructions for tiles: nothing was run")
	}
}
