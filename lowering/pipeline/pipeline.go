// Package pipeline has the list of passes that lower a program from a graph to kernels. All callers
// that compile run this list: lathe run, compile.Module, capability queries, the C library and
// lathe-opt --lower-to-kernels.
package pipeline

import (
	"cmp"
	"slices"
	"sync"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/lowering/batchnorm"
	"github.com/lathe-ir/lathe/lowering/buffers"
	"github.com/lathe-ir/lathe/lowering/chlo"
	"github.com/lathe-ir/lathe/lowering/complex"
	"github.com/lathe-ir/lathe/lowering/decompose"
	"github.com/lathe-ir/lathe/lowering/hoist"
	"github.com/lathe-ir/lathe/lowering/kernels"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/split"
	"github.com/lathe-ir/lathe/lowering/stablehlo"
	"github.com/lathe-ir/lathe/lowering/stream"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/lowering/tuning"
	"github.com/lathe-ir/lathe/lowering/winograd"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/canonicalize"
	"github.com/lathe-ir/lathe/passes/cse"
	"github.com/lathe-ir/lathe/passes/fusion"
	"github.com/lathe-ir/lathe/passes/inline"
	"github.com/lathe-ir/lathe/passes/keepentry"
	"github.com/lathe-ir/lathe/passes/norecursion"
	"github.com/lathe-ir/lathe/passes/symboldce"
)

// Target has the properties of a target that determine the list of passes.
type Target struct {
	Name string // the name of the backend, such as "vm"
	// Machine is the name of the processor in package target. The order of reductions depends on
	// the processor. "" means portable.
	Machine string
	// Graph is true for a target that runs the operations of the graph. Its list only simplifies
	// the program, without inlining and without lowering to linalg.
	Graph bool
}

// Options select the function to compile and the optional passes.
type Options struct {
	// Entry is the function to compile. "" means @main or the only public function.
	Entry string
	// Disable has the names of optional passes to leave out. Enable has the names of passes to run
	// that are off by default. A pass in both lists is left out.
	Disable, Enable []string
	// Tuning is the name or the text of a tuning file. "" means that there is none.
	Tuning string
	// Accuracy is Strict, Fast, or "", which means Strict.
	Accuracy string
}

// The values of Options.Accuracy.
const (
	// Strict computes each operation as it is in the program.
	Strict = "strict"
	// Fast also runs the passes that change results within the bounds in docs/numerics.md.
	Fast = "fast"
)

// use is the condition under which a pass of the list runs.
type use uint8

const (
	always use = iota
	onByDefault
	offByDefault
	whenFast  // onByDefault if Accuracy is Fast, otherwise offByDefault
	whenTuned // if there is a tuning file
)

// step is a pass of the list.
type step struct {
	pass passes.Pass
	use  use
}

