package affinity

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// TestIdleOperations checks answers with Idle set: the device could run the operation, but accepts
// no reader of the result. The operation is placed with its readers, or on the device that it is
// pinned to. If no other device accepts the operation, the refusal is ignored. For constants, it is
// always ignored.
func TestIdleOperations(t *testing.T) {
	text := func(attr string) string {
		return `module {
  func.func @main(%arg0: f32) -> f32 {
    %0 = "t.constant"() : () -> f32
    %1 = "t.convert"(%arg0) {` + attr + `} : (f32) -> f32
    %2 = "t.b"(%1) : (f32) -> f32
    %3 = "t.a"(%2, %0) : (f32, f32) -> f32
    return %3 : f32
  }
}
`
	}
	idle := query(func(f fn.Func) (as []irplace.Answer) {
		for op := range f.Entry().Ops() {
			a := irplace.Answer{Op: op, Supported: true}
			switch op.Name() {
			case "t.b":
				a = irplace.Answer{Op: op, Reason: "no t.b"}
			case "t.constant", "t.convert":
				a = irplace.Answer{Op: op, Reason: "it supports none of the operations that read the result", Idle: true}
			}
			if op != f.Entry().Last() {
				as = append(as, a)
			}
		}
		return as
	})
	none := query(func(f fn.Func) (as []irplace.Answer) {
		for op := range f.Entry().Ops() {
			if op != f.Entry().Last() {
				as = append(as, irplace.Answer{Op: op, Supported: op.Name() == "t.b", Reason: "only t.b"})
			}
		}
		return as
	})
	all := device{asked: new(int)}
	for _, test := range []struct {
		name, attr string
		second     irplace.Querier
		want       string
	}{
		{"the next device supports the operation", "", all, "t.convert c, t.b c, t.a vm"},
		{"no other device supports the operation", "", none, "t.convert vm, t.b c, t.a vm"},
		{"pinned", `cluster.device = "vm"`, all, "t.convert vm, t.b c, t.a vm"},
	} {
		m := parse(t, text(test.attr))
		devices := []irplace.Device{{Name: "vm", Backend: "vm", Querier: idle}, {Name: "c", Backend: "c", Querier: test.second}}
		choices, err := Choose(t.Context(), m, devices, Options{})
		if err != nil {
			t.Fatal(test.name, err)
		}
		got := ""
		for i, c := range choices {
			if i > 0 {
				got += ", "
			}
			got += c.Op.Name() + " " + devices[c.Device].Name
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestIdleGroups(t *testing.T) {
	const text = `module {
  func.func @main(%arg0: f32) -> (f32, f32) {
    %0 = "t.convert"(%arg0) {cluster.group = "g"} : (f32) -> f32
    %1 = "t.b"(%0) : (f32) -> f32
    %2 = "t.a"(%arg0) {cluster.group = "g"} : (f32) -> f32
    return %1, %2 : f32, f32
  }
}
`
	querier := func(idle, supported string) irplace.Querier {
		return query(func(f fn.Func) (as []irplace.Answer) {
			for op := range f.Entry().Ops() {
				if op != f.Entry().Last() {
					as = append(as, irplace.Answer{Op: op, Supported: op.Name() == supported, Reason: "no", Idle: op.Name() == idle})
				}
			}
			return as
		})
	}
	for _, test := range []struct{ name, supported, idle, want string }{
		{"the device accepts the other member", "t.a", "", "vm c vm"},
		{"another device could run the other member", "", "t.a", "- c -"},
	} {
		m := parse(t, text)
		ds := []irplace.Device{{Name: "vm", Querier: querier("t.convert", test.supported)}, {Name: "c", Querier: querier(test.idle, "t.b")}}
		if err := Module(t.Context(), m, ds, Options{KeepUnplaced: true}); err != nil {
			t.Fatal(test.name, err)
		}
		if got := devices(m); got != test.want {
			t.Errorf("%s: got devices %s, want %s", test.name, got, test.want)
		}
	}
}
