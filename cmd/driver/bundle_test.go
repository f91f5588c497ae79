package driver_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Operations with invalid assembly formats.
type (
	noField struct{ ir.Ref }
	noDict  struct{ ir.Ref }
	noType  struct{ ir.Ref }
)

func (noField) Spec() ir.Spec {
	return ir.Spec{Name: "bad.op", Doc: "An operation.", Format: "$missing attr-dict"}
}

func (noDict) Spec() ir.Spec {
	return ir.Spec{Name: "bad.op", Doc: "An operation.", Format: "`here`"}
}

func (noType) Spec() ir.Spec {
	size := ir.AttrConstraint{Text: "a size", Accept: constraint.IntOf(ir.I64()), Form: ir.FormNoType}
	return ir.Spec{Name: "bad.op", Doc: "An operation.", Format: "$size attr-dict", Attrs: []ir.AttrField{{Name: "size", Type: size}}}
}

// TestFormatsAreChecked checks that [driver.New] rejects an invalid format of an operation in any
// bundle but the first.
func TestFormatsAreChecked(t *testing.T) {
	for _, test := range []struct {
		decl ir.OpDecl
		want string
	}{
		{ir.Decl[noField](), "no field $missing"},
		{ir.Decl[noDict](), "must have attr-dict"},
		{ir.Decl[noType](), "attribute 'size' is a number, so its constraint must have a Type"},
	} {
		bad := driver.Bundle{Dialects: []*ir.Dialect{{Name: "bad", Ops: func() []ir.OpDecl { return []ir.OpDecl{test.decl} }}}}
		_, err := driver.New("tool", all.Bundle(), bad)
		if err == nil || !strings.Contains(err.Error(), "format of 'bad.op'") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
}
