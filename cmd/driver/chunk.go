package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/passes"
)

// chunks processes the parts of the input in order. It continues after a failure, and returns the
// status of the first failure.
func (r *optRun) chunks(name string, text []byte) int {
	defer r.reportUnmet()
	if r.o.split == "" {
		return r.chunk(diag.NewSource(name, text))
	}
	sources, warnings := splitInput(name, text, r.o.split)
	for _, w := range warnings {
		r.render(w)
	}
	marker := defaultMarker
	if r.o.hasOut {
		marker = r.o.outMarker
	}
	status := exitOK
	for i, src := range sources {
		if i > 0 {
			fmt.Fprintln(r.out, marker)
		}
		if s := r.chunk(src); status == exitOK {
			status = s
		}
	}
	return status
}

// reportUnmet prints the expected diagnostics that did not occur, those without a location last.
func (r *optRun) reportUnmet() {
	for _, placed := range []bool{true, false} {
		for _, d := range r.unmet {
			if d.Span.IsValid() == placed {
				r.render(d)
			}
		}
	}
}

// chunk parses, transforms and prints one part. With --verify-diagnostics, the part fails if its
// diagnostics do not match the expected diagnostics. It also fails for an error that is not about
// the program, such as a file that cannot be written. As in mlir-opt, notes that show an operation
// or a call stack are ignored.
func (r *optRun) chunk(src *diag.Source) int {
	var said []*diag.Diagnostic
	say := func(d *diag.Diagnostic) {
		if r.o.verifyDiags == "" {
			r.render(d)
			return
		}
		said = append(said, without(d, func(n *diag.Diagnostic) bool { return showsOp(n) || n.Message == diag.CalledFrom }))
	}
	reports := r.reports
	status := r.process(src, say)
	if r.o.verifyDiags == "" {
		return status
	}
	unexpected, unmet := diag.Verify(src, said, r.o.verifyDiags == "only-expected")
	for _, d := range unexpected {
		r.render(d)
	}
	r.unmet = append(r.unmet, unmet...)
	if len(unexpected)+len(unmet) > 0 || r.reports > reports {
		return exitFailed
	}
	return exitOK
}

func (r *optRun) process(src *diag.Source, say func(*diag.Diagnostic)) int {
	var names *asm.Names
	if r.pipeline.Names() {
		names = asm.NewNames(nil)
	}
	op, status := r.parse(src, names, say)
	if op == nil {
		return status
	}
	if r.o.verifyRoundtrip {
		if d := r.roundTrip(op); d != nil {
			say(d)
			return exitFailed
		}
	}
	p := r.pipeline
	if !r.o.hasPipeline && p.Anchor != op.Name() {
		// Without an anchor, passes run on the top-level operation.
		p = &passes.Pipeline{Anchor: op.Name(), Steps: p.Steps}
	}
	if r.o.runReproducer {
		q, err := r.reproduced(src)
		if err != nil {
			for _, d := range diag.All(err) {
				say(d)
			}
			return exitUsage
		}
		p = q
	}
	if status := r.passes(asm.WithNames(r.ctx, names), op, p, say); status != exitOK {
		return status
	}
	defer r.timer.Phase("Output")()
	o := r.o.print
	if r.o.noVerifyParse && ir.VerifyEach(op, r.each()) != nil {
		o.Generic = true // printing a custom form requires a verified operation
	}
	if err := asm.PrintEach(r.out, op, o, r.each()); err != nil {
		r.report(err)
		return exitFailed
	}
	r.out.WriteByte('\n')
	return exitOK
}

// parse parses and verifies a program. If names is not nil, the names of the values are added to
// it.
func (r *optRun) parse(src *diag.Source, names *asm.Names, say func(*diag.Diagnostic)) (*ir.Op, int) {
	defer r.timer.Phase("Parser")()
	o := asm.Options{AllowUnregistered: r.o.allowUnreg, NoImplicitModule: r.o.noImplicit, SkipVerify: true, MaxParts: r.o.aliasParts, VerifyRest: !r.o.noVerifyParse, Each: r.each()}
	if names != nil {
		o.Names = func(name string, v *ir.Value, count int) { names.Give(v, name, count) }
	}
	if r.o.verifyDiags != "" {
		o.MaxErrors = math.MaxInt // there may be many expected errors
	}
	op, err := asm.Parse(r.t.reg, src, o)
	status := exitParse
	if err == nil && !r.o.noVerifyParse {
		err, status = ir.VerifyEach(op, r.each()), exitVerify
	}
	if err == nil {
		return op, exitOK
	}
	ds := diag.All(err)
	if r.o.verifyDiags != "" && status == exitVerify {
		ds = furtherBehind(ir.VerifyFirst(op), ds)
	}
	for _, d := range ds {
		say(d)
	}
	return nil, status
}

// furtherBehind appends to the list "first" the errors that are only in the list "all". It marks
// the appended errors as Further, because mlir-opt does not report them.
func furtherBehind(first, all diag.List) diag.List {
	out := slices.Clone(first)
	for _, d := range all {
		if !slices.ContainsFunc(first, func(f *diag.Diagnostic) bool { return f.Error() == d.Error() }) {
			d.Further = true
			out = append(out, d)
		}
	}
	return out
}

