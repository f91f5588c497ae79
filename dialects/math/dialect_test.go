package math_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, math.Dialect()) }
