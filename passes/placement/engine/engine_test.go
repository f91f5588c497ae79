package engine_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// open opens devices of any name, except x.
func open(names []string, _ ...placement.Spec) (ds []irplace.Device, err error) {
	for _, name := range names {
		if name == "x" {
			return nil, diag.Errorf(diag.Span{}, "there is no device 'x'")
		}
		refused := map[string]placetest.Device{"a": {"t.b": "no t.b"}, "b": {"t.a": "no t.a"}}[name]
		ds = append(ds, irplace.Device{Name: name, Backend: name, Querier: refused})
	}
	return ds, nil
}

// away runs all clusters of a function on the device "first" if the function has at most 3
// operations, and on "second" otherwise.
type away struct{}

func (away) Name() string { return "away" }

func (away) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	name := "first"
	if g.Len() > 3 {
		name = "second"
	}
	p, err := contract.Strategy{}.Partition(ctx, g, o, log)
	if err != nil {
		return nil, err
	}
	for i := range p.Clusters {
		p.Clusters[i].Part = &placement.Part{Name: fmt.Sprint(name, i), RunOn: name}
	}
	return p, nil
}

func parse(t *testing.T, text string) ir.Module {
	t.Helper()
	return placetest.Parse(t, text)
}

// program has two functions. Without a repair, the clusters of each function wait for each other.
const program = `
func.func @one(%x: f32) -> f32 {
  %0 = "t.a"(%x) : (f32) -> f32
  %1 = "t.b"(%0) : (f32) -> f32
  %2 = "t.a"(%0, %1) : (f32, f32) -> f32
  return %2 : f32
}
func.func @two(%x: f32) -> f32 {
  %0 = "t.b"(%x) : (f32) -> f32
  %1 = "t.a"(%0) : (f32) -> f32
  %2 = "t.b"(%0, %1) : (f32, f32) -> f32
  %3 = "t.b"(%2) : (f32) -> f32
  return %3 : f32
}`

func newEngine() *engine.Engine {
	return &engine.Engine{Open: open, Strategies: []placement.Strategy{contract.Strategy{}, away{}}}
}

func devices(t *testing.T, names ...string) []irplace.Device {
	t.Helper()
	ds, err := open(names)
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

// TestPlaceEqualsPasses checks that Place changes a module as the passes affinity and partition
// do, and fails where they fail.
func TestPlaceEqualsPasses(t *testing.T) {
	for _, test := range []struct {
		name, affinity, partition string
		options                   engine.Options
	}{
		{"defaults", "", "", engine.Options{}},
		{"a rule", "rules='pin op t.a to b'", "", engine.Options{Choosing: engine.Choosing{Rules: "pin op t.a to b"}}},
		{"a rule that no operation matches", "rules='pin op t.c to b'", "", engine.Options{Choosing: engine.Choosing{Rules: "pin op t.c to b"}}},
		{"another strategy", "", "strategy=away", engine.Options{Dividing: engine.Dividing{Strategy: "away"}}},
		{"no such strategy", "", "strategy=none", engine.Options{Dividing: engine.Dividing{Strategy: "none"}}},
		{"no repair", "", "no-repair", engine.Options{Dividing: engine.Dividing{NoRepair: true}}},
		{"a device that runs nothing", "require=c", "", engine.Options{Common: engine.Common{Require: []string{"c"}}}},
		{"contradiction", "", "no-repair strategy=contract", engine.Options{Dividing: engine.Dividing{NoRepair: true, Strategy: "contract"}}},
	} {
		names := []string{"a", "b", "c"}
		m, same := parse(t, program), parse(t, program)
		failed := newEngine().Place(t.Context(), m, devices(t, names...), test.options)
		session := func() (affinity.Open, func() error) { return open, func() error { return nil } }
		known, err := passes.NewKnown([]passes.Pass{engine.AffinityPass(session), engine.PartitionPass(nil, nil, nil, contract.Strategy{}, away{})}, nil)
		if err != nil {
			t.Fatal(err)
		}
		pipeline, err := passes.Parse("affinity{devices=a,b,c "+test.affinity+"},partition{"+test.partition+"}", known)
		if err != nil {
			t.Fatal(test.name, err)
		}
		err = (&passes.Manager{}).Run(t.Context(), same.Op, pipeline)
		if (err == nil) != (failed == nil) || err != nil && !strings.Contains(diag.Messages(err), strings.Split(diag.Messages(failed), "\n")[0]) {
			t.Errorf("%s: Place returns error %v, but the passes return %v", test.name, failed, err)
		}
		if got, want := asm.String(m.Op), asm.String(same.Op); failed == nil && got != want {
			t.Errorf("%s: Place gives\n%s\nbut the passes give\n%s", test.name, got, want)
		}
	}
}

// TestAddedDevices checks devices that strategies add for several functions. Each is opened once,
// known to later functions, and listed.
func TestAddedDevices(t *testing.T) {
	m := parse(t, program+strings.Replace(strings.Split(program, "func.func @two")[0], "@one", "@three", 1))
	o := engine.Options{Dividing: engine.Dividing{Strategy: "away"}}
	pl, err := newEngine().Plan(t.Context(), m, devices(t, "a", "b"), o)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"first", "second"}; !slices.Equal(pl.Added, want) || !slices.Equal(pl.DeviceNames(), append([]string{"a", "b"}, want...)) || len(pl.Model.Specs) != 4 {
		t.Errorf("got added devices %v, devices %v, and a model of %d devices", pl.Added, pl.DeviceNames(), len(pl.Model.Specs))
	}
	for _, p := range pl.Funcs {
		want := map[string]string{"one": "first", "two": "second", "three": "first"}[p.Fn.SymName()]
		for i, k := range p.Clusters {
			if got := p.DeviceName(k.Device); got != want {
				t.Errorf("@%s: cluster %d is on %s, expected %s", p.Fn.SymName(), i, got, want)
			}
		}
	}
	m = parse(t, program)
	if err := newEngine().Place(t.Context(), m, devices(t, "a", "b"), o); err != nil {
		t.Fatal(err)
	}
	if got, want := irplace.Devices(m), []string{"a", "b", "first", "second"}; !slices.Equal(got, want) {
		t.Errorf("the module lists %v, expected %v", got, want)
	}
	m = parse(t, program)
	if err := (&engine.Engine{Open: open}).Place(t.Context(), m, devices(t, "a", "b"), o); err == nil {
		t.Error("an engine without strategies accepts a strategy")
	}
	only := &engine.Engine{Strategies: []placement.Strategy{away{}}, Open: func([]string, ...placement.Spec) ([]irplace.Device, error) { return nil, errors.New("not there") }}
	if _, err := only.Plan(t.Context(), parse(t, program), devices(t, "a", "b"), engine.Options{}); err == nil || !strings.Contains(err.Error(), "not there") {
		t.Errorf("opening an added device fails: got error %v from Plan", err)
	}
}

