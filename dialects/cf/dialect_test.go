package cf_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/cf"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, cf.Dialect()) }
