package nnvm_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestDialect(t *testing.T) { irtest.CheckDialect(t, nnvm.Dialect()) }
