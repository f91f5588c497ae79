package onednngraph_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, onednngraph.Dialect()) }
