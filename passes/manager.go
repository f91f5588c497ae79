package passes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// Manager runs pipelines. Around each pass, it can verify and print the program, and measure times.
// The zero Manager is ready to use. Its fields must not change during a run.
type Manager struct {
	// Workers is the largest number of operations, such as functions, that are processed
	// concurrently; 0 means the number of processors. Results do not depend on Workers.
	Workers int
	// NoVerify leaves out verification after each pass.
	NoVerify bool
	// Unverified says that the program has not been verified yet. The manager then verifies the
	// program even after a pass that changed nothing, unless NoVerify is set. An invalid program is
	// printed in generic form.
	Unverified bool
	// Log records decisions; may be nil.
	Log *decision.Log
	// Veto, if set, receives the name of a pass and the id of an operation. If Veto returns true,
	// the pass must not change the operation. Passes that change single operations call Run.Allows,
	// which queries Veto.
	Veto func(pass string, op uint32) bool
	// Canonical has the canonicalization patterns of all dialects.
	Canonical *rewrite.Set
	// Known finds passes by name, for passes that run other passes; may be nil.
	Known *Known
	// Report receives warnings and remarks, in order; nil drops them.
	Report func(*diag.Diagnostic)
	// Out receives the output of passes; nil is the standard error.
	Out io.Writer
	// Print says which states of the program to print.
	Print Printing
	// Timing, if set, collects times.
	Timing *Timer
	// Stats, if set, collects statistics.
	Stats *Stats
	// Counters, if set, count passes and skip some of them.
	Counters *Counters
	// LocalFiles prevents passes from writing files outside the current folder. It is for pipelines
	// from an input file, whose author may not be the user.
	LocalFiles bool
	// Reproducer, if set, writes a reproducer when a pass fails or panics.
	Reproducer *Reproducer
}

// PassError says which pass failed on which operation. It wraps the diagnostics.
type PassError struct {
	Pass string
	On   string // "'func.func' operation: @f"
	Err  error
	// Panic is set if the pass panicked, which is a bug in Lathe.
	Panic bool
	Stack []byte // the stack of the panic
	// Said is set if the diagnostics in Err were already reported. If the IR is printed after a
	// failed pass, the diagnostics are reported before the IR.
	Said bool

	op *ir.Op // the operation on which the pass failed
}

func (e *PassError) Error() string {
	return fmt.Sprintf("pass %s on %s: %v", e.Pass, e.On, e.Err)
}

// Unwrap returns the diagnostics.
func (e *PassError) Unwrap() error { return e.Err }

// Apply runs passes on op in a new manager, for tests and small tools.
func Apply(ctx context.Context, op *ir.Op, ps ...Pass) error {
	p := &Pipeline{Anchor: Any}
	if op != nil {
		p.Anchor = op.Name()
	}
	return (&Manager{}).Run(ctx, op, p.Add(ps...))
}

// Run runs a pipeline on root, which must match the pipeline's anchor. If a pass fails, the error
// has diagnostics and a *PassError. If ctx is done, Run returns the error of ctx.
func (m *Manager) Run(ctx context.Context, root *ir.Op, p *Pipeline) error {
	if ctx == nil || root == nil {
		return diag.Errorf(diag.Span{}, "running passes needs a context and an operation, but one of them is nil")
	}
	if p.Anchor != Any && p.Anchor != root.Name() {
		return diag.Errorf(diag.Span{}, "can't run '%s' pass manager on '%s' op", p.Anchor, root.Name())
	}
	if err := p.check(); err != nil {
		return err
	}
	if err := p.checkAnchors(); err != nil {
		return err
	}
	e := &execution{m: m, ctx: ctx, reg: root.Registry(), log: m.Log, out: m.Out, report: m.Report}
	if e.out == nil {
		e.out = os.Stderr
	}
	if e.report == nil {
		e.report = func(*diag.Diagnostic) {}
	}
	repro := m.Reproducer.begin(m, root, p)
	m.Timing.root().grow(p)
	err := e.pipeline(root, p, m.Timing.root())
	m.Stats.collect(p, &e.stats)
	if err != nil {
		err = repro.write(ctx, m, err)
	}
	return err
}

