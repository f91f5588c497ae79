package affinity

import (
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// Open returns the devices for a list of names, or for the name of one file that describes devices.
// If one of the descriptions in the parameter "listed" has the name of a device, the device gets
// this description. Open fails on unknown names.
type Open func(names []string, listed ...placement.Spec) ([]irplace.Device, error)

// ReadRules parses rules. If text ends in .rules, it is the name of the file that contains them. If
// text is empty, ReadRules returns nil.
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