// steps returns the list of passes, including the optional passes.
func steps(t Target, o Options) []step {
	entry := step{keepentry.Pass().With(keepentry.Options{Entry: o.Entry}), always}
	if t.Graph {
		return []step{
			entry,
			{stablehlo.ResourcesPass(), always},
			{stablehlo.TuplesPass(), always},
			{stablehlo.RngPass(), always},
			{stablehlo.ExportsPass(), always},
			{stablehlo.TopKPass(), always},
			{symboldce.Pass(), always},
			{chlo.SimplifyPass(), always},
			{cse.Pass(), offByDefault},
			{stablehlo.QuantPass(), always},
		}
	}
	machine := cmp.Or(t.Machine, "portable")
	calls := inline.Defaults()
	calls.Default = "" // inline need not simplify functions: the pass canonicalize runs later
	exact := canonicalize.Defaults()
	exact.ExactNaN = true
	return []step{
		entry,
		// These passes simplify the program.
		{stablehlo.ResourcesPass(), always},
		{stablehlo.CompositePass(), always},
		{stablehlo.TuplesPass(), always},
		{stablehlo.RngPass(), always},
		{stablehlo.ExportsPass(), always},
		{stablehlo.TopKPass(), always},
		{norecursion.Pass(), always},
		{inline.Pass().With(calls), always},
		{symboldce.Pass(), always},
		{stablehlo.TokenPass(), always},
		{chlo.SimplifyPass(), always},
		{stablehlo.RefinePass().With(stablehlo.RefineOptions{Entry: o.Entry, Dynamic: true}), always},
		{stablehlo.QuantPass(), always},
		{stablehlo.PromotePass(), always},
		{canonicalize.Pass().With(exact), onByDefault},
		{cse.Pass(), onByDefault},
		{batchnorm.Pass(), whenFast},
		// These passes lower to kernels.
		{linalg.MarkPass(), always},
		{decompose.Pass(), always},
		{complex.Pass(), always},
		{hoist.Pass(), onByDefault},
		{winograd.Pass(), whenFast},
		{linalg.Pass(), always},
		{split.Pass(), always}, // before fusion, so that the split depends only on the shapes of the program
		{fusion.Pass(), onByDefault},
		{tiles.Pass(), onByDefault},
		{tuning.Pass().With(tuning.Options{File: o.Tuning, Target: machine}), whenTuned},
		{pack.Pass().With(pack.Options{Target: machine}), onByDefault},
		{buffers.Pass(), always},
		{stream.Pass().With(stream.Options{Target: machine}), onByDefault},
		{kernels.SchedulePass().With(kernels.PassOptions{Target: machine}), always},
		{kernels.Pass().With(kernels.PassOptions{Target: machine}), always},
	}
}

// Specialize returns passes to run before all other passes. They set the types of the arguments of
// the function called entry, and make shapes static if these follow from the types.
func Specialize(entry string, types []ir.Type) []passes.Pass {
	calls := inline.Defaults()
	calls.Default = ""
	args := stablehlo.ArgumentsOptions{Entry: entry}
	for _, t := range types {
		args.Types = append(args.Types, t.String())
	}
	return []passes.Pass{
		keepentry.Pass().With(keepentry.Options{Entry: entry}), stablehlo.CompositePass(), norecursion.Pass(), inline.Pass().With(calls),
		chlo.SimplifyPass(), stablehlo.ArgumentsPass().With(args), stablehlo.RefinePass().With(stablehlo.RefineOptions{Entry: entry}), symboldce.Pass(),
	}
}

// Passes returns, in order, the passes that lower a graph to the form that the target runs.
func Passes(t Target, o Options) []passes.Pass {
	var ps []passes.Pass
	for _, s := range steps(t, o) {
		if o.runs(s) {
			ps = append(ps, s.pass)
		}
	}
	return ps
}

func (o *Options) runs(s step) bool {
	switch s.use {
	case always:
		return true
	case whenTuned:
		return o.Tuning != ""
	}
	on := s.use == onByDefault || s.use == whenFast && o.Accuracy == Fast || slices.Contains(o.Enable, s.pass.Name)
	return on && !slices.Contains(o.Disable, s.pass.Name)
}

// New returns a pipeline with the passes that Passes returns.
func New(t Target, o Options) *passes.Pipeline {
	p := &passes.Pipeline{Anchor: "builtin.module"}
	return p.Add(Passes(t, o)...)
}

// Manager returns the pass manager for compilation. It does not verify the program between passes
// and has no observers.
func Manager() *passes.Manager {
	return &passes.Manager{NoVerify: true, Canonical: canonical()}
}

var canonical = sync.OnceValue(func() *rewrite.Set { return rewrite.NewSet(dialects.Canonical()...) })

// Optional returns the names of the passes that Options can disable or enable, sorted.
func Optional() []string { return slices.Clone(optional()) }

var optional = sync.OnceValue(func() (names []string) {
	for _, s := range steps(Target{}, Options{}) {
		if s.use != always && s.use != whenTuned && !slices.Contains(names, s.pass.Name) {
			names = append(names, s.pass.Name)
		}
	}
	slices.Sort(names)
	return names
})
