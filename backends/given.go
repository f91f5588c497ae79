package backends

import (
	"context"
	"io"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// CheckCompile fails where there is no context to compile in, or no module to compile.
func CheckCompile(ctx context.Context, m ir.Module) error {
	switch {
	case ctx == nil:
		return NoContext("compiling")
	case m.Op == nil:
		return noModule()
	}
	return nil
}

func noModule() error {
	return diag.Errorf(diag.Span{}, "there is no module to compile: it has no operation").
		WithHelp("take one that asm.Parse or ir.NewModule returned")
}

// CheckQuery fails where there is no context to answer in, or no function with a body to ask
// about.
func CheckQuery(ctx context.Context, f fn.Func) error {
	if ctx == nil {
		return NoContext("a query")
	}
	return irplace.CheckAsked(f)
}

// Write is what Export ends with: it fails where there is no w, or that fails.
func Write(w io.Writer, blob []byte) error {
	if w == nil {
		return diag.Errorf(diag.Span{}, "an exported program needs a writer, but got nil")
	}
	_, err := w.Write(blob)
	return err
}

// NoContext returns the error of a call without a context; what names the call.
func NoContext(what string) error {
	return diag.Errorf(diag.Span{}, "%s needs a context, but got nil", what).WithHelp("give context.Background()")
}
