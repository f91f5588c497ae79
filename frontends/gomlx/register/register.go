// Package register makes the backend known to GoMLX as "lathe" when it is imported:
// that is how GoMLX finds its backends. Whoever wants no such effect calls
// gomlx.New.
package register

import (
	"github.com/gomlx/gomlx/backends"

	"github.com/lathe-ir/lathe/frontends/gomlx"
)

func init() { backends.Register(gomlx.Name, gomlx.New) }
