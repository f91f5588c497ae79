// Package driver implements tools like mlir-opt as a library. Another Go module can build a tool
// from the bundles that it lists:
//
//	func main() { driver.Main(all.Bundle(), npu.Bundle()) }
//
// Package cmd/driver/commands has the commands of lathe.
package driver

import (
	"fmt"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Bundle lists what a Go module adds to a tool.
type Bundle struct {
	Dialects   []*ir.Dialect
	Patterns   []rewrite.Pattern // canonicalization patterns
	Passes     []passes.Pass
	Pipelines  []passes.Named
	Backends   []backends.Factory
	Strategies []placement.Strategy
	// PassesOf returns passes that depend on the contents of all bundles, such as affinity, which
	// queries the backends.
	PassesOf func(all Bundle) []passes.Pass
	// PipelinesOf returns pipelines that depend on the contents of all bundles, such as the
	// pipelines for the targets.
	PipelinesOf func(all Bundle) []passes.Named
}

// Tool is a driver for a set of bundles. It is safe for concurrent use.
type Tool struct {
	// Name is the name of the tool in messages.
	Name string
	// Version is what --version prints after the name.
	Version string

	all       Bundle
	reg       *ir.Registry
	known     *passes.Known
	canonical *rewrite.Set
}

// New returns the tool. It fails if two dialects, passes or pipelines have the same name, or if an
// operation has an invalid name or format. To start fast, it does not check the operations of the
// first bundle. This bundle is usually all.Bundle, whose tests check its operations.
func New(name string, bundles ...Bundle) (*Tool, error) {
	t := &Tool{Name: name, Version: "0.1"}
	var late []func(Bundle) []passes.Pass
	var latePipelines []func(Bundle) []passes.Named
	for i, b := range bundles {
		if i > 0 {
			if err := checkDialects(b.Dialects); err != nil {
				return nil, fmt.Errorf("dialects of the bundles: %w", err)
			}
		}
		t.all.Dialects = append(t.all.Dialects, b.Dialects...)
		t.all.Patterns = append(t.all.Patterns, b.Patterns...)
		t.all.Passes = append(t.all.Passes, b.Passes...)
		t.all.Pipelines = append(t.all.Pipelines, b.Pipelines...)
		t.all.Backends = append(t.all.Backends, b.Backends...)
		t.all.Strategies = append(t.all.Strategies, b.Strategies...)
		if b.PassesOf != nil {
			late = append(late, b.PassesOf)
		}
		if b.PipelinesOf != nil {
			latePipelines = append(latePipelines, b.PipelinesOf)
		}
	}
	for _, f := range late {
		t.all.Passes = append(t.all.Passes, f(t.all)...)
	}
	for _, f := range latePipelines {
		t.all.Pipelines = append(t.all.Pipelines, f(t.all)...)
	}
	var err error
	if t.reg, err = ir.DeferredRegistry(t.all.Dialects...); err != nil {
		return nil, fmt.Errorf("dialects of the bundles: %w", err)
	}
	if t.known, err = passes.NewKnown(t.all.Passes, t.all.Pipelines); err != nil {
		return nil, fmt.Errorf("passes of the bundles: %w", err)
	}
	t.canonical = rewrite.NewSet(t.all.Patterns...)
	return t, nil
}

func checkDialects(ds []*ir.Dialect) error {
	for _, d := range ds {
		if err := asm.CheckDialect(d); err != nil {
			return err
		}
	}
	return nil
}

// All returns the contents of all bundles together.
func (t *Tool) All() Bundle { return t.all }

// Registry returns the registry of all dialects.
func (t *Tool) Registry() *ir.Registry { return t.reg }

// Known returns all passes and named pipelines.
func (t *Tool) Known() *passes.Known { return t.known }

// Canonical returns the canonicalization patterns of all dialects.
func (t *Tool) Canonical() *rewrite.Set { return t.canonical }
