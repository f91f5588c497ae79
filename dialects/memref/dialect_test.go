package memref_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, memref.Dialect()) }
