package pipeline

import (
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const namedDoc = `lower a graph to the form that a target runs

These are the passes with which lathe run compiles for the target, in the same order.`

// namedOptions are the options of lower-to-kernels.
type namedOptions struct {
	Target  string   `opt:"target" help:"the backend for which kernels are generated"`
	Entry   string   `opt:"entry" help:"the function to compile; by default, @main or the only public function"`
	Disable []string `opt:"disable-passes" help:"optional passes to leave out"`
	Enable  []string `opt:"enable-passes" help:"optional passes to run that are off by default"`

	Accuracy string `opt:"accuracy" help:"'strict', or 'fast', which also runs the passes that change results within stated bounds"`
}

// Named returns the pass list lower-to-kernels. Its option target selects one of the given targets.
func Named(targets []Target) passes.Named {
	return passes.AliasWith("lower-to-kernels", namedDoc, namedOptions{Target: "vm", Accuracy: Strict}, func(o namedOptions) (string, error) {
		t, err := Find(targets, o.Target)
		if err != nil {
			return "", err
		}
		if o.Accuracy != Strict && o.Accuracy != Fast {
			return "", diag.Errorf(diag.Span{}, "accuracy must be '%s' or '%s', but got '%s'", Strict, Fast, o.Accuracy)
		}
		return New(t, Options{Entry: o.Entry, Disable: o.Disable, Enable: o.Enable, Accuracy: o.Accuracy}).List(), nil
	})
}

// Find returns the target called name.
func Find(targets []Target, name string) (Target, error) {
	var names []string
	for _, t := range targets {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Target{}, diag.Errorf(diag.Span{}, "there is no target '%s'", name).WithHelp("the targets are " + strings.Join(names, ", "))
}