// Observes reports whether the manager does more than run passes: whether it verifies, prints,
// measures, records or counts anything, or has a Veto. LocalFiles has no effect on the result.
func (m *Manager) Observes() bool {
	return !m.NoVerify || m.Print.any() || m.Timing != nil || m.Stats != nil || m.Counters != nil || m.Reproducer != nil || m.Log != nil || m.Veto != nil
}

func (m *Manager) workers() int {
	if m.Workers > 0 {
		return m.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// checkAnchors reports passes that cannot run on a pipeline's anchor.
func (p *Pipeline) checkAnchors() error {
	for _, s := range p.Steps {
		if s.Nested != nil {
			if err := s.Nested.checkAnchors(); err != nil {
				return err
			}
		} else if s.Pass.Anchor != "" && s.Pass.Anchor != p.Anchor {
			return diag.Errorf(diag.Span{}, "can't add pass '%s' restricted to '%s' on a PassManager intended to run on '%s', did you intend to nest?",
				s.Pass.Title, s.Pass.Anchor, p.Anchor)
		}
	}
	return nil
}

// execution is one run of a pipeline, or the part of a run that is done on one goroutine.
type execution struct {
	m      *Manager
	ctx    context.Context
	reg    *ir.Registry
	log    *decision.Log
	out    io.Writer
	report func(*diag.Diagnostic)
	inner  bool // inside a parallel part
	stats  counts
}

func (e *execution) pipeline(op *ir.Op, p *Pipeline, t *timing) error {
	for i := range p.Steps {
		if err := e.ctx.Err(); err != nil {
			return err
		}
		s := &p.Steps[i]
		if s.Nested != nil {
			if err := e.nested(op, s.Nested, t.child(i)); err != nil {
				return err
			}
			continue
		}
		if err := e.step(op, s, t.child(i)); err != nil {
			return err
		}
	}
	return nil
}

// nested runs p on the operations directly inside op that match the anchor of p. It fails if one of
// them is not isolated from above.
func (e *execution) nested(op *ir.Op, p *Pipeline, t *timing) error {
	var on []*ir.Op
	var wrong []error
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				switch {
				case o.Name() != p.Anchor && (p.Anchor != Any || !o.Has(ir.IsolatedFromAbove)):
				case !o.Has(ir.IsolatedFromAbove) && len(p.Steps) > 0:
					wrong = append(wrong, ir.Errorf(o, "trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'"))
				default:
					on = append(on, o)
				}
			}
		}
	}
	if len(wrong) > 0 {
		return join(wrong)
	}
	defer t.start()()
	err := e.each(on, func(part *execution, o *ir.Op) error { return part.pipeline(o, p, t) })
	if err != nil || e.m.NoVerify || e.m.Unverified || !op.Has(ir.SymbolTable) {
		return err
	}
	// A pass on one function can change types so that they do not match a call in another function.
	if err = ir.VerifySymbols(op); err == nil {
		return nil
	}
	for _, d := range diag.All(err) {
		d.WithHelp("'" + p.String() + "' changed a function, but not operations elsewhere that refer to it: run --inline first")
	}
	return &PassError{Pass: p.String(), On: describe(op), Err: err, op: op}
}

// step runs one pass on op. A separable pass first runs on the isolated operations inside op, in
// parallel.
func (e *execution) step(op *ir.Op, s *Step, t *timing) error {
	defer t.start()()
	p := s.Pass
	before, err := e.m.Print.before(e, p, op)
	if err != nil {
		return err
	}
	err = e.separately(op, s)
	if err == nil {
		err = e.pass(op, s, e.separable(op, s))
	}
	if printing := e.m.Print.after(e, p, op, before, err); printing != nil {
		return errors.Join(err, printing)
	}
	return err
}

// separable reports whether the isolated operations inside op are processed first.
func (e *execution) separable(op *ir.Op, s *Step) bool {
	return s.Pass.Separable && e.m.Counters == nil && e.m.workers() > 1 && !e.inner && !e.log.Limited() && op.Has(ir.SymbolTable)
}

func (e *execution) separately(op *ir.Op, s *Step) error {
	if !e.separable(op, s) {
		return nil
	}
	var on []*ir.Op
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if o.NumRegions() > 0 && o.Has(ir.IsolatedFromAbove) {
					on = append(on, o)
				}
			}
		}
	}
	return e.each(on, func(part *execution, o *ir.Op) error { return part.pass(o, s, false) })
}

