package mlprogram_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/mlprogram"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, mlprogram.Dialect()) }
