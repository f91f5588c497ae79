// Package register registers the backend "lathe" with GoMLX when the package is imported. GoMLX
// requires this. To use the backend without registration, call gomlx.New.
package register

import (
	"github.com/gomlx/gomlx/backends"

	"github.com/lathe-ir/lathe/frontends/gomlx"
)

func init() { backends.Register(gomlx.Name, gomlx.New) }
