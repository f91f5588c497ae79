package driver_test

import (
	"testing"
	"time"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes"
)

// FuzzPipeline looks for pipelines that crash the parser, need much memory, or print wrongly.
func FuzzPipeline(f *testing.F) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		"builtin.module(func.func(cse),inline)", "canonicalize{top-down=true region-simplify=normal max-iterations=10},cse", "builtin.module(canonicalize{ test-convergence=false disabled-patterns={a,b} })",
		"partition{strategy=mincut attempts=3 from=},affinity{devices=vm,c rules={pin op a to b}}", "a(", "a)", "a{", "a{}}", ",", "a,,b", "any(canonicalize)", "builtin.module( )", "  cse \n,\tcse",
		"inline{default-pipeline={canonicalize} op-pipelines={func.func(cse)}}", "fusion{max-ops=-1}", "unroll{factor=99999999999999999999}",
	} {
		f.Add(seed)
	}
	for _, p := range tool.Known().Passes() {
		options := ""
		for _, o := range p.Options() {
			options += " " + o.Name + "=" + o.Default
		}
		f.Add("builtin.module(" + p.Name + "{" + options + "})")
	}
	f.Fuzz(func(t *testing.T, text string) {
		defer irtest.MustEnd(10*time.Second, text)()
		var p *passes.Pipeline
		var err error
		most := 4<<20 + 8192*uint64(len(text))
		if by := irtest.Allocated(most, func() { p, err = passes.Parse(text, tool.Known()) }); by > most {
			t.Errorf("the parser allocated %d bytes for a text of %d bytes", by, len(text))
		}
		if err != nil {
			if len(diag.All(err)) == 0 {
				t.Errorf("the error is not a diagnostic: %v", err)
			}
			return
		}
		printed := p.String()
		again, err := passes.Parse(printed, tool.Known())
		if err != nil {
			t.Fatalf("%q is printed as %q, which does not parse: %v", text, printed, err)
		}
		if again.String() != printed {
			t.Errorf("%q is printed as %q and then as %q", text, printed, again.String())
		}
	})
}
