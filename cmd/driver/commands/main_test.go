package commands_test

import (
	"fmt"
	"os"
	"testing"
)

// TestMain sets a temporary cache folder, so that the command "run" does not write to the user's
// cache.
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
