package backends_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestHostileKernels checks that modules in kernel form with random changes give a result or an
// error on each engine. No kernel may access memory outside its buffers, which are between guard
// pages. The test tries 400 changed modules, 50 with -short, or else 100,000 if LATHE_SWEEP is set.
func TestHostileKernels(t *testing.T) {
	n := 400
	switch {
	case testing.Short():
		n = 50
	case os.Getenv("LATHE_SWEEP") != "":
		n = 100_000
	}
	a := newAttack(t)
	for i := range uint64(8) {
		a.try(i, forgedForm)
		for _, to := range []string{"fptoui", "fptosi"} {
			for _, index := range []string{"index_castui", "index_cast"} {
				a.try(i, fmt.Sprintf(truthForm, to, index))
			}
		}
	}
	for i := range n {
		a.try(a.mutant(uint64(i)))
	}
	a.flush()
	t.Logf("of %d modules, %d parse, %d are verified, %d run to the end on vm, %d on c, %d on jit", a.tried, a.parsed, a.verified, a.ran[0], a.ran[1], a.ran[2])
	if a.verified < a.tried/50 {
		t.Errorf("only %d of %d modules are verified", a.verified, a.tried)
	}
}

// TestMaskedEnds reads and writes the last elements of buffers with masks. With AVX-512, gcc 12
// replaces a masked load by a load of all lanes if it knows the mask, and can store the lanes of a
// mask with an instruction that faults on the other lanes.
func TestMaskedEnds(t *testing.T) {
	a := newAttack(t)
	for _, kind := range []string{"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"} {
		zero := "0.0"
		if strings.HasPrefix(kind, "i") {
			zero = "0"
		}
		for _, lanes := range []int{4, 8, 16} {
			vector := fmt.Sprintf("vector<%dx%s>", lanes, kind)
			for _, on := range []int{1, lanes / 2, lanes - 1} {
				a.try(0, storeForm(lanes, on, fmt.Sprintf("memref<%dx%s>", on, kind), kind, fmt.Sprintf(`
  %%zeros = arith.constant dense<%[1]s> : %[2]s
  %%x = vector.maskedload %%a[%%c0], %%on, %%zeros : memref<%[3]dx%[4]s>, vector<%[5]dxi1>, %[2]s into %[2]s`,
					zero, vector, on, kind, lanes)))
			}
		}
	}
	for _, kind := range []string{"i64", "index", "f64"} {
		add := "arith.addi"
		if kind == "f64" {
			add = "arith.addf"
		}
		for _, lanes := range []int{4, 8} {
			all := fmt.Sprintf("memref<%dx%s>", lanes, kind)
			a.try(0, storeForm(lanes, lanes-1, all, kind, fmt.Sprintf(`
  %%y = vector.load %%a[%%c0] : %[1]s, vector<%[2]dx%[3]s>
  %%x = %[4]s %%y, %%y : vector<%[2]dx%[3]s>`, all, lanes, kind, add)))
		}
	}
	a.try(0, storeForm(8, 3, "memref<8xi64>", "i32", `
  %y = vector.load %a[%c0] : memref<8xi64>, vector<8xi64>
  %x = arith.trunci %y : vector<8xi64> to vector<8xi32>`))
	a.flush()
	if a.verified < a.tried {
		t.Errorf("only %d of %d modules are verified", a.verified, a.tried)
	}
}

// storeForm returns a module with a kernel that stores the first lanes (on) of the vector %x to a
// buffer that has no other elements. body computes %x from the buffer %a of type input.
func storeForm(lanes, on int, input, kind, body string) string {
	output := fmt.Sprintf("memref<%dx%s>", on, kind)
	return fmt.Sprintf(`func.func @main(%%a: %[1]s, %%o: %[2]s) attributes {kernel.host, kernel.results = 1 : i64} {
  %%lo = arith.constant 0 : index
  %%hi = arith.constant 1 : index
  func.call @k(%%a, %%o, %%lo, %%hi) : (%[1]s, %[2]s, index, index) -> ()
  return
}
func.func private @k(%%a: %[1]s, %%o: %[2]s, %%lo: index, %%hi: index) attributes {kernel.grid = 1 : index, kernel.lanes = %[3]d : i64, kernel.writes = array<i64: 1>} {
  %%c0 = arith.constant 0 : index
  %%n = arith.constant %[4]d : index
  %%on = vector.create_mask %%n : vector<%[3]dxi1>%[5]s
  vector.maskedstore %%o[%%c0], %%on, %%x : %[2]s, vector<%[3]dxi1>, vector<%[3]dx%[6]s>
  return
}`, input, output, lanes, on, body, kind)
}

