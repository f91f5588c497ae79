//go:build !linux

package hosttest

import "testing"

// Limited skips the test, because the available memory is unknown on this system.
func Limited(t *testing.T, _ uint64, _ func()) {
	t.Helper()
	t.Skip("the memory of this system is not queried")
}
