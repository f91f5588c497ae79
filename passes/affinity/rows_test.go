// An O or X with a number in the name of a test is a row of the tables in
// docs/placement-reference.md.

package affinity

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

type recorder struct {
	device
	seen *[]string
}

func (r recorder) Query(ctx context.Context, f fn.Func) ([]irplace.Answer, error) {
	*r.seen = append(*r.seen, asm.String(f.Op))
	return r.device.Query(ctx, f)
}

func recorders(refuse ...map[string]string) ([]irplace.Device, []*[]string) {
	var ds []irplace.Device
	var seen []*[]string
	for i, r := range refuse {
		s := new([]string)
		ds = append(ds, irplace.Device{Name: fmt.Sprintf("d%d", i), Backend: "d", Querier: recorder{device{refuses: r, asked: new(int)}, s}})
		seen = append(seen, s)
	}
	return ds, seen
}

// TestO7CarvedRest: devices after the first receive functions without the operations that earlier
// devices accepted. Each piece is a function with its constants. Values that enter or leave a piece
// are the arguments and results of the function.
func TestO7CarvedRest(t *testing.T) {
	m := parse(t, `module {
  func.func @main(%arg0: f32) -> f32 {
    %0 = "t.constant"() : () -> f32
    %1 = "t.a"(%arg0, %0) : (f32, f32) -> f32
    %2 = "t.b"(%1, %0) : (f32, f32) -> f32
    %3 = "t.c"(%2) : (f32) -> f32
    %4 = "t.a"(%3) : (f32) -> f32
    %5 = "t.b"(%4, %arg0) : (f32, f32) -> f32
    return %5 : f32
  }
}
`)
	ds, seen := recorders(map[string]string{"t.b": "no b", "t.c": "no c"}, map[string]string{"t.c": "no c here"}, nil)
	if err := Module(t.Context(), m, ds, Options{}); err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{""}, // the whole function
		{`func.func @main(%arg0: f32) -> f32 {
  %0 = "t.constant"() : () -> f32
  %1 = "t.b"(%arg0, %0) : (f32, f32) -> f32
  %2 = "t.c"(%1) : (f32) -> f32
  return %2 : f32
}
`, `func.func @main(%arg0: f32, %arg1: f32) -> f32 {
  %0 = "t.b"(%arg0, %arg1) : (f32, f32) -> f32
  return %0 : f32
}
`},
		{`func.func @main(%arg0: f32) -> f32 {
  %0 = "t.c"(%arg0) : (f32) -> f32
  return %0 : f32
}
`},
	}
	for i := range ds {
		if len(*seen[i]) != len(want[i]) {
			t.Errorf("device %d was queried %d times, want %d", i, len(*seen[i]), len(want[i]))
			continue
		}
		for k, text := range want[i] {
			if text != "" && (*seen[i])[k] != text {
				t.Errorf("device %d received\n%s\nwant\n%s", i, (*seen[i])[k], text)
			}
		}
	}
	if got := devices(m); got != "d0 d1 d2 d0 d1" {
		t.Errorf("got devices %s, which are not the expected devices", got)
	}
}

// devices lists the devices of operations in program order. "-" is an operation that no device
// accepts.
func devices(m ir.Module) string {
	var list []string
	for op := range irplace.Entries(m)[0].Entry().Ops() {
		if d, ok := cluster.DeviceOf(op); ok {
			list = append(list, d)
		} else if cluster.Unplaced(op) {
			list = append(list, "-")
		}
	}
	return strings.Join(list, " ")
}

// TestCarvedCallsResolve: the module of a piece has the functions that the piece calls.
func TestCarvedCallsResolve(t *testing.T) {
	m := parse(t, `module {
  func.func private @f(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
  func.func @main(%arg0: f32) -> f32 {
    %0 = "t.a"(%arg0) : (f32) -> f32
    %1 = func.call @f(%0) : (f32) -> f32
    return %1 : f32
  }
}
`)
	ds, _ := recorders(map[string]string{"func.call": "no calls"}, nil)
	resolved := false
	ds[1].Querier = query(func(f fn.Func) []irplace.Answer {
		var as []irplace.Answer
		for op := range f.Entry().Ops() {
			if c, ok := ir.As[fn.Call](op); ok {
				resolved = ir.LookupNearest(op, c.Callee()) != nil
			}
			as = append(as, irplace.Answer{Op: op, Supported: true})
		}
		return as
	})
	if err := Module(t.Context(), m, ds, Options{}); err != nil || !resolved || devices(m) != "d0 d1" {
		t.Error(err, resolved, devices(m))
	}
}

