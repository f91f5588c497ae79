package kernel

import (
	"reflect"
	"testing"
)

// TestKeyOf checks that a change of any field of an instruction changes the key. The map "ignored"
// has the exceptions and their reasons.
func TestKeyOf(t *testing.T) {
	ignored := map[string]string{
		"Results": "the value itself",
		"Op":      "for diagnostics",
		"Data":    "constants are found by their content",
		"Param":   "loads have keys of their own",
		"Addr":    "loads have keys of their own",
		"Blocks":  "control flow has no key",
		"Stream":  "stores have effects",
	}
	plain := keyOf(&Instr{}, Type{})
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Instr]()) {
		if ignored[f.Name] != "" {
			continue
		}
		c := &Instr{}
		field := reflect.ValueOf(c).Elem().FieldByIndex(f.Index)
		switch field.Kind() {
		case reflect.Slice:
			field.Set(reflect.MakeSlice(f.Type, 1, 1))
		default:
			if !field.CanInt() && !field.CanUint() {
				t.Fatalf("%s: extend the test to values of kind %s", f.Name, field.Kind())
			}
			field.Set(reflect.ValueOf(1).Convert(f.Type))
		}
		if keyOf(c, Type{}) == plain {
			t.Errorf("instructions that differ in %s have equal keys", f.Name)
		}
	}
	for i := range 3 {
		a, b := &Instr{Args: make([]ID, 3)}, &Instr{Args: make([]ID, 3)}
		b.Args[i] = 1
		if keyOf(a, Type{}) == keyOf(b, Type{}) {
			t.Errorf("instructions that differ in operand %d have equal keys", i)
		}
	}
}
