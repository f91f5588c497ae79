package kernelop

import "testing"

// TestTable checks that each code has operations, that no operation has two codes, and that the
// table agrees with the operations' Specs.
func TestTable(t *testing.T) {
	seen := map[string]Code{}
	for c := Const; c < codes; c++ {
		i := c.Info()
		if len(i.Views) == 0 || i.Family == NoFamily {
			t.Errorf("code %d has no operation or no family", c)
		}
		for _, v := range i.Views {
			spec := v.Spec()
			if other, ok := seen[spec.Name]; ok {
				t.Errorf("%s has the codes %d and %d", spec.Name, other, c)
			}
			seen[spec.Name] = c
			if Of(v) != c {
				t.Errorf("Of(%s) = %d, want %d", spec.Name, Of(v), c)
			}
			if i.Results != Any && i.Results != len(spec.Results) {
				t.Errorf("%s has %d results, but the table has %d", spec.Name, len(spec.Results), i.Results)
			}
			if elementwise := c.Elementwise(); elementwise && i.Operands != len(spec.Operands) {
				t.Errorf("%s has %d operands, but the table has %d", spec.Name, len(spec.Operands), i.Operands)
			}
		}
		if (i.C == "") != (i.Spelling == NoSpelling) {
			t.Errorf("%v has only one of the fields C and Spelling", c)
		}
	}
}
