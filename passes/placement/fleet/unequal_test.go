package fleet

import (
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestDivideTooFew: if an option requests more devices than there are, no other division is tried,
// and the help does not mention other divisions. In the last row, there are enough devices, so
// other divisions are tried.
func TestDivideTooFew(t *testing.T) {
	for _, c := range []struct {
		memory  int64
		devices int
		want    string
		tried   bool
	}{
		{memory: 0, devices: 3, want: "there are 2 devices of backend 'a'"},
		{memory: 25, devices: 3, want: "the list has 2"},
		{memory: 25, devices: 2, want: "the list has 2", tried: true},
	} {
		var o placement.Options
		o.SaturateDevices = c.devices
		_, err := chain(t, c.memory, 8, 8, 8, 8).Divide(o, "memory", nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d bytes, %d devices: got error %v, want %q", c.memory, c.devices, err, c.want)
		}
		var at *placement.NodeError
		if errors.As(err, &at) && strings.Contains(at.Help, "was found to fit") != c.tried {
			t.Errorf("%d bytes, %d devices: the help is %q", c.memory, c.devices, at.Help)
		}
	}
}