// each calls f for every operation, even if f fails for some of them. It uses several workers
// unless the run must be sequential. Diagnostics, log entries and output are in the order of the
// operations.
func (e *execution) each(on []*ir.Op, f func(*execution, *ir.Op) error) error {
	if e.inner || e.m.workers() <= 1 || len(on) < 2 || e.log.Limited() || e.m.Print.any() {
		var errs []error
		for _, o := range on {
			if err := f(e, o); err != nil {
				errs = append(errs, err)
			}
		}
		return e.join(errs)
	}
	parts := make([]part, len(on))
	Workers(e.m.workers())(len(on), func(i int) { parts[i].run(e, on[i], f) })
	var errs []error
	for i := range parts {
		if err := parts[i].finish(e); err != nil {
			errs = append(errs, err)
		}
	}
	return e.join(errs)
}

// join joins errors about several operations. If the context is done, join returns only the error
// of the context, since most of the others say the same.
func (e *execution) join(errs []error) error {
	if err := e.ctx.Err(); err != nil && len(errs) > 1 {
		return err
	}
	return join(errs)
}

func join(errs []error) error {
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// pass runs a pass on op and verifies the result. insideDone says that the pass has already run on
// the isolated operations inside op.
func (e *execution) pass(op *ir.Op, s *Step, insideDone bool) error {
	if !e.m.Counters.allows(PassExecution) {
		return nil
	}
	r := &Run{
		Ctx: e.ctx, Registry: e.reg, Log: e.log, Canonical: e.m.Canonical, Out: e.out,
		InsideDone: insideDone, pass: s.Pass.Name, e: e,
	}
	err := e.needs(op, s.Pass)
	if err == nil {
		err = e.call(op, s, r)
	}
	for _, d := range r.notes {
		e.report(d)
	}
	if err == nil && (!r.unchanged || e.m.Unverified) && !e.m.NoVerify {
		err = ir.Verify(op)
	}
	e.stats.add(s, r.stats)
	if err == nil {
		return nil
	}
	var crash *PassError
	if errors.As(err, &crash) {
		return err
	}
	return &PassError{Pass: s.Pass.Name, On: describe(op), Err: err, op: op}
}

// call runs the pass and converts a panic to an error. If a constant does not fit into memory, the
// error has no stack, since the pass has no bug.
func (e *execution) call(op *ir.Op, s *Step, r *Run) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *hostbytes.Lack:
			err = diag.OfKind(v, ir.ErrorAt(op, "pass '%s' lacks memory for a constant: %v", s.Pass.Name, v))
		default:
			d := ir.ErrorAt(op, "pass '%s' crashed on %s: %v", s.Pass.Name, describe(op), v)
			d.WithHelp("this is a bug in the pass; --mlir-pass-pipeline-crash-reproducer=FILE writes a file that reproduces it")
			err = &PassError{Pass: s.Pass.Name, On: describe(op), Err: d, Panic: true, Stack: debug.Stack(), op: op}
		}
	}()
	return s.Pass.run(r, op, s.Options)
}

// describe names an operation as MLIR's dumps do: "'func.func' operation: @f".
func describe(op *ir.Op) string {
	if n, ok := op.SymbolName(); ok {
		return "'" + op.Name() + "' operation: @" + n
	}
	return "'" + op.Name() + "' operation"
}

// part collects the diagnostics, log entries and output of one operation of a parallel step.
type part struct {
	e    *execution
	out  buffer
	said []*diag.Diagnostic
	err  error
}

func (p *part) run(parent *execution, op *ir.Op, f func(*execution, *ir.Op) error) {
	p.e = &execution{
		m: parent.m, ctx: parent.ctx, reg: parent.reg, log: parent.log.Fork(), inner: true,
		out: &p.out, report: func(d *diag.Diagnostic) { p.said = append(p.said, d) },
	}
	p.err = f(p.e, op)
}

func (p *part) finish(parent *execution) error {
	parent.log.Join(p.e.log)
	parent.stats.join(&p.e.stats)
	for _, d := range p.said {
		parent.report(d)
	}
	parent.out.Write(p.out.text)
	return p.err
}

// buffer collects the output of a part.
type buffer struct{ text []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.text = append(b.text, p...)
	return len(p), nil
}
