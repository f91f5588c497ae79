package compile_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

const dividedProgram = `module attributes {cluster.devices = [#cluster.target<"vm">, #cluster.target<"ref">]} {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = cluster.region "vm" (%x = %a : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.add %x, %x : tensor<4xf32>
      cluster.yield %1 : tensor<4xf32>
    }
    return %0 : tensor<4xf32>
  }
}
`

// TestDividedOptions checks that each option applies to a module that is already divided, or is an
// error. A module that names devices is an error if the options name neither devices nor a backend.
func TestDividedOptions(t *testing.T) {
	devices := []string{"vm", "ref"}
	const pinned = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = stablehlo.add %a, %a {cluster.device = "ref"} : tensor<4xf32>
  return %1 : tensor<4xf32>
}`
	for _, test := range []struct {
		text    string
		options compile.Options
		want    string
	}{
		{dividedProgram, compile.Options{Devices: devices}, ""},
		{dividedProgram, compile.Options{Backend: "ref"}, ""},
		{dividedProgram, compile.Options{}, "names the devices 'vm', 'ref', but no devices are selected"},
		{pinned, compile.Options{}, "names the devices 'ref', but no devices are selected"},
		{pinned, compile.Options{Backend: "vm"}, ""},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Dividing: engine.Dividing{Strategy: "contract"}}}, "so strategy has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Dividing: engine.Dividing{Economy: partition.Economy{Cost: true}}}}, "so cost has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Options: placement.Options{Connected: true}}}, "so connected has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Choosing: engine.Choosing{NoFallback: true}}}, "so no-fallback has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Choosing: engine.Choosing{Candidates: true}}}, "so candidates has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Choosing: engine.Choosing{Manual: true}}}, "so manual has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Common: engine.Common{AllowSplit: true}}}, "so allow-split has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Dividing: engine.Dividing{File: new(replay.File)}}}, "so from has nothing to do"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Common: engine.Common{Require: []string{"ref"}}}}, "device 'ref' is required, but runs nothing: none of the program's clusters is for it"},
		{dividedProgram, compile.Options{Devices: devices, Placement: engine.Options{Common: engine.Common{Require: []string{"c"}}}}, "device 'c' is required, but the devices are 'vm', 'ref'"},
	} {
		e, err := compile.Module(t.Context(), parseText(t, test.text), test.options)
		if err == nil {
			e.Close()
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: got %v, want %q", test.options, err, test.want)
		}
	}
}

// TestDividedGivesUpNothing checks that each option for dividing is an error for a module that is
// already divided.
func TestDividedGivesUpNothing(t *testing.T) {
	m := parseText(t, dividedProgram)
	var o compile.Options
	for _, part := range []any{&o.Placement.Options, &o.Placement.Economy, &o.Placement.Choosing, &o.Placement.Dividing} {
		of := reflect.ValueOf(part).Elem()
		for _, f := range reflect.VisibleFields(of.Type()) {
			name, ok := f.Tag.Lookup("opt")
			if !ok {
				continue
			}
			of.SetZero()
			set(of.FieldByIndex(f.Index))
			o.Devices = []string{"vm", "ref"}
			_, err := compile.Module(t.Context(), m, o)
			if err == nil || !strings.Contains(err.Error(), "so "+name+" has nothing to do") {
				t.Errorf("the option %s gives the error %v", name, err)
			}
		}
		of.SetZero()
	}
}

func set(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("x")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	default:
		v.SetInt(1)
	}
}

// TestStrategiesThatFollow checks that, if the strategy does not use an option, the error names the
// strategies among Options.Strategies that use the option.
func TestStrategiesThatFollow(t *testing.T) {
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	const plain = `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %1 = stablehlo.add %a, %a : tensor<4xf32>
  return %1 : tensor<4xf32>
}`
	var division placement.Options
	division.ProfileOn = "ref"
	o := compile.Options{Devices: []string{"vm"}, Placement: engine.Options{Options: division}, Strategies: tool.All().Strategies}
	_, err = compile.Module(t.Context(), parseText(t, plain), o)
	if ds := diag.All(err); len(ds) == 0 || !strings.Contains(strings.Join(ds[0].Help, " "), "one of the strategies that read it: ") {
		t.Errorf("got %v", err)
	}
}
