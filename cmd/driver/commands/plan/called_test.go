package plan_test

import (
	"testing"

	"github.com/alecthomas/kong"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

// TestCalled checks the flag names that messages use for options. Each flag and each option must
// exist. Messages about an option that has the same name as a flag must use this flag.
func TestCalled(t *testing.T) {
	k, err := kong.New(&plan.Args{})
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]bool{}
	for _, f := range k.Model.Flags {
		flags["--"+f.Name] = true
	}
	own := map[string]bool{
		"devices":  true,                // the number of devices of the strategy "balance", not a list
		"strategy": true, "rules": true, // passes do not mention these options
	}
	names := engine.Flags()
	options := map[string]bool{}
	for _, p := range []passes.Pass{engine.AffinityPass(nil), engine.PartitionPass(nil, nil, nil, contract.Strategy{})} {
		for _, o := range p.Options() {
			options[o.Name] = true
			if flag := "--" + o.Name; flags[flag] && !own[o.Name] && names[o.Name] != flag {
				t.Errorf("messages use %[3]q for option %[1]s of %[2]s, expected %[4]s", o.Name, p.Name, names[o.Name], flag)
			}
		}
	}
	for option, flag := range names {
		if !options[option] || !flags[flag] {
			t.Errorf("messages use the flag %[2]s for option %[1]s, but the option or the flag does not exist", option, flag)
		}
	}
}
