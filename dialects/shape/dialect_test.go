package shape_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/shape"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, shape.Dialect()) }
