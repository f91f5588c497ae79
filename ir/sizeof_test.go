package ir

import (
	"testing"
	"unsafe"
)

// TestSizes checks the sizes of frequently used structs. The parser is fast only if these structs
// are small.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"Op", unsafe.Sizeof(Op{}), 176},
		{"opExt", unsafe.Sizeof(opExt{}), 80},
		{"Use", unsafe.Sizeof(Use{}), 32},
		{"Value", unsafe.Sizeof(Value{}), 32},
		{"Type", unsafe.Sizeof(Type{}), 8},
		{"Attr", unsafe.Sizeof(Attr{}), 8},
		{"Loc", unsafe.Sizeof(Loc{}), 16},
	} {
		if c.got != c.want {
			t.Errorf("%s has %d bytes, expected %d", c.name, c.got, c.want)
		}
	}
}