// passes runs the pipeline. With --mlir-generate-reproducer it first writes the reproducer.
func (r *optRun) passes(ctx context.Context, op *ir.Op, p *passes.Pipeline, say func(*diag.Diagnostic)) int {
	if r.o.makeReproducer != "" {
		if err := r.writeReproducer(op, p); err != nil {
			r.report(err)
			return exitFailed
		}
	}
	if len(p.Steps) == 0 && p.Anchor == op.Name() {
		return exitOK
	}
	m := *r.manager
	m.Report = func(d *diag.Diagnostic) { say(placed(d, op)) }
	err := m.Run(ctx, op, p)
	if err == nil {
		return exitOK
	}
	var pe *passes.PassError
	if errors.As(err, &pe); pe == nil || !pe.Said {
		for _, d := range diag.All(err) {
			say(placed(d, op))
		}
	}
	if pe != nil && pe.Panic {
		r.stderr.Write(pe.Stack)
		return exitInternal
	}
	var own interface{ ExitStatus() int }
	if errors.As(err, &own) {
		return own.ExitStatus()
	}
	return exitPass
}

// placed returns d, or a copy of d with the location of op if d has no location.
func placed(d *diag.Diagnostic, op *ir.Op) *diag.Diagnostic {
	if d.Span.IsValid() || d.Place != "" {
		return d
	}
	at, c := ir.ErrorAt(op, "%s", d.Message), *d
	c.Span, c.Place = at.Span, at.Place
	return &c
}

// roundTrip prints op, parses the text, and prints it again. It returns an error if the text does
// not parse or if the two texts differ.
func (r *optRun) roundTrip(op *ir.Op) *diag.Diagnostic {
	forms := []bool{false, true}
	if r.o.noVerifyParse && ir.VerifyEach(op, r.each()) != nil {
		forms = forms[1:] // an invalid program is printed only in generic form
	}
	for _, generic := range forms {
		o := ir.NewPrintOptions()
		o.Generic, o.DebugInfo = generic, true
		text := func(op *ir.Op) []byte {
			var b bytes.Buffer
			asm.Print(&b, op, o)
			return b.Bytes()
		}
		first := text(op)
		again, err := asm.Parse(r.t.reg, diag.NewSource("<roundtrip>", first), asm.Options{AllowUnregistered: true, NoImplicitModule: true, SkipVerify: r.o.noVerifyParse})
		if err != nil {
			d := ir.ErrorAt(op, "failed the round trip: the printed program cannot be parsed: %v", err)
			return d
		}
		if second := text(again); !bytes.Equal(first, second) {
			return ir.ErrorAt(op, "failed the round trip: printing the parsed program gives another text: %s", firstDifference(first, second))
		}
	}
	return nil
}

func firstDifference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range x {
		if i >= len(y) || !bytes.Equal(x[i], y[i]) {
			now := "missing"
			if i < len(y) {
				now = strconv.Quote(string(y[i]))
			}
			return fmt.Sprintf("line %d was %q, and is now %s", i+1, x[i], now)
		}
	}
	return "it has additional lines"
}

// reproduced returns the pipeline in the section mlir_reproducer of the file.
func (r *optRun) reproduced(src *diag.Source) (*passes.Pipeline, error) {
	i := bytes.LastIndex(src.Text, []byte("mlir_reproducer"))
	if i < 0 {
		return nil, diag.Errorf(diag.Span{Src: src}, "the input has no section mlir_reproducer, which --run-reproducer needs")
	}
	m := regexp.MustCompile(`pipeline:\s*("(?:[^"\\]|\\.)*")`).FindSubmatch(src.Text[i:])
	if m == nil {
		return nil, diag.Errorf(diag.Span{Src: src, Start: i, End: i}, "section mlir_reproducer has no pipeline")
	}
	text, err := asm.Unquote(string(m[1]))
	if err != nil {
		return nil, diag.Errorf(diag.Span{Src: src, Start: i, End: i}, "the pipeline of section mlir_reproducer is not a string: %v", err)
	}
	return passes.ParseAnchored(text, r.t.known)
}

func (r *optRun) writeReproducer(op *ir.Op, p *passes.Pipeline) error {
	var b bytes.Buffer
	asm.Print(&b, op, ir.NewPrintOptions())
	text := passes.ReproducerText(b.Bytes(), p, r.manager)
	file := pathIn(r.ctx, r.o.makeReproducer)
	if r.reproducers++; r.reproducers == 1 {
		return outfile.Write(file, text)
	}
	// If the input is split, the reproducers of further parts are appended to the file.
	text = append([]byte(defaultMarker+"\n"), text...)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// trim returns d without the notes that the flags suppress.
func (r *optRun) trim(d *diag.Diagnostic) *diag.Diagnostic {
	switch {
	case r.o.noNotes && len(d.Notes) > 0:
		c := *d
		c.Notes = nil
		return &c
	case !r.o.opOnDiagnostic:
		return without(d, showsOp)
	}
	return d
}

func showsOp(note *diag.Diagnostic) bool {
	return strings.HasPrefix(note.Message, diag.CurrentOperation)
}

// without returns d without the notes n for which note(n) is true.
func without(d *diag.Diagnostic, note func(*diag.Diagnostic) bool) *diag.Diagnostic {
	c := *d
	c.Notes = slices.DeleteFunc(slices.Clone(d.Notes), note)
	return &c
}
