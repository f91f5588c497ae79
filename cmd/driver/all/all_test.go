package all_test

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestDialects checks all operations. The driver checks the operations of its first bundle,
// which is usually this one, only when they are used.
func TestDialects(t *testing.T) {
	r, err := ir.NewRegistry(all.Bundle().Dialects...)
	if err != nil {
		t.Fatal(err)
	}
	late, err := ir.DeferredRegistry(all.Bundle().Dialects...)
	if err != nil {
		t.Fatal(err)
	}
	if op := late.Op("arith.addi"); op == nil || late.Op("arith.nix") != nil || late.Op("nix.addi") != nil {
		t.Errorf("Op returned %v for arith.addi, or found an operation that does not exist", op)
	}
	if op := late.Unregistered("math.absf"); !op.Registered() {
		t.Error("Unregistered returned an unregistered operation for math.absf, which is registered")
	}
	if now, put := len(r.Ops()), len(late.Ops()); now != put || now == 0 {
		t.Errorf("NewRegistry has %d operations, DeferredRegistry has %d; expected equal numbers above 0", now, put)
	}
}

// TestOptionsOfStrategies checks that the pass partition has every option that a strategy reads,
// and that every option for strategies is read by a strategy.
func TestOptionsOfStrategies(t *testing.T) {
	b := all.Bundle()
	var known []string
	for _, p := range b.PassesOf(b) {
		if p.Name != "partition" {
			continue
		}
		for _, o := range p.Options() {
			known = append(known, o.Name)
		}
	}
	followed := map[string]bool{}
	for _, s := range b.Strategies {
		c, ok := s.(placement.Configured)
		if !ok {
			t.Errorf("strategy %s does not declare which options it reads", s.Name())
			continue
		}
		for _, name := range c.Reads() {
			followed[name] = true
			if !slices.Contains(known, name) {
				t.Errorf("strategy %s reads '%s', which is not an option", s.Name(), name)
			}
		}
	}
	for _, name := range known {
		if around := []string{"strategy", "no-repair", "allow-split", "from", "require", "profile"}; !followed[name] && !slices.Contains(around, name) {
			t.Errorf("no strategy reads the option '%s'", name)
		}
	}
}
