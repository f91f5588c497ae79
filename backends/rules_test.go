package backends_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// adder is a program with named inputs and outputs. The output named sum is x + acc. The input acc
// is a variable whose next value is this sum.
type adder struct{}

func (adder) Inputs() []ir.Type     { return []ir.Type{ir.Tensor(ir.F32(), 2), ir.Tensor(ir.F32(), 2)} }
func (adder) Outputs() []ir.Type    { return []ir.Type{ir.Tensor(ir.F32(), 2), ir.Tensor(ir.F32(), 2)} }
func (adder) InputNames() []string  { return []string{"x", "acc"} }
func (adder) OutputNames() []string { return []string{"sum", "next"} }
func (adder) Close() error          { return nil }
func (adder) States() []backends.State {
	return []backends.State{{Name: "acc", Input: 1, Output: 1, Initial: tensor.New(tensor.F32, 2)}}
}

func (adder) Run(_ context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	sum := tensor.New(tensor.F32, 2)
	for i := range 2 {
		sum.SetFloat(i, in[0].Float(i)+in[1].Float(i))
	}
	return []*tensor.Tensor{sum, sum.Clone()}, nil
}

func (a adder) RunInto(ctx context.Context, in, out []*tensor.Tensor) error {
	made, err := a.Run(ctx, in)
	for i := range made {
		copy(out[i].Data, made[i].Data)
	}
	return err
}

// TestRequestPorts sets inputs and outputs by index and by name. An index must be in range, and
// variables cannot be set. A run writes its result to the tensor that the caller set as output.
func TestRequestPorts(t *testing.T) {
	r := request.New(adder{})
	x := tensor.FromSlice([]int64{2}, []float32{1, 2})
	for i, want := range map[int]string{-1: "there is no input #-1: the function has 2", 0: "", 1: "input #1 is the variable 'acc'", 2: "there is no input #2: the function has 2"} {
		if err := r.SetInput(i, x); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("SetInput(%d) returned %v, want %q", i, err, want)
		}
	}
	if v, err := r.Tensor("acc"); err != nil || v.Float(1) != 0 {
		t.Errorf("before the first run, Tensor(acc) returned %v, %v", v, err)
	}
	given := tensor.New(tensor.F32, 2)
	for i, want := range map[int]string{-1: "there is no output #-1: the function has 2", 0: "", 1: "output #1 is the variable 'acc'", 2: "there is no output #2: the function has 2"} {
		if err := r.SetOutput(i, given); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("SetOutput(%d) returned %v, want %q", i, err, want)
		}
	}
	for range 2 {
		if err := r.Do(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := given.Float(0), given.Float(1); a != 2 || b != 4 {
		t.Errorf("the elements of the output are %v and %v after two runs, want 2 and 4", a, b)
	}
	for name, want := range map[string]float64{"x": 2, "acc": 4, "sum": 4, "next": 4} {
		if v, err := r.Tensor(name); err != nil || v.Float(1) != want {
			t.Errorf("Tensor(%s) returned %v, %v, want %v as element 1", name, v, err, want)
		}
	}
	for name, want := range map[string]string{"x": "", "sum": "", "zork": "there is no input or output called 'zork'; have x, acc, sum, next", "acc": "input #1 is the variable"} {
		if err := r.SetTensor(name, x.Clone()); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("SetTensor(%s) returned %v, want %q", name, err, want)
		}
	}
}

// TestPropertyBounds checks that an integer property can be set to its minimum and to its maximum.
// It also checks that an import may repeat, but not change, the values with which a program was
// compiled.
func TestPropertyBounds(t *testing.T) {
	p, err := property.New("d", []property.Property{
		{Key: "gain", Doc: "a factor", Default: 1, Least: 1, Most: 4, Access: property.ReadWrite, Compiles: true},
		{Key: "speed", Doc: "how fast", Default: 1, Access: property.ReadWrite},
	})
	if err != nil {
		t.Fatal(err)
	}
	for v, ok := range map[int]bool{0: false, 1: true, 4: true, 5: false} {
		if err := p.Set("gain", v); (err == nil) != ok {
			t.Errorf("setting gain to %d returned %v", v, err)
		}
	}
	for _, c := range []struct {
		own map[string]any
		ok  bool
	}{{map[string]any{"gain": 2}, true}, {map[string]any{"gain": 3}, false}, {map[string]any{"speed": 7}, true}} {
		got, err := p.Imported([]string{"gain=2"}, []string{"speed=3"}, c.own)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, backends.ErrBadValue) {
			t.Errorf("with own = %v, Imported returned %v and the error %v", c.own, got, err)
		}
	}
}

// TestNesting checks that the limit for the nesting of a device file is 16 levels.
func TestNesting(t *testing.T) {
	for depth, deep := range map[int]bool{15: false, 16: false, 17: true} {
		name := filepath.Join(t.TempDir(), "nested.yaml")
		if err := os.WriteFile(name, []byte(strings.Repeat("[", depth)+strings.Repeat("]", depth)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := device.Parse([]string{name}); err == nil || strings.Contains(err.Error(), "must nest at most 16 levels deep") != deep {
			t.Errorf("a file with %d levels gives the error %v", depth, err)
		}
	}
}
