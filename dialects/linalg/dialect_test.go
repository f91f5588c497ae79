package linalg_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, linalg.Dialect()) }
