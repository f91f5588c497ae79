package scf_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, scf.Dialect()) }