// mostRoom is the largest size of a buffer in bytes. Modules with larger buffers are not run.
const mostRoom = 1 << 16

type attack struct {
	t       testing.TB
	reg     *ir.Registry
	seeds   []string
	fences  []fence
	on      [3]backends.Backend // vm, c, jit
	wrapped []*fenced           // kernels of the last compilation

	pending                 []attempt // modules that c will compile in one batch
	tried, parsed, verified int
	ran                     [3]int
}

type attempt struct {
	text string
	m    ir.Module
	seed uint64
}

func newAttack(t testing.TB) *attack {
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	a := &attack{t: t, reg: tool.Registry()}
	for range 16 {
		a.fences = append(a.fences, newFence(t, mostRoom))
	}
	wrap := func(k backends.Kernels) backends.Kernels {
		a.wrapped = append(a.wrapped, &fenced{Kernels: k, fences: a.fences})
		return a.wrapped[len(a.wrapped)-1]
	}
	for i, f := range []backends.Factory{vm.Factory(), cFactory(), jit.Factory()} {
		if a.on[i], err = f.Open(backends.Config{Device: f.Name, Threads: 1, Wrap: wrap}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { a.on[i].Close() })
	}
	a.addSeeds()
	return a
}

// addSeeds adds the programs of kernelDir, and two texts with constructs that the other texts lack.
// It also adds the kernel forms of testdata/lowering that are shorter than 40,000 bytes.
func (a *attack) addSeeds() {
	files, _ := filepath.Glob(filepath.Join(kernelDir, "*.mlir"))
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			a.t.Fatal(err)
		}
		a.seeds = append(a.seeds, string(text))
	}
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 1})
	if err != nil {
		a.t.Fatal(err)
	}
	files, _ = filepath.Glob(filepath.Join("..", "testdata", "lowering", "*.mlir"))
	for _, f := range files {
		p, err := b.Compile(context.Background(), parseFile(a.t, f), backends.CompileOptions{
			Kernels: func(name, text string) {
				if name == "kernels.mlir" && len(text) < 40_000 {
					a.seeds = append(a.seeds, text)
				}
			},
		})
		if err != nil {
			a.t.Fatal(err)
		}
		p.Close()
	}
	a.seeds = append(a.seeds, maskedForm, forgedForm)
}

// maskedForm has a kernel that loads and stores vectors with a mask. The last vector is incomplete.
const maskedForm = `module {
  func.func @main(%a: memref<13xf32>, %o: memref<13xf32>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 2 : index
    func.call @k(%a, %o, %lo, %hi) : (memref<13xf32>, memref<13xf32>, index, index) -> ()
    return
  }
  func.func private @k(%a: memref<13xf32>, %o: memref<13xf32>, %lo: index, %hi: index)
      attributes {kernel.grid = 2 : index, kernel.lanes = 8 : i64, kernel.writes = array<i64: 1>} {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c13 = arith.constant 13 : index
    %zeros = arith.constant dense<0.0> : vector<8xf32>
    scf.for %i = %lo to %hi step %c1 {
      %at = arith.muli %i, %c8 : index
      %left = arith.subi %c13, %at : index
      %on = vector.create_mask %left : vector<8xi1>
      %x = vector.maskedload %a[%at], %on, %zeros : memref<13xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
      vector.maskedstore %o[%at], %on, %x : memref<13xf32>, vector<8xi1>, vector<8xf32>
    }
    return
  }
}
`

