package driver

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
)

// memoryLimit is where the collector starts to work: below it, a process that
// lives for seconds is faster without one.
const memoryLimit = 2 << 30

// Main is the main function of an opt-like tool. It does not return.
func Main(bundles ...Bundle) {
	tuneMemory()
	name := filepath.Base(os.Args[0])
	t, err := New(name, bundles...)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(exitInternal)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := t.Opt(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// tuneMemory turns the collector off below memoryLimit, unless the environment
// says otherwise.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryLimit)
}
