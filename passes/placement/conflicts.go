package placement

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// States of the program or strategy. [CheckOptions] takes them together with the given options.
const (
	HasClusters = "clusters" // the program has clusters
	MovesAll    = "fleet"    // the strategy divides among all devices of a backend
	DeviceList  = "Devices"  // the program is compiled for these devices
	OneBackend  = "Backend"  // the program is compiled for one backend
)

// conflict is an option or state (field with) that excludes other options: the options in the list
// "only" or, if this list is empty, all that are not in the list "except". OneBackend counts as an
// option here; the other states are never excluded.
type conflict struct {
	with         string
	only, except []string
	message      string // %[1]s is the option or state in the field "with", %[2]s is the other option
	help         string
}

// conflicts lists the contradictions between options, in the order in which they are reported.
func conflicts() []conflict {
	const exclude, leave = "%[1]s and %[2]s exclude each other", "leave one of the two out"
	choosing := []string{"rules", "require", "allow-split", "keep-unplaced", "manual"}
	return []conflict{
		{with: DeviceList, only: []string{OneBackend}, message: "%[2]s and %[1]s exclude each other", help: "use one of the two: the devices, in order of priority, or the backend that runs everything"},
		{with: HasClusters, except: []string{"require"}, message: "the program is divided already, so %[2]s has nothing to do", help: "leave it out, or run lathe-opt --cluster-inline on the program first"},
		{with: "from", except: append(choosing, "profile"), message: exclude, help: "the file says how the program is divided, and on which devices; leave %[2]s out"},
		{with: "no-repair", only: []string{"strategy"}, message: "%[2]s has no effect with %[1]s, which makes one cluster of each connected set of operations on one device", help: leave},
		{with: "no-repair", except: append(choosing, "no-fallback", "candidates", "profile"), message: "%[2]s has no effect: %[1]s does not change clusters", help: leave},
		{with: MovesAll, only: []string{"no-fallback"}, message: "%[2]s and %[1]s exclude each other: %[1]s divides operations among all devices of a backend", help: "use strategy contract, which does not move operations, or leave %[2]s out"},
	}
}

// CheckOptions fails for the first contradiction between the given options and states.
func CheckOptions(given []string, called Called) error {
	for _, c := range conflicts() {
		if !slices.Contains(given, c.with) {
			continue
		}
		for _, other := range given {
			if other == c.with || len(c.only) > 0 && !slices.Contains(c.only, other) || slices.Contains(c.except, other) || slices.Contains([]string{HasClusters, MovesAll, DeviceList}, other) {
				continue
			}
			with, option := called.Option(c.with), called.Option(other)
			name := strings.NewReplacer("%[1]s", with, "%[2]s", option)
			text := name.Replace(c.message)
			if strings.HasPrefix(text, c.with+" and ") { // c.with has no flag
				text = "options " + text
			}
			return diag.Errorf(diag.Span{}, "%s", text).WithHelp(name.Replace(c.help))
		}
	}
	return nil
}