// forgedForm has two kernels. The first kernel writes a byte. The second kernel reads the byte as a
// boolean, uses the boolean as an index, and also converts a float to an index.
const forgedForm = `module {
  func.func @main(%a: memref<4xi8>, %f: memref<4xf32>, %o: memref<4xi32>, %arena: memref<64xi8>) attributes {kernel.host, kernel.results = 1 : i64} {
    %lo = arith.constant 0 : index
    %hi = arith.constant 1 : index
    %bytes = memref.view %arena[%lo][] : memref<64xi8> to memref<4xi8>
    %truths = memref.view %arena[%lo][] : memref<64xi8> to memref<4xi1>
    func.call @write(%a, %bytes, %lo, %hi) : (memref<4xi8>, memref<4xi8>, index, index) -> ()
    func.call @read(%truths, %f, %o, %lo, %hi) : (memref<4xi1>, memref<4xf32>, memref<4xi32>, index, index) -> ()
    return
  }
  func.func private @write(%a: memref<4xi8>, %o: memref<4xi8>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%c0] : memref<4xi8>
    memref.store %x, %o[%c0] : memref<4xi8>
    return
  }
  func.func private @read(%t: memref<4xi1>, %f: memref<4xf32>, %o: memref<4xi32>, %lo: index, %hi: index)
      attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 2>, kernel.lanes = 4 : i64} {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %one = arith.constant 1 : i32
    %b = memref.load %t[%c0] : memref<4xi1>
    %i = arith.index_castui %b : i1 to index
    memref.store %one, %o[%i] : memref<4xi32>
    %v = vector.load %t[%c0] : memref<4xi1>, vector<4xi1>
    %w = arith.extui %v : vector<4xi1> to vector<4xi32>
    %e = vector.extract %w[0] : i32 from vector<4xi32>
    %j = arith.index_castui %e : i32 to index
    memref.store %one, %o[%j] : memref<4xi32>
    %x = memref.load %f[%c0] : memref<4xf32>
    %s = arith.fptosi %x : f32 to i8
    %k = arith.index_cast %s : i8 to index
    %l = arith.maxsi %k, %c0 : index
    %m = arith.minsi %l, %c3 : index
    memref.store %one, %o[%m] : memref<4xi32>
    return
  }
}
`

// truthForm has a kernel that converts a float to a boolean, and uses the boolean as an index. It
// is a format for Sprintf. The arguments are the two conversions, such as fptoui and index_castui.
const truthForm = `module {
  memref.global "private" constant @numbers : memref<2xf32> = dense<[200.0, 3000.0]>
  func.func @main(%%o: memref<2xi64>) attributes {kernel.host, kernel.results = 1 : i64} {
    %%lo = arith.constant 0 : index
    %%hi = arith.constant 2 : index
    %%f = memref.get_global @numbers : memref<2xf32>
    func.call @k(%%f, %%o, %%lo, %%hi) : (memref<2xf32>, memref<2xi64>, index, index) -> ()
    return
  }
  func.func private @k(%%f: memref<2xf32>, %%o: memref<2xi64>, %%lo: index, %%hi: index)
      attributes {kernel.grid = 1 : index, kernel.writes = array<i64: 1>} {
    %%c0 = arith.constant 0 : index
    %%c1 = arith.constant 1 : index
    %%one = arith.constant 1 : i64
    scf.for %%i = %%lo to %%hi step %%c1 {
      %%x = memref.load %%f[%%i] : memref<2xf32>
      %%b = arith.%s %%x : f32 to i1
      %%n = arith.%s %%b : i1 to index
      %%l = arith.maxsi %%n, %%c0 : index
      memref.store %%one, %%o[%%l] : memref<2xi64>
    }
    return
  }
}
`

// try runs a module on vm. If the module runs to the end, try also runs it on jit, and adds it to
// the modules that flush runs on c.
func (a *attack) try(seed uint64, text string) {
	a.tried++
	op, err := asm.Parse(a.reg, diag.NewSource("mutant.mlir", []byte(text)), asm.Options{})
	if err != nil {
		return
	}
	a.parsed++
	m, ok := ir.As[ir.Module](op)
	if !ok || !kernel.IsProgram(m) {
		return
	}
	p, f := a.compile(0, m, text)
	if p == nil {
		return
	}
	defer p.Close()
	a.verified++
	at := attempt{text, m, seed}
	if a.fits(f) && a.run(0, p, f, at) {
		if p, f := a.compile(2, m, text); p != nil {
			a.run(2, p, f, at)
			p.Close()
		}
		if a.pending = append(a.pending, at); len(a.pending) == 32 {
			a.flush()
		}
	}
}

