package driver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

// outsideSuite is a folder with tests of other projects, if present.
const outsideSuite = "../../../shared/conformance/mlir/suite"

// TestSweep runs every pass alone on every program in outsideSuite. No pass may crash, hang, leave
// invalid IR, or change the result of a function that the interpreter can run. LATHE_FULL=1 enables
// the test. LATHE_SWEEP_PART=1/4 selects a quarter of the files. LATHE_SWEEP_MATCH selects files by
// a regular expression.
func TestSweep(t *testing.T) {
	if os.Getenv("LATHE_FULL") == "" {
		t.Skip("takes minutes; LATHE_FULL=1 enables it")
	}
	if _, err := os.Stat(outsideSuite); err != nil {
		t.Skip("the outside suite is absent")
	}
	t.Setenv("TMPDIR", t.TempDir()) // snapshot-op-locations writes files to this folder
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	s := &sweep{tool: tool, found: map[string]int{}, first: map[string]string{}}
	part, parts := 0, 1
	if _, err := fmt.Sscanf(os.Getenv("LATHE_SWEEP_PART"), "%d/%d", &part, &parts); err == nil {
		part--
	}
	match := regexp.MustCompile(os.Getenv("LATHE_SWEEP_MATCH"))
	n := 0
	err = filepath.WalkDir(outsideSuite, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".mlir" || !match.MatchString(path) {
			return err
		}
		if n++; n%parts != part {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, chunk := range regexp.MustCompile(`(?m)^// -----.*\n`).Split(string(text), -1) {
			s.chunk(fmt.Sprintf("%s #%d", path[len(outsideSuite)+1:], i), []byte(chunk))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(s.found)) {
		t.Errorf("found %d times, for example in %s", s.found[key], s.first[key])
	}
	t.Logf("%d valid programs, %d runs of passes, %d changed programs, %d comparisons of results", s.chunks, s.runs, s.changed, s.compared)
}

type sweep struct {
	tool                            *driver.Tool
	chunks, runs, changed, compared int
	found                           map[string]int    // problems by kind
	first                           map[string]string // the first of each kind
}

// problem records a problem. Problems that differ only in names, types and numbers count as one.
func (s *sweep) problem(chunk, pass, what string) {
	headline, _, _ := strings.Cut(what, "\n")
	if _, message, ok := strings.Cut(headline, "error: "); ok {
		headline = message
	}
	if at := crashSite.FindString(what); at != "" {
		headline = at
	}
	key := pass + ": " + variable.ReplaceAllString(headline, "*")
	if s.found[key]++; s.found[key] == 1 {
		s.first[key] = chunk + ": " + pass + ": " + what
	}
}

var (
	variable  = regexp.MustCompile(`'[^']*'|@\w+|[-+0-9.e]*[0-9]\S*|\[.*\]`)
	crashSite = regexp.MustCompile(`\w+/\w+\.go:\d+`)
)

// chunk runs every pass on a program. It does nothing if the program is invalid.
func (s *sweep) chunk(name string, text []byte) {
	m, err := asm.Parse(s.tool.Registry(), diag.NewSource(name, text), asm.Options{AllowUnregistered: true})
	if err != nil || ir.Verify(m) != nil {
		return
	}
	s.chunks++
	before := programText(m)
	samples := s.samples(name, m)
	for _, p := range s.tool.Known().Passes() {
		after := ir.CloneModule(m)
		s.runs++
		problem, ok := within(20*time.Second, func() string { return s.pass(after, p.Name) })
		switch {
		case !ok:
			s.problem(name, p.Name, "does not end")
			continue // the goroutine of the pass may still use the program
		case problem == refused:
			continue
		case problem != "":
			s.problem(name, p.Name, problem)
			continue
		}
		if bytes.Equal(programText(after), before) {
			continue
		}
		s.changed++
		for _, f := range samples {
			if diff := s.compare(after, f, rounding[p.Name]); diff != "" {
				s.problem(name, p.Name, fmt.Sprintf("changes @%s: %s", f.name, diff))
				break
			}
		}
	}
}

// refused is the result of a pass that failed with an error, which is allowed.
const refused = "refused"

// pass runs one pass and returns what is wrong with its result, or "".
func (s *sweep) pass(m *ir.Op, name string) string {
	p := &passes.Pipeline{Anchor: m.Name()}
	if err := s.tool.Known().AddTo(p, name, "", diag.Span{}); err != nil {
		return refused // the pass needs options
	}
	manager := passes.Manager{Workers: 1, NoVerify: true, Canonical: s.tool.Canonical(), Known: s.tool.Known(), Out: io.Discard}
	err := manager.Run(context.Background(), m, p)
	if crash := (*passes.PassError)(nil); errors.As(err, &crash) && crash.Panic {
		return fmt.Sprintf("crashes: %v\n%s", crash.Err, projectFrames(crash.Stack))
	}
	if err != nil {
		return refused
	}
	if err := ir.Verify(m); err != nil {
		return "invalid result: " + err.Error()
	}
	return ""
}

// projectFrames returns the stack frames of this module, without those of the pass framework.
func projectFrames(stack []byte) string {
	_, inner, _ := bytes.Cut(stack, []byte("panic("))
	var frames []string
	for _, line := range strings.Split(string(inner), "\n") {
		if _, at, ok := strings.Cut(line, "/lathe/"); ok && strings.Contains(at, ".go:") || strings.HasPrefix(line, "\t") && strings.Contains(line, ".go:") && !strings.Contains(line, "/runtime/") {
			frames = append(frames, strings.TrimSpace(line))
		}
		if len(frames) == 4 {
			break
		}
	}
	return strings.Join(frames, "\n")
}

// within calls f and returns the result of f. ok reports whether f returned before the time limit.
func within[T any](limit time.Duration, f func() T) (v T, ok bool) {
	done := make(chan T, 1)
	go func() { done <- f() }()
	select {
	case v = <-done:
		return v, true
	case <-time.After(limit):
		return v, false
	}
}

func programText(m *ir.Op) []byte {
	var b bytes.Buffer
	o := ir.NewPrintOptions()
	o.Generic = true
	asm.Print(&b, m, o)
	return b.Bytes()
}

// sample is a function with some inputs, and with its results for these inputs.
type sample struct {
	name    string
	typ     *ir.FunctionType
	kinds   []int // kinds[i] is the kind of inputs[i]
	inputs  [][]*tensor.Tensor
	results [][]*tensor.Tensor
}

// samples runs the functions of m that the interpreter can run, on each kind of inputs.
func (s *sweep) samples(chunk string, m *ir.Op) []sample {
	var all []sample
	for f := range m.RegionAt(0).Blocks[0].Ops() {
		name, _ := f.SymbolName()
		c, ok := ir.Cast[ir.Callable](f)
		if !ok || c.CallableRegion() == nil || c.CallableRegion().Empty() {
			continue
		}
		one := sample{name: name, typ: c.CallableType()}
		for kind := range random + 1 {
			in, ok := inputsOf(c.CallableType(), kind)
			if !ok {
				break
			}
			out, err := runWithin(100*time.Millisecond, f, in)
			if crash := (*crashError)(nil); errors.As(err, &crash) {
				s.problem(chunk, "the interpreter", fmt.Sprintf("crashes on @%s: %v", name, err))
			}
			if err == nil {
				one.kinds, one.inputs, one.results = append(one.kinds, kind), append(one.inputs, in), append(one.results, out)
			}
		}
		if len(one.inputs) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// crashError is a panic of the interpreter.
type crashError struct {
	value any
	stack string
}

func (e *crashError) Error() string { return fmt.Sprintf("%v\n%s", e.value, e.stack) }

// runWithin interprets f for at most the time limit.
func runWithin(limit time.Duration, f *ir.Op, in []*tensor.Tensor) (out []*tensor.Tensor, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &crashError{r, projectFrames(debug.Stack())}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	copies := make([]*tensor.Tensor, len(in))
	for i, t := range in {
		copies[i] = t.Clone()
	}
	return interp.Run(ctx, f, copies)
}

// The kinds of inputs: zeros, ones, edge values, random values.
const (
	edges  = 2
	random = 3
)

// inputsOf makes inputs of a kind. It returns false if a type is not supported or too large.
func inputsOf(t *ir.FunctionType, kind int) (in []*tensor.Tensor, ok bool) {
	r := rand.New(rand.NewPCG(1, uint64(kind)))
	ints := []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 2, 127, -128}
	floats := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e-310, 0.5, 3e38}
	for _, p := range t.Inputs {
		shape, ranked := p.Shape()
		if p.Kind() == 0 || !ranked && p.Elem() != p || ir.IsType[*ir.MemRefType](p) {
			return nil, false
		}
		dims, count := make([]int64, len(shape)), int64(1)
		for i, n := range shape {
			if dims[i] = n; n == ir.Dynamic {
				dims[i] = 3
			}
			count *= dims[i]
		}
		if count > 1<<14 {
			return nil, false
		}
		x := tensor.New(p.Kind(), dims...)
		for i := range int(count) {
			switch isFloat := p.Elem().IsFloat(); {
			case kind < 2 && isFloat:
				x.SetFloat(i, float64(kind))
			case kind < 2 || p.Elem().IsIndex():
				x.SetInt(i, int64(kind))
			case kind == edges && isFloat:
				x.SetFloat(i, floats[r.IntN(len(floats))])
			case kind == edges:
				x.SetInt(i, ints[r.IntN(len(ints))])
			case isFloat:
				x.SetFloat(i, r.NormFloat64())
			default:
				x.SetInt(i, r.Int64N(256)-128)
			}
		}
		in = append(in, x)
	}
	return in, true
}

// rounding has the allowed relative error for passes that change the precision. For edge values the
// results are not compared, since the less precise type may not have these values.
var rounding = map[string]float64{"cluster-precision": 1.0 / 256}

// compare describes the first input for which the function in m fails or has another result. It
// returns "" if there is none, or if the function was erased, has another type, or cannot run.
func (s *sweep) compare(m *ir.Op, f sample, tolerance float64) string {
	op := ir.NewSymbols(m).Lookup(f.name)
	if op == nil {
		return ""
	}
	if c, ok := ir.Cast[ir.Callable](op); !ok || !slices.Equal(c.CallableType().Inputs, f.typ.Inputs) || !slices.Equal(c.CallableType().Results, f.typ.Results) {
		return ""
	}
	for i, in := range f.inputs {
		if tolerance > 0 && f.kinds[i] == edges {
			continue
		}
		got, err := runWithin(10*time.Second, op, in)
		if unsupported := (*interp.UnsupportedError)(nil); errors.As(err, &unsupported) {
			return ""
		}
		s.compared++
		if err != nil {
			return fmt.Sprintf("for inputs #%d: %v", i, err)
		}
		for k, want := range f.results[i] {
			if !sameValues(got[k], want) && !(tolerance > 0 && near(got[k], want, tolerance)) {
				return fmt.Sprintf("for inputs #%d, result #%s is %v instead of %v", i, strconv.Itoa(k), got[k], want)
			}
		}
	}
	return ""
}

// near reports whether the elements of a and b differ by at most the relative error tolerance.
func near(a, b *tensor.Tensor, tolerance float64) bool {
	if a.Kind != b.Kind || a.NumElements() != b.NumElements() {
		return false
	}
	for i := range a.NumElements() {
		if x, y := a.Float(i), b.Float(i); !(math.Abs(x-y) <= tolerance*math.Abs(y)) {
			return false
		}
	}
	return true
}

func TestSameValues(t *testing.T) {
	one := func(k tensor.Kind, lo, hi uint64) *tensor.Tensor {
		x := tensor.New(k, 1)
		x.SetBits128(0, lo, hi)
		return x
	}
	const nan, otherNaN = 0x7fc00000, 0x7fc00001
	for _, c := range []struct {
		name string
		a, b *tensor.Tensor
		want bool
	}{
		{"equal integers", one(tensor.I64, 5, 0), one(tensor.I64, 5, 0), true},
		{"i64 above 2^53", one(tensor.I64, 1<<53, 0), one(tensor.I64, 1<<53+1, 0), false},
		{"ui64 above 2^53", one(tensor.U64, 1<<63, 0), one(tensor.U64, 1<<63+1, 0), false},
		{"equal bytes of different kinds", one(tensor.I32, 5, 0), one(tensor.U32, 5, 0), false},
		{"f128 that differ in the last bit", one(tensor.F128, 0, 0x3fff<<48), one(tensor.F128, 1, 0x3fff<<48), false},
		{"zeros with different signs", one(tensor.F32, 0, 0), one(tensor.F32, 1<<31, 0), false},
		{"different NaNs", one(tensor.F32, nan, 0), one(tensor.F32, otherNaN, 0), true},
		{"a NaN and a number", one(tensor.F32, nan, 0), one(tensor.F32, 0, 0), false},
		{"imaginary parts", one(tensor.C64, 1<<32, 0), one(tensor.C64, 2<<32, 0), false},
		{"different NaNs as real parts", one(tensor.C64, 1<<32|nan, 0), one(tensor.C64, 1<<32|otherNaN, 0), true},
		{"imaginary parts after different NaNs", one(tensor.C64, 1<<32|nan, 0), one(tensor.C64, 2<<32|otherNaN, 0), false},
	} {
		if got := sameValues(c.a, c.b); got != c.want {
			t.Errorf("%s: got %v, expected %v", c.name, got, c.want)
		}
	}
}

// sameValues compares types and elements. NaNs are equal, and 0 differs from -0.
func sameValues(a, b *tensor.Tensor) bool {
	if a.Kind != b.Kind || a.NumElements() != b.NumElements() {
		return false
	}
	for i := range a.NumElements() {
		lo, hi := a.Bits128(i)
		if lo2, hi2 := b.Bits128(i); lo == lo2 && hi == hi2 {
			continue
		}
		x, y := a.Complex(i), b.Complex(i)
		re, im := sameNaN(real(x), real(y)), sameNaN(imag(x), imag(y))
		if !(re || im) || !re && !sameBits(real(x), real(y)) || !im && !sameBits(imag(x), imag(y)) {
			return false
		}
	}
	return true
}

func sameNaN(x, y float64) bool { return math.IsNaN(x) && math.IsNaN(y) }

func sameBits(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }
