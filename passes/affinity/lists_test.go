package affinity

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// TestFirstRefusingRule checks which reason a device reports if there are several: user's rules
// come first, then the device's lists, and then the backend's answer. Devices after the one that
// accepted the operation report reasons too.
func TestFirstRefusingRule(t *testing.T) {
	const text = `module {
  func.func @main(%x: f32) -> f32 {
    %0 = "t.a"(%x) : (f32) -> f32
    %k = "t.constant"() : () -> f32
    %1 = "t.b"(%0, %k, %k) : (f32, f32, f32) -> f32
    %2 = "t.c"(%1) : (f32) -> f32
    return %2 : f32
  }
}
`
	const denied, missing = "the device's deny list contains 't.b'", "the device's allow list does not contain 't.b'"
	no := device{refuses: map[string]string{"t.b": "no b"}}
	for _, test := range []struct {
		name    string
		first   placement.Spec
		second  placement.Spec
		backend device
		rules   string
		want    [2]string // why t.b is refused, by device
	}{
		{"taken by the first, denied by the second", placement.Spec{}, placement.Spec{Deny: []string{"t.b"}}, device{}, "", [2]string{"", denied}},
		{"taken by the first, not allowed by the second", placement.Spec{}, placement.Spec{Allow: []string{"t.a", "t.c"}}, device{}, "", [2]string{"", missing}},
		{"list before backend", placement.Spec{}, placement.Spec{Deny: []string{"t.b"}}, no, "", [2]string{"", denied}},
		{"deny before allow", placement.Spec{}, placement.Spec{Deny: []string{"t.b"}, Allow: []string{"t.a"}}, device{}, "", [2]string{"", denied}},
		{"backend", placement.Spec{}, placement.Spec{Allow: []string{"t.*"}}, no, "", [2]string{"", "no b"}},
		{"rule before list", placement.Spec{}, placement.Spec{Deny: []string{"t.b"}}, no, "keep op t.b from c", [2]string{"", "the rule 'keep op t.b from c' keeps it away"}},
		{"denied by the first", placement.Spec{Deny: []string{"t.b"}}, placement.Spec{}, device{}, "", [2]string{denied, ""}},
		{"not allowed by the first, taken by the second", placement.Spec{Allow: []string{"t.a"}}, placement.Spec{Allow: []string{"t.b", "t.c"}}, device{}, "", [2]string{missing, ""}},
		{"a constant that it reads is denied", placement.Spec{}, placement.Spec{Deny: []string{"t.constant"}}, device{}, "", [2]string{"", "operand #1 is a constant that it refuses: the device's deny list contains 't.constant'"}},
		{"constants need not be allowed", placement.Spec{}, placement.Spec{Allow: []string{"t.a", "t.b"}}, device{}, "", [2]string{"", ""}},
		{"pinned", placement.Spec{Allow: []string{"t.a", "t.c"}}, placement.Spec{}, device{}, "pin op t.b to c", [2]string{missing, ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			ds := list(device{}, test.backend)
			ds[0].Spec, ds[1].Spec = test.first, test.second
			o := Options{AskAll: true}
			if test.rules != "" {
				r, err := rules.Parse(diag.NewSource("rules", []byte(test.rules)))
				if err != nil {
					t.Fatal(err)
				}
				o.Rules = r
			}
			choices, err := Choose(t.Context(), parse(t, text), ds, o)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want[:], choices[1].Refused); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	m := parse(t, program)
	for name, want := range map[string]string{
		"func":      "did you mean 'func.*'?",
		"func.":     "did you mean 'func.*'?",
		"clustr":    "did you mean 'cluster.*'?",
		"clustr.":   "did you mean 'cluster.*'?",
		"clustr.r*": "did you mean 'cluster.r*'?",
		"clustr.no": "give the name of an operation, such as stablehlo.add, or a common prefix of several names and a star, such as stablehlo.*",
	} {
		if got := nearest(m, name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
