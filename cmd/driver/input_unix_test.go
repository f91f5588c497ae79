//go:build unix

package driver_test

import (
	"os"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
)

// TestEndlessDevice checks that reading an endless device or standard input fails early.
func TestEndlessDevice(t *testing.T) {
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Skip(err)
	}
	defer zero.Close()
	for _, file := range []string{"/dev/zero", "-"} {
		if text, err := driver.ReadInput(file, zero); err == nil || !strings.Contains(err.Error(), "device with more than 67108864 bytes") {
			t.Errorf("%s: got %d bytes and error %v, expected an error about the size", file, len(text), err)
		}
	}
	if text, err := driver.ReadInput(os.DevNull, zero); err != nil || len(text) > 0 {
		t.Errorf("%s: got %d bytes and error %v, expected no bytes", os.DevNull, len(text), err)
	}
}
