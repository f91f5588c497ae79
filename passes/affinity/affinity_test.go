package affinity

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// device counts its queries. The field "refuses" has the reason for each refused operation, by the
// name of the operation. The reason "silent" means that the device gives no answer.
type device struct {
	refuses map[string]string
	asked   *int
	err     error
}

func (d device) Query(_ context.Context, f fn.Func) ([]irplace.Answer, error) {
	*d.asked++
	var as []irplace.Answer
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		why, no := d.refuses[op.Name()]
		if why == "silent" {
			continue
		}
		as = append(as, irplace.Answer{Op: op, Supported: !no, Reason: why})
	}
	return as, d.err
}

func list(ds ...device) []irplace.Device {
	names := []string{"vm", "c", "x"}
	out := make([]irplace.Device, len(ds))
	for i, d := range ds {
		if d.asked == nil {
			d.asked = new(int)
		}
		out[i] = irplace.Device{Name: names[i], Backend: names[i], Querier: d}
	}
	return out
}

func parse(t *testing.T, text string) ir.Module {
	t.Helper()
	return placetest.Parse(t, text)
}

const program = `module {
  func.func @main(%arg0: f32) -> f32 {
    %0 = "t.constant"() : () -> f32
    %1 = "t.a"(%arg0, %0) : (f32, f32) -> f32
    %2 = "t.b"(%1) : (f32) -> f32
    %3 = "t.a"(%2) {cluster.device = "c"} : (f32) -> f32
    return %3 : f32
  }
}
`

func TestOrderDecides(t *testing.T) {
	for _, test := range []struct {
		name    string
		vm, c   map[string]string
		want    string // devices of the three operations; the program pins the last one to c
		asked   int    // number of queries to c
		reasons string
	}{
		{"the first device accepts all", nil, nil, "vm vm c", 1, "first in order that supports it"},
		{"the first device refuses t.b", map[string]string{"t.b": "no b"}, nil, "vm c c", 1, "vm refuses it: no b; first in order that supports it"},
		{"the constant of an operation is refused", map[string]string{"t.constant": "no numbers"}, nil, "c vm c", 2, // one query for each t.a, since no value connects them

			"vm refuses it: operand #1 is a constant that it refuses: no numbers"},
		{"no answer", map[string]string{"t.b": "silent"}, nil, "vm c c", 1, "vm refuses it: it gave no answer about this operation"},
	} {
		m := parse(t, program)
		asked := 0
		log := decision.New()
		err := Module(t.Context(), m, list(device{refuses: test.vm}, device{refuses: test.c, asked: &asked}), Options{Log: log})
		if err != nil {
			t.Fatal(test.name, err)
		}
		var got, reasons []string
		m.Op.Walk(func(op *ir.Op) bool {
			if d, ok := cluster.DeviceOf(op); ok {
				got = append(got, d)
			}
			return true
		})
		for _, e := range log.Entries() {
			reasons = append(reasons, e.Reason)
		}
		if strings.Join(got, " ") != test.want || asked != test.asked {
			t.Errorf("%s: got devices %v after %d queries to c", test.name, got, asked)
		}
		if all := strings.Join(reasons, "\n"); len(reasons) != 3 || !strings.Contains(all, test.reasons) || !strings.Contains(all, "pinned by its attribute") {
			t.Errorf("%s: got unexpected reasons:\n%s", test.name, all)
		}
		if ts, _ := cluster.Devices(m.Op); len(ts) != 2 || ts[0].Name != "vm" || ts[1].Name != "c" {
			t.Errorf("%s: got devices %v in the module, expected vm and c", test.name, ts)
		}
	}
}

// A device that no operation needs is not queried.
func TestAsksOnlyWhatIsNeeded(t *testing.T) {
	m := parse(t, strings.Replace(program, ` {cluster.device = "c"}`, "", 1))
	asked := 0
	if err := Module(t.Context(), m, list(device{}, device{asked: &asked}), Options{}); err != nil || asked != 0 {
		t.Errorf("got error %v and %d queries to the second device", err, asked)
	}
}

// copied has a copy of a copy, and both copies have several readers.
const copied = `func.func @main(%x: f32) -> (f32, f32) {
  %0 = cluster.copy %x from "vm" to "c" : f32
  %1 = cluster.copy %0 from "c" to "vm" : f32
  %2 = "t.b"(%1, %0, %1) : (f32, f32, f32) -> f32
  return %2, %1 : f32, f32
}
`

func TestErrors(t *testing.T) {
	no := map[string]string{"t.b": "no b here", "t.a": "no a here"}
	for _, test := range []struct {
		name    string
		devices []irplace.Device
		text    string
		want    []string // parts of the messages
	}{
		{"pinned to an unknown device", list(device{}), program,
			[]string{"'t.a' op is pinned to device 'c', but the devices are 'vm'", "add 'c' to the list of devices"}},
		{"constant pinned to an unknown device", list(device{}), strings.Replace(program, `"t.constant"()`, `"t.constant"() {cluster.device = "gpu"}`, 1),
			[]string{"'t.constant' op is pinned to device 'gpu'"}},
		{"pinned to a device that refuses the operation", list(device{}, device{refuses: no}), program,
			[]string{"'t.a' op is pinned to device 'c', which does not support it: no a here", "pin it to 'vm', which supports it"}},
		{"pinned, and no device supports the operation", list(device{refuses: no}, device{refuses: no}), program,
			[]string{"which does not support it: no a here", "none of the given devices supports it", "'t.b' op is supported by no device",
				"device 'vm' refuses it: no b here", "device 'c' refuses it: no b here"}},
		{"no devices", nil, program, []string{"no devices are given", "devices=vm,c"}},
		{"a device is given twice", append(list(device{}), list(device{})...), program, []string{"device 'vm' is given twice", "'vm.0,vm.1' are two devices"}},
		{"a device cannot be queried", list(device{err: errors.New("no compiler")}), program, []string{"device 'vm' could not be queried about @main: no compiler"}},
		{"copies", list(device{refuses: no}, device{refuses: no}), copied, []string{"'t.b' op is supported by no device"}},
		{"several blocks", list(device{}), "func.func @main() {\n  \"t.br\"()[^a] : () -> ()\n^a:\n  return\n}\n",
			[]string{"has 2 blocks, but only a function of one block", "scf.if"}},
	} {
		m := parse(t, test.text)
		before := asm.String(m.Op)
		err := Module(t.Context(), m, test.devices, Options{})
		var all strings.Builder
		for _, d := range diag.All(err) {
			diag.Render(&all, d, diag.Rich, false)
		}
		for _, want := range test.want {
			if !strings.Contains(all.String(), want) {
				t.Errorf("%s: %q is missing from\n%s", test.name, want, all.String())
			}
		}
		if asm.String(m.Op) != before {
			t.Errorf("%s: the program was changed", test.name)
		}
	}
}
