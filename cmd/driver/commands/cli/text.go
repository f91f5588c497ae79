package cli

import (
	"fmt"
	"strconv"
)

// ByteText formats a number of bytes. Below 10,000 the text is exact. Otherwise it is rounded, in
// KiB, MiB, GiB or TiB.
func ByteText(n int64) string {
	if n < 10_000 {
		return fmt.Sprintf("%d B", n)
	}
	x := float64(n)
	for _, unit := range []string{"KiB", "MiB", "GiB"} {
		if x /= 1024; x < 999.5 { // rounds to less than 1000
			return digits(x) + " " + unit
		}
	}
	return digits(x/1024) + " TiB"
}

// SecondsText formats a time in seconds with a suitable unit.
func SecondsText(s float64) string {
	for _, unit := range []struct {
		below, scale float64
		name         string
	}{{1e-6, 1e9, "ns"}, {1e-3, 1e6, "µs"}, {1, 1e3, "ms"}} {
		if s < 0.9995*unit.below { // rounds to less than 1000
			return fmt.Sprintf("%.3g %s", s*unit.scale, unit.name)
		}
	}
	return digits(s) + " s"
}

// digits formats a number with at most three digits, and rounds numbers from 999.5 on to an
// integer. Such numbers occur only in the largest unit.
func digits(x float64) string {
	if x < 999.5 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// CountText formats a count of scalar operations.
func CountText(n float64) string {
	for _, unit := range []struct {
		scale float64
		name  string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e4, "k"}} {
		if n >= 0.9995*unit.scale { // rounds to at least unit.scale
			if unit.name == "k" {
				unit.scale = 1e3
			}
			return digits(n/unit.scale) + " " + unit.name
		}
	}
	return fmt.Sprintf("%.0f", n)
}

// Percent formats a share as a percentage. A share of 1 is 100%.
func Percent(share float64) string { return fmt.Sprintf("%.0f%%", share*100) }

// Plural formats a count and a noun. It adds an s to the noun unless n is 1.
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// PluralY is like Plural for nouns that end in y. The parameter "stem" is the noun without the y.
func PluralY(n int, stem string) string {
	if n == 1 {
		return "1 " + stem + "y"
	}
	return fmt.Sprintf("%d %sies", n, stem)
}
