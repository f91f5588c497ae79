package affinity

import (
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// Open returns the devices for a list of names, or for the name of one file that describes devices.
// If "listed" has a description with the name of a device, the device gets this description. Open
// fails on unknown names.
type Open func(names []string, listed ...placement.Spec) ([]irplace.Device, error)

// ReadRules parses rules. A text that ends in .rules is the name of a file with rules. For an empty
// text, ReadRules returns nil.
func ReadRules(text string) (*rules.Rules, error) {
	switch {
	case text == "":
		return nil, nil
	case !strings.HasSuffix(text, ".rules"):
		return rules.Parse(diag.NewSource("rules", []byte(text)))
	}
	src, err := diag.ReadSource("rules file", text, rules.MaxText, "name an existing file, or write the rules themselves, as in 'pin op stablehlo.add to vm'")
	if err != nil {
		return nil, err
	}
	return rules.Parse(src)
}
