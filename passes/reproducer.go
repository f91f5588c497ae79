package passes

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// Reproducer writes a file that reproduces a failure: the program before the pipeline, and the
// pipeline. A nil Reproducer writes nothing.
type Reproducer struct {
	File string
	// Local writes only the failing pass and the program before that pass.
	Local bool
}

// reproduction is a copy of the program, kept in case the pipeline fails.
type reproduction struct {
	file     string
	local    bool
	reg      *ir.Registry
	text     []byte
	pipeline *Pipeline
}

func (r *Reproducer) begin(m *Manager, root *ir.Op, p *Pipeline) *reproduction {
	if r == nil {
		return nil
	}
	return &reproduction{file: r.File, local: r.Local, reg: root.Registry(), text: m.programText(root), pipeline: p}
}

// programText prints root. A program that the manager does not verify may be invalid; then it is
// printed in generic form, since custom forms rely on what the verifier checks.
func (m *Manager) programText(root *ir.Op) []byte {
	o := ir.NewPrintOptions()
	o.Generic = (m.Unverified || m.NoVerify) && ir.Verify(root) != nil
	var b bytes.Buffer
	asm.Print(&b, root, o)
	return b.Bytes()
}

// write writes the file and appends MLIR's note about it to err. It does nothing if ctx is done,
// since the pipeline did not fail then.
func (r *reproduction) write(ctx context.Context, m *Manager, err error) error {
	if r == nil || ctx.Err() != nil {
		return err
	}
	if r.local {
		r.narrow(ctx, m)
	}
	d := &diag.Diagnostic{}
	var p *PassError
	if errors.As(err, &p) {
		d = ir.ErrorAt(p.op, "")
	}
	d.Message = "Failures have been detected while processing an MLIR pass pipeline"
	if werr := outfile.Write(r.file, ReproducerText(r.text, r.pipeline, m)); werr != nil {
		d.Note(diag.Span{}, "the reproducer could not be written: %v", werr)
		return errors.Join(err, d)
	}
	where := ""
	if p != nil {
		name := p.Pass
		r.pipeline.flatten(func(s *Step) {
			if s.Pass.Name == p.Pass {
				name = s.Pass.Title
			}
		})
		where = fmt.Sprintf("`%s` on %s", name, p.On)
	}
	if !r.local {
		where = "[" + where + "]"
	}
	d.Note(diag.Span{}, "Pipeline failed while executing %s: reproducer generated at `%s`", where, r.file)
	return errors.Join(err, d)
}

// narrow runs the pipeline again, one pass at a time, and keeps the program before the pass that
// fails. If no pass fails, or ctx ends, narrow changes nothing.
func (r *reproduction) narrow(ctx context.Context, m *Manager) {
	again := *m // with all restrictions of m
	again.Log, again.Report, again.Out, again.Print = nil, nil, io.Discard, Printing{}
	again.Timing, again.Stats, again.Counters, again.Reproducer = nil, nil, nil, nil
	text := r.text
	for _, p := range r.pipeline.single() {
		op, err := asm.Parse(r.reg, diag.NewSource(r.file, text), asm.Options{AllowUnregistered: true, NoImplicitModule: true, SkipVerify: m.Unverified || m.NoVerify})
		if err != nil {
			return
		}
		if again.Run(ctx, op, p) != nil {
			if ctx.Err() == nil {
				r.text, r.pipeline = text, p
			}
			return
		}
		text = m.programText(op)
	}
}

// single returns a pipeline for each pass of p, nested as the pass is in p.
func (p *Pipeline) single() (ps []*Pipeline) {
	for _, s := range p.Steps {
		if s.Nested == nil {
			ps = append(ps, &Pipeline{Anchor: p.Anchor, Steps: []Step{s}})
			continue
		}
		for _, n := range s.Nested.single() {
			ps = append(ps, &Pipeline{Anchor: p.Anchor, Steps: []Step{{Nested: n}}})
		}
	}
	return ps
}

// ReproducerText returns a program followed by the section that --run-reproducer reads.
func ReproducerText(program []byte, p *Pipeline, m *Manager) []byte {
	var b bytes.Buffer
	b.Write(bytes.TrimRight(program, "\n"))
	fmt.Fprintf(&b, "\n\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: %s,\n      disable_threading: %t,\n      verify_each: %t\n    }\n  }\n#-}\n",
		ir.NewString(p.String()), m.Workers == 1, !m.NoVerify)
	return b.Bytes()
}
