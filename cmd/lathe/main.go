// Command lathe compiles machine-learning programs, runs them, and explains on which devices their
// operations run.
package main

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
)

func main() { commands.Main(all.Bundle(), native()) }

// native returns the backends that load shared objects, which need dynamic linking.
func native() driver.Bundle {
	open := func(path string) (c.Library, error) { return dylib.Open(path) }
	return driver.Bundle{Backends: []backends.Factory{c.Factory(open)}}
}
