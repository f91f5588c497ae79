package ub_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/ub"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, ub.Dialect()) }
