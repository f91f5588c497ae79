package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/conformance"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// adder is a backend without optional interfaces that supports only sums and products.
type adder struct{ *backends.Core }

func adderFactory() backends.Factory {
	return backends.Factory{Name: "adder", Doc: "sums and products", Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "adder", Doc: "sums and products", Version: "1"}, adder{},
			property.Property{Key: "tiles", Doc: "how many tiles compute", Default: 8, Least: 1, Most: 8, Access: property.ReadWrite})
		return adder{core}, err
	}}
}

func refusal(op *ir.Op) string {
	switch op.View().(type) {
	case stablehlo.Add, stablehlo.Multiply, fn.Return:
		return ""
	}
	return fmt.Sprintf("there are no circuits for '%s'", op.Name())
}

func (adder) Query(ctx context.Context, f fn.Func) ([]irplace.Answer, error) {
	if err := backends.CheckQuery(ctx, f); err != nil {
		return nil, err
	}
	var as []irplace.Answer
	for op := range f.Entry().Ops() {
		if !op.Terminator() {
			why := refusal(op)
			as = append(as, irplace.Answer{Op: op, Supported: why == "", Reason: why})
		}
	}
	return as, ctx.Err()
}

func (b adder) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	if err := backends.CheckCompile(ctx, m); err != nil {
		return nil, err
	}
	s, err := b.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	m, _ = ir.As[ir.Module](ir.CloneModule(m.Op))
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	for op := range f.Entry().Ops() {
		if why := refusal(op); why != "" {
			return nil, ir.ErrorAt(op, "%s", why)
		}
	}
	return host.NewFunction(f, s, func(ctx context.Context, inputs []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return interp.Run(ctx, f.Op, inputs)
	})
}

// TestFewOperations checks that the suite accepts a backend that supports only the required
// operations, sums and products.
func TestFewOperations(t *testing.T) {
	conformance.Run(t, conformance.Subject{Factory: adderFactory(), Registry: tool(t).Registry()})
}

// nothing is a backend that compiles no program.
type nothing struct{ adder }

func (nothing) Compile(context.Context, ir.Module, backends.CompileOptions) (backends.Program, error) {
	return nil, errors.New("there are no circuits for 'stablehlo.add'")
}

func nothingFactory() backends.Factory {
	f := adderFactory()
	open := f.Open
	f.Open = func(cfg backends.Config) (backends.Backend, error) {
		b, err := open(cfg)
		return nothing{b.(adder)}, err
	}
	return f
}

// TestSkip checks that Run skips all checks if Subject.Skip returns a reason.
func TestSkip(t *testing.T) {
	skipped := false
	t.Run("nothing", func(t *testing.T) {
		t.Cleanup(func() { skipped = t.Skipped() })
		conformance.Run(t, conformance.Subject{Factory: nothingFactory(), Registry: tool(t).Registry(), Skip: func(err error) string {
			if strings.Contains(err.Error(), "no circuits") {
				return "this machine has no circuits"
			}
			return ""
		}})
	})
	if !skipped {
		t.Error("Run did not skip the checks")
	}
}

// TestOneRefusal checks that the suite reports only one failure for a backend that cannot compile
// any program. The suite runs in a separate process, because its failure is expected.
func TestOneRefusal(t *testing.T) {
	if os.Getenv("LATHE_CHILD") != "" {
		conformance.Run(t, conformance.Subject{Factory: nothingFactory(), Registry: tool(t).Registry()})
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestOneRefusal$")
	cmd.Env = append(os.Environ(), "LATHE_CHILD=1")
	out, err := cmd.CombinedOutput()
	if err == nil || strings.Count(string(out), "--- FAIL") != 1 || !strings.Contains(string(out), "'adder' says: there are no circuits for 'stablehlo.add'") {
		t.Errorf("%v\n%s", err, out)
	}
}