type query func(fn.Func) []irplace.Answer

func (q query) Query(_ context.Context, f fn.Func) ([]irplace.Answer, error) { return q(f), nil }

const ruled = `module {
  func.func @main(%arg0: f32) -> f32 {
    %0 = "t.a"(%arg0) {role = "head", k = 3 : i64} : (f32) -> f32 loc("model.py":3:1)
    %1 = "t.b"(%0) : (f32) -> tensor<64xf32> loc("model.py":4:1)
    %2 = "t.c"(%1, %1) : (tensor<64xf32>, tensor<64xf32>) -> f32 loc("tail.py":9:9)
    return %2 : f32
  }
}
`

// TestRules applies rules that pin operations or exclude them from devices. The field want has the
// devices of the operations. "" means that the rules cannot be parsed, and "!" means that they
// contradict each other.
func TestRules(t *testing.T) {
	for _, test := range []struct{ rules, want string }{
		{"pin op t.b to c", "vm c vm"},
		{"pin op t.? to c", "c c c"},
		{"pin op \"t.*\" and not op t.a to c", "vm c c"},
		{"pin name %1 to c", "vm c vm"},
		{"pin name 0 or name %2 to c", "c vm c"},
		{"pin loc model.py:* to c", "c c vm"},
		{"pin loc \"tail.py:9:9\" to c", "vm vm c"},
		{"pin symbol @main to c", "c c c"},
		{"pin attr role = head to c", "c vm vm"},
		{"pin attr k = 3 to c", "c vm vm"},
		{"pin attr k to c", "c vm vm"},
		{"pin attr role = \"h*\" and (op t.b or op t.a) to c", "c vm vm"},
		{"pin bytes > 64 to c", "vm c vm"},
		{"pin bytes <= 4 to c", "c vm c"},
		{"pin operands = 2 to c", "vm vm c"},
		{"pin type tensor<64xf32> to c", ""},
		{"pin type \"tensor<64xf32>\" to c", "vm c vm"},
		{"pin id 3-4 to c", "c c vm"},
		{"keep id 3 from vm", "c vm vm"},
		{"keep op t.* from vm\n# all\npin op t.a to vm; keep op t.c from vm", "!"},
		{"pin op t.a to c; pin op t.* to vm", "c vm vm"},
	} {
		r, err := rules.Parse(diag.NewSource("x.rules", []byte(test.rules)))
		if test.want == "" {
			if err == nil {
				t.Errorf("%s: Parse succeeded, want an error", test.rules)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.rules, err)
			continue
		}
		m := parse(t, ruled)
		err = Module(t.Context(), m, list(device{}, device{}), Options{Rules: r})
		if test.want == "!" {
			if err == nil || !strings.Contains(err.Error(), "is pinned by the rule 'pin op t.a to vm' to device 'vm', which does not support it: the rule 'keep op t.* from vm") {
				t.Errorf("%s: %v", test.rules, err)
			}
			continue
		}
		if err != nil || devices(m) != test.want {
			t.Errorf("%s: got error %v and devices %s, want %s", test.rules, err, devices(m), test.want)
		}
	}
}

func TestRuleErrors(t *testing.T) {
	for _, test := range []struct{ rules, place, want string }{
		{"pin op t.a from c", "x.rules:1:1", "'pin' is followed by 'to', not by 'from'"},
		{"keep op t.a to c", "x.rules:1:1", "'keep' is followed by 'from', not by 'to'"},
		{"pin op t.a to c\npin shape 3 to c", "x.rules:2:5", "unexpected 'shape'"},
		{"pin (op t.a to c", "x.rules:1:13", "unexpected 'to'"},
		{"pin id 9-3 to c", "x.rules:1:5", "the range 9-3 of ids is empty"},
		{"pin op t.a", "x.rules:1:11", "the rule ends too early"},
		{"move op t.a to c", "x.rules:1:1", "unexpected 'move'"},
		{"pin bytes > 1e999 to c", "x.rules:1:13", "number '1e999' is out of range"},
		{"pin id 99999999999 to c", "x.rules:1:8", "number '99999999999' is out of range"},
		{"pin bytes > 0x10 to c", "x.rules:1:13", "'0x10' is neither a word nor a number"},
		{"pin id 1.5 to c", "x.rules:1:8", "'1.5' is not a whole number"},
		{`pin op "\q3" to c`, "x.rules:1:8", "a string has an invalid escape"},
		{"pin op t.a to gpu", "x.rules:1:1", "the rule names device 'gpu', but the devices are 'vm', 'c'"},
		{"pin op t.z to c", "x.rules:1:1", "the rule matches no operation"},
		{"#\r\n# comment\r\npin op t.z to c", "x.rules:3:1", "the rule matches no operation"},
	} {
		r, err := rules.Parse(diag.NewSource("x.rules", []byte(test.rules)))
		if err == nil {
			err = Module(t.Context(), parse(t, ruled), list(device{}, device{}), Options{Rules: r})
		}
		if err == nil || !strings.Contains(err.Error(), test.place+":") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s: %s", test.rules, err, test.place, test.want)
		}
	}
}

