package driver_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
)

// badFormat is an operation whose assembly format names an unknown field.
type badFormat struct{ ir.Ref }

func (badFormat) Spec() ir.Spec {
	return ir.Spec{Name: "bad.op", Doc: "An operation.", Format: "$missing attr-dict"}
}

// TestFormatsAreChecked checks that an invalid format is an error when the tool starts, not only
// when such an operation is parsed.
func TestFormatsAreChecked(t *testing.T) {
	bad := driver.Bundle{Dialects: []*ir.Dialect{{Name: "bad", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[badFormat]()} }}}}
	if _, err := driver.New("tool", all.Bundle(), bad); err == nil || !strings.Contains(err.Error(), "format of 'bad.op'") {
		t.Errorf("got %v", err)
	}
}
