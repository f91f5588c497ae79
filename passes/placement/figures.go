package placement

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// If only one of SRAM and SRAMBandwidth is given, LoneSRAM returns the name of the given figure and
// the name of the missing figure. Otherwise both names are "".
func (s *Spec) LoneSRAM() (lone, other string) {
	switch {
	case s.SRAM > 0 && s.SRAMBandwidth == 0:
		return "sram", "sram_bandwidth"
	case s.SRAM == 0 && s.SRAMBandwidth > 0:
		return "sram_bandwidth", "sram"
	}
	return "", ""
}

// The range of figures. A figure is a property of a device, such as its bandwidth (see [Spec]).
const (
	leastFigure = 1e-15
	mostFigure  = 1e24
)

// Figure converts a user's figure to a value in the range of figures. A time of 0 becomes the
// smallest value, and a finite x above the range becomes the largest. For any other x outside the
// range, ok is false.
func Figure(x float64, time bool) (value float64, ok bool) {
	switch {
	case x == 0 && time:
		return leastFigure, true
	case x > mostFigure && !math.IsInf(x, 1):
		return mostFigure, true
	}
	return x, Sensible(x)
}

// Sensible reports whether a figure is in a range in which sums and quotients are finite.
func Sensible(x float64) bool { return x >= leastFigure && x <= mostFigure }

// backendOf returns the backend in a device's name, such as vm for vm.1.
func backendOf(name string) string {
	backend, _, _ := strings.Cut(name, ".")
	return backend
}

// ParseBytes parses a size such as 64, 32KiB, 1.5MB or 2GiB, which must be a whole number
// of bytes. The error wraps strconv.ErrRange if the size is negative or too large.
func ParseBytes(text string) (int64, error) {
	units := []struct {
		suffix string
		bytes  float64
	}{
		{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
		{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1}, {"", 1},
	}
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if x < 0 || x*u.bytes >= math.MaxInt64 {
			return 0, fmt.Errorf("'%s' is not a size: %w", text, strconv.ErrRange)
		}
		if err != nil || x*u.bytes != math.Trunc(x*u.bytes) {
			break
		}
		return int64(x * u.bytes), nil
	}
	return 0, fmt.Errorf("'%s' is not a size such as 64, 32KiB or 2GB", text)
}