// TestManyUnusedRules reads many rules that match no operation. Most are not reported, so the
// search for similar names must not run for them.
func TestManyUnusedRules(t *testing.T) {
	var text strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&text, "keep op t.z%d from c\n", i)
	}
	r, err := rules.Parse(diag.NewSource("x.rules", []byte(text.String())))
	if err != nil {
		t.Fatal(err)
	}
	irtest.Within(t, 30*time.Millisecond, nil, func() { err = Module(t.Context(), parse(t, ruled), list(device{}, device{}), Options{Rules: r}) })
	if got := diag.All(err); len(got) != ir.MaxErrors {
		t.Errorf("got %d errors, want %d", len(got), ir.MaxErrors)
	}
}

// TestDGroupsAreAtomic: no combination of refusals splits a group. A group that no device
// accepts as a whole is not placed. Operations between members are placed with them.
func TestDGroupsAreAtomic(t *testing.T) {
	text := `module {
  func.func @main(%arg0: f32) -> f32 {
    %0 = "t.a"(%arg0) {cluster.group = "g"} : (f32) -> f32
    %1 = "t.x"(%0) : (f32) -> f32
    %2 = "t.b"(%0) {cluster.group = "g"} : (f32) -> f32
    %3 = "t.c"(%2, %1) : (f32, f32) -> f32
    return %3 : f32
  }
}
`
	between := strings.Replace(text, `"t.b"(%0) {cluster.group = "g"} : (f32)`, `"t.b"(%0, %1) {cluster.group = "g"} : (f32, f32)`, 1)
	for _, text := range []string{text, between} {
		for mask := range 256 {
			groupWhole(t, text, mask, text == between)
		}
	}
}

// groupWhole places a program on two devices. Bit 2·i + d of "mask" makes device d refuse operation
// i of t.a, t.b, t.c and t.x. If "held" is true, t.x must be placed with the group.
func groupWhole(t *testing.T, text string, mask int, held bool) {
	t.Helper()
	refuse := []map[string]string{{}, {}}
	for i, k := range []string{"t.a", "t.b", "t.c", "t.x"} {
		for d := range refuse {
			if mask>>(2*i+d)&1 == 1 {
				refuse[d][k] = "no " + k
			}
		}
	}
	m := parse(t, text)
	if err := Module(t.Context(), m, list(device{refuses: refuse[0]}, device{refuses: refuse[1]}), Options{KeepUnplaced: true}); err != nil {
		t.Fatal(err)
	}
	got := strings.Fields(devices(m))
	if got[0] != got[2] || held && got[0] != got[1] {
		t.Fatalf("if the operations %v are refused, the group is split over devices %v", refuse, got)
	}
	whole := slices.ContainsFunc(refuse, func(r map[string]string) bool {
		return r["t.a"] == "" && r["t.b"] == "" && (!held || r["t.x"] == "")
	})
	if whole != (got[0] != "-") {
		t.Fatalf("if the operations %v are refused, the group is on device %s", refuse, got[0])
	}
}

// TestX1EveryFallbackHasAReason: for each operation, every device before the chosen device has a
// reason for refusing it.
func TestX1EveryFallbackHasAReason(t *testing.T) {
	for _, askAll := range []bool{false, true} {
		m := parse(t, ruled)
		ds := list(device{refuses: map[string]string{"t.a": "no a", "t.c": ""}}, device{refuses: map[string]string{"t.c": "silent"}}, device{})
		choices, err := Choose(t.Context(), m, ds, Options{AskAll: askAll})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range choices {
			for i := range c.Device {
				if c.Refused[i] == "" {
					t.Errorf("%s is on device %d, but device %d has no reason for refusing it", c.Op.Name(), c.Device, i)
				}
			}
		}
		if got := choices[2].Reason(ds); got != "vm refuses it: it gave no reason; c refuses it: it gave no answer about this operation; first in order that supports it" {
			t.Errorf("got reason %s, which is not the expected reason", got)
		}
	}
}
