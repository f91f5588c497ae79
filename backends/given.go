package backends

import (
	"context"
	"io"

	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// CheckCompile fails if the context or the module is missing.
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
	return diag.Errorf(diag.Span{}, "there is no module to compile: its operation is nil").
		WithHelp("use a module that asm.Parse or ir.NewModule returned")
}

// CheckQuery fails if the context is missing, or if f is nil or has no body.
func CheckQuery(ctx context.Context, f fn.Func) error {
	if ctx == nil {
		return NoContext("a query")
	}
	return irplace.CheckAsked(f)
}

// Write writes an exported program to w: the header h, and the payload that fill encodes. It fails
// if w is nil, if w returns an error, or if [sealed.Make] fails.
func Write(w io.Writer, h sealed.Header, fill func(e *sealed.Encoder) error) error {
	if w == nil {
		return diag.Errorf(diag.Span{}, "an exported program needs a writer, but got nil")
	}
	blob, err := sealed.Make(h, fill)
	if err == nil {
		_, err = w.Write(blob)
	}
	return err
}

// NoContext returns the error of a call without a context. "what" names the call, as in "a run".
func NoContext(what string) error {
	return diag.Errorf(diag.Span{}, "%s needs a context, but got nil", what).WithHelp("pass context.Background()")
}
