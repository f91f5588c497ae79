package vector_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, vector.Dialect()) }
