package cli_test

import (
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
)

// TestUnits checks that numbers just below a unit are not written as 1e+03 of the smaller unit, and
// that large numbers of the largest unit have all digits.
func TestUnits(t *testing.T) {
	for want, got := range map[string]string{
		"9999 B": cli.ByteText(9999), "999 KiB": cli.ByteText(999 << 10), "1 MiB": cli.ByteText(1<<20 - 1), "1 GiB": cli.ByteText(1<<30 - 1), "1 TiB": cli.ByteText(1<<40 - 1),
		"1.5 TiB": cli.ByteText(3 << 39), "2048 TiB": cli.ByteText(1 << 51), "1500 s": cli.SecondsText(1500), "1500 T": cli.CountText(1.5e15),
		"1 ms": cli.SecondsText(999.9e-6), "999 µs": cli.SecondsText(999.4e-6), "1 s": cli.SecondsText(0.99999),
		"1 M": cli.CountText(999_999), "9990": cli.CountText(9990), "1 G": cli.CountText(999_999_999),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
