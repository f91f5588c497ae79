package hostbytes

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// TestCheck checks that there is no error for sizes that the host can provide, and that the error
// for a larger size contains this size and the number of bytes left.
func TestCheck(t *testing.T) {
	for _, bytes := range []uint64{0, 1, much - 1, much} {
		if err := errors.Join(Check(bytes), Kept(bytes)); err != nil {
			t.Errorf("%d bytes: got error %v, expected none", bytes, err)
		}
	}
	for _, bytes := range []uint64{1 << 45, 1 << 62, 3 << 61, 1 << 63, math.MaxUint64} {
		var lack *Lack
		if err := Check(bytes); !errors.As(err, &lack) || lack.Bytes != bytes || lack.Left >= 1<<45 || lack.Left == 0 {
			t.Errorf("%d bytes: got error %v, expected a *Lack with this size", bytes, err)
		}
	}
	if has, more := Exceeds(1 << 50); !more || has >= 1<<50 || has < much {
		t.Errorf("Exceeds(2⁵⁰): got %d bytes of memory and %v, expected less than 2⁵⁰ bytes and true", has, more)
	}
	if says := (&Lack{Bytes: 100, Left: 7}).Error(); !strings.Contains(says, "100 bytes") || !strings.Contains(says, "7 left") {
		t.Errorf("the error is %q, expected an error that contains both numbers of bytes", says)
	}
}

// TestLeft checks that left() returns at least 16 MiB, and at most twice the memory of the host.
func TestLeft(t *testing.T) {
	if n := left(); n < much || uint64(n) > 2*total() {
		t.Errorf("left returned %d bytes; the host has %d", n, total())
	}
}
