package cli

import (
	"fmt"
	"strconv"
)

// ByteText formats a number of bytes: exactly if it is below 10,000, otherwise in KiB, MiB, GiB or
// TiB.
func ByteText(n int64) string {
	if n < 10_000 {
		return fmt.Sprintf("%d B", n)
	}
	x := float64(n)
	for _, unit := range []string{"KiB", "MiB", "GiB"} {
		if x /= 1024; x < 999.5 { // three digits
			return strconv.FormatFloat(x, 'g', 3, 64) + " " + unit
		}
	}
	return fmt.Sprintf("%.0f TiB", x/1024)
}

// SecondsText formats a time.
func SecondsText(s float64) string {
	for _, unit := range []struct {
		below, scale float64
		name         string
	}{{1e-6, 1e9, "ns"}, {1e-3, 1e6, "µs"}, {1, 1e3, "ms"}} {
		if s < 0.9995*unit.below { // three digits
			return fmt.Sprintf("%.3g %s", s*unit.scale, unit.name)
		}
	}
	return fmt.Sprintf("%.3g s", s)
}

// CountText formats a count of scalar operations.
func CountText(n float64) string {
	for _, unit := range []struct {
		scale float64
		name  string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e4, "k"}} {
		if n >= 0.9995*unit.scale { // three digits
			if unit.name == "k" {
				unit.scale = 1e3
			}
			return fmt.Sprintf("%.3g %s", n/unit.scale, unit.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}

// Percent writes a share, 1 being all, as a percentage.
func Percent(share float64) string { return fmt.Sprintf("%.0f%%", share*100) }

// Plural writes a count and a noun, with an s unless the count is 1.
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// PluralY is Plural for nouns that end in y; stem is the noun without the y.
func PluralY(n int, stem string) string {
	if n == 1 {
		return "1 " + stem + "y"
	}
	return fmt.Sprintf("%d %sies", n, stem)
}
