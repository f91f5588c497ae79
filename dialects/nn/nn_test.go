package nn_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, nn.Dialect()) }