// compile compiles a module on an engine. It returns nil if the engine rejects the module.
func (a *attack) compile(engine int, m ir.Module, text string) (backends.Program, *fenced) {
	defer func() {
		if what := recover(); what != nil {
			a.t.Fatalf("compiling panics: %v\n%s", what, text)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	a.wrapped = nil
	p, err := a.on[engine].Compile(ctx, m, backends.CompileOptions{})
	if ctx.Err() != nil {
		a.t.Fatalf("compiling takes too long:\n%s", text)
	}
	if err != nil {
		if len(diag.All(err)) == 0 {
			a.t.Fatalf("compiling gives no diagnostic: %v\n%s", err, text)
		}
		return nil, nil
	}
	read, err := kernel.Read(a.t.Context(), m)
	if err != nil {
		a.t.Fatal(err)
	}
	a.wrapped[0].ks = read.Kernels
	return p, a.wrapped[0]
}

// fits reports whether each buffer of the kernels fits into a [fence].
func (a *attack) fits(f *fenced) bool {
	for _, k := range f.ks {
		if len(k.Params) > len(a.fences) {
			return false
		}
		for _, p := range k.Params {
			if tensor.NumElements(p.Shape)*p.Kind.Size() > mostRoom {
				return false
			}
		}
	}
	return true
}

// run runs a program twice, with its buffers at the start and at the end of their fences. It
// reports whether both runs end in time.
func (a *attack) run(engine int, p backends.Program, f *fenced, of attempt) bool {
	for turn := range uint64(2) {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		f.ctx, f.late = ctx, turn == 1
		_, err := p.Run(ctx, hostileInputs(p.Inputs(), of.seed+turn))
		late := ctx.Err() != nil
		cancel()
		if errors.Is(err, errFault) {
			a.t.Fatalf("%s: %v\n%s", a.on[engine].Info().Name, err, of.text)
		}
		if late {
			return false
		}
	}
	a.ran[engine]++
	return true
}

// flush compiles and runs the pending modules on c.
func (a *attack) flush() {
	if len(a.pending) == 0 {
		return
	}
	all := a.pending
	a.pending = nil
	var rs []backends.CompileRequest
	for _, at := range all {
		rs = append(rs, backends.CompileRequest{Module: at.m})
	}
	a.wrapped = nil
	ps, err := a.on[1].(backends.BatchCompiler).CompileAll(context.Background(), rs)
	skipWithoutCompiler(a.t, err)
	if err != nil {
		a.t.Fatalf("c: %v\n%s", err, all[0].text)
	}
	note := filepath.Join(a.t.TempDir(), "running.mlir")
	for i, p := range ps {
		os.WriteFile(note, []byte(all[i].text), 0o666)
		f := a.wrapped[i]
		read, err := kernel.Read(a.t.Context(), all[i].m)
		if err != nil {
			a.t.Fatal(err)
		}
		f.ks = read.Kernels
		a.run(1, p, f, all[i])
		p.Close()
	}
}

// hostileInputs returns inputs of random bits, which include zeros and extreme values.
func hostileInputs(ts []ir.Type, seed uint64) []*tensor.Tensor {
	rng := rand.New(rand.NewPCG(seed, 11))
	var in []*tensor.Tensor
	for _, t := range ts {
		shape, _ := t.Shape()
		v := tensor.New(t.Kind(), shape...)
		for i := range v.NumElements() {
			bits := rng.Uint64()
			switch rng.IntN(4) {
			case 0:
				bits = []uint64{0, 1, 1<<63 - 1, 1 << 63, 1<<64 - 1, 1<<31 - 1, 1 << 31}[rng.IntN(7)]
			case 1:
				bits %= 64
			}
			v.SetBits(i, bits)
		}
		in = append(in, v)
	}
	return in
}

// word matches the parts of a text that a mutation replaces: a name, a number, an operation, a
// type, a comparison predicate, or an extent of a shape with the x after it.
var word = regexp.MustCompile(`%[a-z0-9_]+(#\d+)?|-?\b\d+\b|\b[a-z]+\.[a-z_]+\b|\b(i1|i8|i16|i32|i64|f16|bf16|f32|f64|index)\b|\b(eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge|olt|oge|une)\b|\d+x`)

// mutant returns arguments for try: the given seed, and one of the attack's texts with one to three
// random changes.
func (a *attack) mutant(seed uint64) (uint64, string) {
	rng := rand.New(rand.NewPCG(seed, 3))
	return seed, changed(rng, a.seeds[rng.IntN(len(a.seeds))])
}

func changed(rng *rand.Rand, text string) string {
	for range 1 + rng.IntN(3) {
		text = change(rng, text)
	}
	return text
}

// FuzzKernels is TestHostileKernels for texts of the fuzzer, without c. If seed is not 0, it
// changes the text first.
func FuzzKernels(f *testing.F) {
	a := newAttack(f)
	for i, text := range a.seeds {
		f.Add(text, uint64(0))
		f.Add(text, uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		defer irtest.MustEnd(60*time.Second, text)()
		if a.t = t; seed != 0 {
			text = changed(rand.New(rand.NewPCG(seed, 3)), text)
		}
		a.try(seed, text)
		a.pending = nil // c is not tested
	})
}

func change(rng *rand.Rand, text string) string {
	if rng.IntN(8) == 0 {
		lines := strings.Split(text, "\n")
		i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
		switch rng.IntN(3) {
		case 0:
			lines = append(lines[:i:i], lines[i+1:]...)
		case 1:
			lines[i], lines[j] = lines[j], lines[i]
		case 2:
			lines[i] = lines[j]
		}
		return strings.Join(lines, "\n")
	}
	if begins := regexp.MustCompile(`attributes \{`).FindAllStringIndex(text, -1); len(begins) > 0 && rng.IntN(16) == 0 {
		end := begins[rng.IntN(len(begins))][1]
		more := []string{"kernel.callee", "kernel.host", "kernel.grid = 1 : index", "kernel.writes = array<i64: 0>", "kernel.inplace = array<i64: 0, 1>", "kernel.lanes = 4 : i64"}
		return text[:end] + more[rng.IntN(len(more))] + ", " + text[end:]
	}
	at := word.FindAllStringIndex(text, -1)
	if len(at) == 0 {
		return text
	}
	one := at[rng.IntN(len(at))]
	old := text[one[0]:one[1]]
	by := another(rng, text, old, at)
	if rng.IntN(2) == 0 && old[0] != '%' { // replaces all occurrences, so that types agree
		return word.ReplaceAllStringFunc(text, func(w string) string {
			if w == old {
				return by
			}
			return w
		})
	}
	return text[:one[0]] + by + text[one[1]:]
}

// another returns a random word that replaces old in the text.
func another(rng *rand.Rand, text, old string, at [][]int) string {
	var n int64
	suffix := ""
	if strings.HasSuffix(old, "x") && old[0] >= '0' && old[0] <= '9' {
		suffix = "x"
	}
	if _, err := fmt.Sscan(strings.TrimSuffix(old, "x"), &n); err == nil && rng.IntN(4) > 0 {
		return fmt.Sprint([]int64{n + 1, n - 1, 2 * n, n / 2, 0, 1, 2, 3, 7, 8, 16, 31, 32, 63, 64, -1, 1 << 31, 1 << 32, 1 << 60, 1 << 62, 1<<63 - 1, -1 << 63}[rng.IntN(22)]) + suffix
	}
	if kinds := strings.Fields(opNames); strings.Contains(old, ".") && rng.IntN(2) == 0 {
		return kinds[rng.IntN(len(kinds))]
	}
	var like []string
	for _, w := range at {
		if s := text[w[0]:w[1]]; (s[0] == '%') == (old[0] == '%') && strings.Contains(s, ".") == strings.Contains(old, ".") &&
			(s[0] <= '9') == (old[0] <= '9') && strings.HasSuffix(s, "x") == (suffix == "x") {
			like = append(like, s)
		}
	}
	if len(like) == 0 {
		return old
	}
	return like[rng.IntN(len(like))]
}

const opNames = `arith.addi arith.subi arith.muli arith.divsi arith.divui arith.remsi arith.remui arith.shli arith.shrsi arith.shrui
arith.andi arith.ori arith.xori arith.maxsi arith.maxui arith.minsi arith.minui arith.addf arith.mulf arith.divf arith.select
arith.extsi arith.extui arith.trunci arith.index_cast arith.index_castui arith.fptosi arith.fptoui arith.sitofp arith.uitofp
arith.bitcast math.absi math.ctpop math.ctlz math.cttz vector.load vector.store vector.broadcast vector.extract`
