package stablehlo_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/check"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/interpreter"
	"github.com/lathe-ir/lathe/dialects/quant"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// registry returns a registry with the dialects that the recorded programs use.
func registry(t testing.TB) *ir.Registry {
	t.Helper()
	r, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), chlo.Dialect(), sdy.Dialect(), check.Dialect(), quant.Dialect(), interpreter.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func parse(t testing.TB, name string, text []byte) *ir.Op {
	t.Helper()
	op, err := asm.Parse(registry(t), diag.NewSource(name, text), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// mainOf returns @main, or the first function if there is no @main.
func mainOf(module *ir.Op) *ir.Op {
	syms := ir.NewSymbols(module)
	if f := syms.Lookup("main"); f != nil {
		return f
	}
	for _, n := range syms.Names() {
		if ir.Is[fn.Func](syms.Lookup(n)) {
			return syms.Lookup(n)
		}
	}
	return nil
}

type recorded struct {
	Dtype string
	Dims  []int64
	Data  string
}

type recordedCase struct{ Inputs, Outputs []recorded }

func (r recorded) tensor(k tensor.Kind) (*tensor.Tensor, error) {
	raw, err := base64.StdEncoding.DecodeString(r.Data)
	if err != nil {
		return nil, err
	}
	return tensor.Unpack(k, r.Dims, packBools(k, raw))
}

// packBools converts recorded booleans, one byte each, to the format of [tensor.Unpack], one bit
// each. Data of other kinds is returned unchanged.
func packBools(k tensor.Kind, raw []byte) []byte {
	if k != tensor.I1 {
		return raw
	}
	packed := make([]byte, (len(raw)+7)/8)
	for i, b := range raw {
		packed[i/8] |= b << (i % 8)
	}
	return packed
}

// noisy returns the relative and the absolute tolerance for the results of a program. They are
// larger for training steps, because optimizers amplify rounding errors.
func noisy(name string) (rtol, atol float64) {
	switch name {
	case "mlp_bf16_train_step":
		return .1, .1
	case "transformer_2layer_text_train_step":
		return 1e-2, 2e-3
	}
	return 1e-4, 1e-5
}

// TestRecordedPrograms compares the results of the programs in the folder LATHE_RECORDS with
// recorded results. It skips programs with random numbers.
func TestRecordedPrograms(t *testing.T) {
	dir := os.Getenv("LATHE_RECORDS")
	if dir == "" {
		t.Skip("LATHE_RECORDS is not set to a folder of programs with recorded results")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.case.json"))
	sort.Strings(files)
	var total time.Duration
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".case.json")
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			runCase(t, filepath.Join(dir, name), name)
			total += time.Since(start)
		})
	}
	t.Logf("%d programs in %v", len(files), total)
}

func runCase(t *testing.T, path, name string) {
	text, err := os.ReadFile(path + ".mlir")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "rng") {
		t.Skip("draws random numbers")
	}
	var c recordedCase
	raw, err := os.ReadFile(path + ".case.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		t.Fatal(err)
	}
	f := mainOf(parse(t, path+".mlir", text))
	ft := fn.Func{Ref: ir.Ref{Op: f}}.FunctionType()
	ins := make([]*tensor.Tensor, len(c.Inputs))
	for i, r := range c.Inputs {
		if ins[i], err = r.tensor(ft.Inputs[i].Kind()); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	outs, err := interp.Run(t.Context(), f, ins)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("ran in %v", time.Since(start))
	rtol, atol := noisy(name)
	for i, r := range c.Outputs {
		want, err := r.tensor(outs[i].Kind)
		if err != nil {
			t.Fatal(err)
		}
		if err := differ(outs[i], want, rtol, atol); err != nil {
			t.Errorf("result %d: %v", i, err)
		}
	}
}

func differ(got, want *tensor.Tensor, rtol, atol float64) error {
	if got.Kind == tensor.BF16 {
		rtol, atol = max(rtol, 3e-2), max(atol, 1e-2)
	}
	scale := 1.0
	exact := got.Kind.IsInt()
	if !exact {
		for i := range want.NumElements() {
			if v := math.Abs(real(want.Complex(i))); !math.IsInf(v, 0) && v > scale {
				scale = v
			}
		}
	}
	for i := range want.NumElements() {
		x, y := want.Complex(i), got.Complex(i)
		for _, p := range [2][2]float64{{real(x), real(y)}, {imag(x), imag(y)}} {
			switch {
			case p[0] == p[1] || p[0] != p[0] && p[1] != p[1]:
			case exact || !(math.Abs(p[0]-p[1]) <= atol*scale+rtol*math.Abs(p[0])):
				return fmt.Errorf("element %d is %v, expected %v", i, p[1], p[0])
			}
		}
	}
	return nil
}
