package kernels_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/fn"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	tensordialect "github.com/lathe-ir/lathe/dialects/tensor"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/buffers"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/fusion"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

func parse(t testing.TB, name, text string) fn.Func {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect(), scf.Dialect(), mathdialect.Dialect(),
		memref.Dialect(), tensordialect.Dialect(), stablehlo.Dialect(), chlo.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource(name, []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	f, _ := ir.As[fn.Func](m.Body().First())
	return f
}

func programs(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../testdata/lowering/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("found no programs; the error is %v", err)
	}
	return files
}

func read(t testing.TB, file string) fn.Func {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, file, string(text))
}

func stage(t testing.TB, f fn.Func, ps ...passes.Pass) ir.Module {
	t.Helper()
	m, _ := ir.As[ir.Module](ir.CloneModule(f.Op.Parent()))
	if err := passes.Apply(context.Background(), m.Op, ps...); err != nil {
		t.Fatalf("%v\n%s", err, m.Op)
	}
	return m
}

func lower(t testing.TB, f fn.Func, fuse bool, lanes int) ir.Module {
	t.Helper()
	var o pipeline.Options
	if !fuse {
		o.Disable = []string{fusion.Name, tiles.Name, pack.Name}
	}
	// For a target without caches, every operand that can be packed is packed.
	machine := fmt.Sprintf("portable+vector=%d+l1=0+l2=0", 8*lanes)
	m := stage(t, f, pipeline.Passes(pipeline.Target{Machine: machine}, o)...)
	if err := kernelverify.Module(t.Context(), m); err != nil {
		t.Fatalf("%v\n%s", err, m.Op)
	}
	return m
}

func run(t testing.TB, m ir.Module, in []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	b, err := vm.Factory().Open(backends.Config{Device: "vm", Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.Compile(context.Background(), m, backends.CompileOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, m.Op)
	}
	defer p.Close()
	stored := make([]*tensor.Tensor, len(in))
	for i, v := range in {
		c := *v // the same bits, with the element type of the program's input
		c.Kind = p.Inputs()[i].Kind()
		stored[i] = &c
	}
	out, err := p.Run(context.Background(), stored)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func inputs(f fn.Func, seed uint64) []*tensor.Tensor {
	var in []*tensor.Tensor
	for i, t := range f.FunctionType().Inputs {
		shape, _ := t.Shape()
		in = append(in, tensor.Random(t.Kind(), shape, seed, uint64(i)))
	}
	return in
}

// TestPrograms runs every program, fused and not fused, with several numbers of lanes. The results
// must be near the reference, and fusion must not change a bit.
func TestPrograms(t *testing.T) {
	for _, file := range programs(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			f := read(t, file)
			in := inputs(f, 1)
			want, err := interp.Run(context.Background(), f.Op, in)
			if err != nil {
				t.Fatal(err)
			}
			for _, lanes := range []int{1, 4, 16, 64} {
				plain := run(t, lower(t, f, false, lanes), in)
				fused := run(t, lower(t, f, true, lanes), in)
				for i := range want {
					near(t, i, fused[i], want[i], 2e-5)
					if !bytes.Equal(plain[i].Data, fused[i].Data) {
						t.Errorf("lanes %d: fusion changes the bits of result %d", lanes, i)
					}
				}
			}
		})
	}
}

// near checks that got is equal to want up to a tolerance, which is relative to the largest
// element.
func near(t testing.TB, i int, got, want *tensor.Tensor, tolerance float64) {
	t.Helper()
	switch want.Kind {
	case tensor.F16:
		tolerance = max(tolerance, 2e-3)
	case tensor.BF16:
		tolerance = max(tolerance, 2e-2)
	}
	scale := 1.0
	for j := range want.NumElements() {
		if v := math.Abs(want.Float(j)); !math.IsInf(v, 0) && !math.IsNaN(v) {
			scale = max(scale, v)
		}
	}
	for j := range want.NumElements() {
		if got.Bits(j) == want.Bits(j) {
			continue
		}
		x, y := got.Float(j), want.Float(j)
		if math.IsNaN(x) && math.IsNaN(y) {
			continue
		}
		if !want.Kind.IsFloat() || !(math.Abs(x-y) <= tolerance*scale) {
			t.Fatalf("result %d[%d] is %v, expected %v", i, j, x, y)
		}
	}
}

// TestStages checks that mlir-opt accepts the text of the module after four stages.
func TestStages(t *testing.T) {
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		t.Skip("mlir-opt-22 is not installed")
	}
	for _, file := range programs(t) {
		f := read(t, file)
		for name, m := range map[string]ir.Module{
			"linalg": stage(t, f, linalg.Pass()), "fusion": stage(t, f, linalg.Pass(), fusion.Pass()),
			"buffers": stage(t, f, linalg.Pass(), fusion.Pass(), buffers.Pass()), "kernels": lower(t, f, true, 8),
		} {
			cmd := exec.Command(tool)
			cmd.Stdin = strings.NewReader(m.Op.String())
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s, %s: %v\n%.600s", filepath.Base(file), name, err, out)
			}
		}
	}
}

func TestDeterminism(t *testing.T) {
	for _, file := range programs(t) {
		a, b := lower(t, read(t, file), true, 16), lower(t, read(t, file), true, 16)
		if a.Op.String() != b.Op.String() {
			t.Errorf("%s: lowering the program twice gives different texts", file)
		}
	}
}
