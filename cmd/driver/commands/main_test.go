package commands_test

import (
	"fmt"
	"os"
	"testing"
)

// TestMain gives the tests a cache folder of their own, so that run does not write to the user's.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "lathe-commands-")
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}