// TestCycles checks that Plan returns the plans of all functions if their clusters wait for each
// other, with an error for each function.
func TestCycles(t *testing.T) {
	pl, err := newEngine().Plan(t.Context(), parse(t, program), devices(t, "a", "b"), engine.Options{Dividing: engine.Dividing{NoRepair: true}})
	var cyclic *partition.CyclicError
	if !errors.As(err, &cyclic) || len(diag.All(err)) != 2 || len(pl.Funcs) != 2 {
		t.Fatalf("got %d functions and %d errors, want 2 of each: %v", len(pl.Funcs), len(diag.All(err)), err)
	}
}

// TestPlanKeeps checks that Plan changes only the devices of operations and the attributes of the
// module, and that Place does not divide a divided program again.
func TestPlanKeeps(t *testing.T) {
	m := parse(t, program)
	devs := devices(t, "a", "b")
	if _, err := newEngine().Plan(t.Context(), m, devs, engine.Options{}); err != nil {
		t.Fatal(err)
	}
	attributes := regexp.MustCompile(` \{cluster\.device = "\w"\}|module attributes \{[^\n]*\} `)
	got := attributes.ReplaceAllStringFunc(asm.String(m.Op), func(s string) string {
		if strings.HasPrefix(s, "module") {
			return "module "
		}
		return ""
	})
	if want := asm.String(parse(t, program).Op); got != want {
		t.Errorf("Plan changed more than device attributes: got\n%s\nand without these attributes\n%s", asm.String(m.Op), got)
	}
	divided := parse(t, program)
	if err := newEngine().Place(t.Context(), divided, devs, engine.Options{}); err != nil {
		t.Fatal(err)
	}
	before := asm.String(divided.Op)
	if err := newEngine().Place(t.Context(), divided, devs, engine.Options{}); err != nil || asm.String(divided.Op) != before {
		t.Errorf("placing the divided program again: got error %v and\n%s", err, asm.String(divided.Op))
	}
	err := newEngine().Place(t.Context(), divided, devs, engine.Options{Dividing: engine.Dividing{Strategy: "away"}})
	if err == nil || !strings.Contains(err.Error(), "the program is divided already") {
		t.Errorf("another strategy: got error %v", err)
	}
	if err := newEngine().Place(t.Context(), divided, devs[:1], engine.Options{}); err == nil || !strings.Contains(err.Error(), "is a cluster for device 'b'") {
		t.Errorf("without device b: got error %v", err)
	}
	if err := newEngine().Place(t.Context(), divided, devs, engine.Options{Common: engine.Common{Require: []string{"a", "b"}}}); err != nil {
		t.Errorf("with required devices: got error %v", err)
	}
}

