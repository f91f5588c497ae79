// Command lathe compiles machine-learning programs, runs them, and explains what
// runs where.
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

// native adds the backends that load shared objects. They make this binary dynamically linked.
func native() driver.Bundle {
	open := func(path string) (c.Library, error) { return dylib.Open(path) }
	return driver.Bundle{Backends: []backends.Factory{c.Factory(open)}}
}
