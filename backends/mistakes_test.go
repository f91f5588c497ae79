package backends_test

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestOperationsCause checks that the text of an OpError has the cause exactly once.
func TestOperationsCause(t *testing.T) {
	for _, test := range []struct{ says, cause, want string }{
		{"", "the bus is gone", "failed: the bus is gone"},
		{"lost its weights", "the bus is gone", "lost its weights: the bus is gone"},
		{"failed: the bus is gone", "the bus is gone", "failed: the bus is gone"},
		{"the bus is gone", "'npu.load' op the bus is gone", "the bus is gone"},
		{"lost its weights", "lost its weights: the bus is gone", "lost its weights: the bus is gone"},
		{"failed", "transfer failed: the bus is gone", "failed: transfer failed: the bus is gone"},
	} {
		e := &backends.OpError{Op: backends.OpNote{ID: 7, Name: "npu.dense"}, Says: test.says, Err: errors.New(test.cause)}
		if got := e.Diagnostic().Message; got != "'npu.dense' op #7 "+test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestFactoriesThatOpenNothing checks that opening a device fails if its factory has no Open, if
// Open returns a nil backend, or if there are no factories. The error names the device.
func TestFactoriesThatOpenNothing(t *testing.T) {
	nothing := func(backends.Config) (backends.Backend, error) { return nil, nil }
	r := backends.NewRegistry([]backends.Factory{{Name: "closed"}, {Name: "empty", Open: nothing}}, backends.Config{})
	defer r.Close()
	for name, want := range map[string]string{
		"closed": "device 'closed' can't be used: the factory of backend 'closed' has no Open function",
		"empty":  "device 'empty' can't be used: backend 'empty' returned no backend and no error",
	} {
		if _, err := r.Open(device.Named(name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	none := backends.NewRegistry(nil, backends.Config{})
	if _, err := none.Open(device.Named("vm")); err == nil || !strings.Contains(err.Error(), "unknown backend 'vm'; no backends are registered") {
		t.Errorf("got %v", err)
	}
}

// TestReplacedFactory checks that Available uses only the last of several factories with one name.
func TestReplacedFactory(t *testing.T) {
	divided := backends.Factory{Name: "vm", Divided: true}
	r := backends.NewRegistry([]backends.Factory{divided, {Name: "ref"}, vm.Factory(), {Name: "ref", Divided: true}}, backends.Config{})
	defer r.Close()
	if names, refused := r.Available(); len(names) != 1 || names[0] != "vm" || len(refused) > 0 {
		t.Errorf("got %v, %v, expected only vm", names, refused)
	}
}

// TestTraceOfNothing checks that WriteTrace fails for a nil writer and for a nil profile.
func TestTraceOfNothing(t *testing.T) {
	for want, err := range map[string]error{
		"a trace needs a writer":  backends.WriteTrace(nil, &backends.Profile{}),
		"profile #1 of the trace": backends.WriteTrace(io.Discard, &backends.Profile{}, nil),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// TestNamesThatNoListHolds checks that Register rejects names that cannot be written in --devices.
func TestNamesThatNoListHolds(t *testing.T) {
	for _, name := range []string{"a,b", " ", " vm", "a.b", "", "x.yaml"} {
		f := vm.Factory()
		f.Name = name
		if err := backends.NewRegistry(nil, backends.Config{}).Register(f); err == nil || !strings.Contains(err.Error(), "cannot have the name") {
			t.Errorf("%q: got %v", name, err)
		}
	}
}

type boastful struct {
	backends.Backend
	spec placement.Spec
}

// Spec implements backends.Describer.
func (b boastful) Spec() placement.Spec { return b.spec }

// TestFiguresOfDevices checks that opening a device fails if its cost model has invalid numbers.
// The numbers come from the backend or from the caller of Devices.
func TestFiguresOfDevices(t *testing.T) {
	for want, spec := range map[string]placement.Spec{
		"compute must be 0, or from 1e-15 to 1e+24, but is NaN":  {Compute: math.NaN()},
		"bandwidth must be 0, or from 1e-15 to 1e+24, but is -1": {Bandwidth: -1},
		"launch must be 0, or from 1e-15 to 1e+24, but is +Inf":  {Launch: math.Inf(1)},
		"memory must not be negative, but is -5":                 {Memory: -5},
		"the bandwidth to 'c' must be from 1e-15 to 1e+24":       {Links: []placement.Link{{To: "c"}}},
		"threads must not be more than 4096, but is 100000":      {Threads: 100000},
	} {
		f := backends.Factory{Name: "vm", Open: func(cfg backends.Config) (backends.Backend, error) {
			b, err := vm.Factory().Open(cfg)
			return boastful{b, spec}, err
		}}
		r := backends.NewRegistry([]backends.Factory{f}, backends.Config{})
		if _, err := r.Open(device.Named("vm")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		spec.Name = "vm"
		r = backends.NewRegistry([]backends.Factory{vm.Factory()}, backends.Config{})
		if _, err := r.Devices([]string{"vm"}, spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("listed: got %v, want %q", err, want)
		}
		r.Close()
	}
}