// TestPlanKeepsSplitGroups checks that Plan accepts clusters that split a fusion group among
// devices.
func TestPlanKeepsSplitGroups(t *testing.T) {
	m, devs := parse(t, strings.NewReplacer("(%x) :", `(%x) {cluster.group = "g"} :`, "(%0) :", `(%0) {cluster.group = "g"} :`).Replace(program)), devices(t, "a", "b")
	split := engine.Options{Common: engine.Common{AllowSplit: true}}
	if err := newEngine().Place(t.Context(), m, devs, split); err != nil {
		t.Fatal(err)
	}
	pl, err := newEngine().Plan(t.Context(), m, devs, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pl.Funcs {
		if len(p.Clusters) != 3 {
			t.Errorf("@%s: got %d clusters, expected the 3 clusters of the program", p.Fn.SymName(), len(p.Clusters))
		}
	}
}

// TestOptionsOfStrategy checks that the text after a strategy's name sets its options, and checks
// the errors for invalid text.
func TestOptionsOfStrategy(t *testing.T) {
	o := engine.Options{Dividing: engine.Dividing{Strategy: "contract attempts=1 min-size=2"}}
	pl, err := newEngine().Plan(t.Context(), parse(t, program), devices(t, "a", "b"), o)
	if err != nil || pl.Options.Attempts != 1 {
		t.Errorf("got %d attempts and error %v, expected 1 attempt", pl.Options.Attempts, err)
	}
	o.Strategy = "  contract attempts=1"
	if pl, err = newEngine().Plan(t.Context(), parse(t, program), devices(t, "a", "b"), o); err != nil || pl.Options.Attempts != 1 {
		t.Errorf("spaces before the name: got %d attempts and error %v, expected 1 attempt", pl.Options.Attempts, err)
	}
	for text, want := range map[string]string{
		" contrast":            `no strategy "contrast"`,
		"contract attempts=no": "value invalid",
		"contract tries=1":     "no such option tries",
		"contract cards=1":     "strategy contract does not read it",
	} {
		o.Strategy = text
		if _, err := newEngine().Plan(t.Context(), parse(t, program), devices(t, "a", "b"), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, expected %q", text, err, want)
		}
	}
}

// TestFlags checks that the names of options are unique, that each option has help, and that
// messages use the names of flags.
func TestFlags(t *testing.T) {
	flags := engine.Flags()
	seen := map[string]bool{}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[engine.Options]()) {
		name, ok := f.Tag.Lookup("opt")
		if !ok {
			continue
		}
		if seen[name] {
			t.Errorf("two fields have the option name %s", name)
		}
		seen[name] = true
		if f.Tag.Get("help") == "" {
			t.Errorf("option %s has no help", name)
		}
		if (flags[name] == "") != (f.Tag.Get("kong") == "-") {
			t.Errorf("option %s has the flag %q", name, flags[name])
		}
	}
	if got := flags.Option("min-size"); got != "--min-cluster-size" {
		t.Errorf("got flag %s for the option min-size, expected --min-cluster-size", got)
	}
	o := engine.Options{Dividing: engine.Dividing{NoRepair: true, Strategy: "contract"}}
	o.Called = flags
	if err := o.Check(); err == nil || !strings.Contains(err.Error(), "--strategy has no effect with --no-repair") {
		t.Error(err)
	}
	choosing := engine.Options{Choosing: engine.Choosing{Manual: true, KeepUnplaced: true}, Dividing: engine.Dividing{NoRepair: true}}
	if err := choosing.Check(); err != nil {
		t.Errorf("options that choose devices, with no-repair: got error %v", err)
	}
	if got := fmt.Sprint(o.Given()); got != "[strategy no-repair]" {
		t.Errorf("got the given options %s, expected [strategy no-repair]", got)
	}
}

// TestNamed checks which devices Named returns, and the text of From, which says where the program
// names them.
func TestNamed(t *testing.T) {
	pin := strings.Replace(program, `"t.a"(%x) :`, `"t.a"(%x) {cluster.device = "b"} :`, 1)
	for _, test := range []struct{ text, names, from, unpinned string }{
		{program, "", "that operations are pinned to", ""},
		{pin, "a b", "that operations are pinned to", "a"},
		{"module attributes {cluster.devices = [#cluster.target<\"b\">, #cluster.target<\"a\">]} {" + pin + "}", "b a", "of the module's attribute cluster.devices", ""},
	} {
		n, err := newEngine().Named(parse(t, test.text), engine.Options{}, func() string { return "a" })
		if err != nil || strings.Join(n.Names, " ") != test.names || n.From != test.from || n.Unpinned != test.unpinned {
			t.Errorf("got %+v and error %v, want %+v", n, err, test)
		}
	}
	divided := `
func.func @main(%x: f32) -> f32 {
  %0 = cluster.region "x" (%y = %x : f32) -> f32 {
    cluster.yield %y : f32
  }
  return %0 : f32
}`
	for _, text := range []string{strings.Replace(pin, `"b"`, `"x"`, 1), divided} {
		_, err := newEngine().Named(parse(t, text), engine.Options{}, func() string { return "a" })
		if d, ok := err.(*diag.Diagnostic); !ok || !d.Span.IsValid() {
			t.Errorf("a device that does not exist: got error %v, expected a diagnostic with a position", err)
		}
	}
}
