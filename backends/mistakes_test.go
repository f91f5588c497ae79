package backends_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
)

// TestOperationsCause: the error of an operation says its cause, once, whatever else it says.
func TestOperationsCause(t *testing.T) {
	cause := errors.New("the bus is gone")
	for _, test := range []struct{ says, want string }{
		{"", "'npu.dense' op #7 failed: the bus is gone"},
		{"lost its weights", "'npu.dense' op #7 lost its weights: the bus is gone"},
		{"failed: the bus is gone", "'npu.dense' op #7 failed: the bus is gone"},
	} {
		e := &backends.OpError{Op: backends.OpNote{ID: 7, Name: "npu.dense"}, Says: test.says, Err: cause}
		if got := e.Diagnostic().Message; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestFactoriesThatOpenNothing: a factory without Open, or whose Open gives nothing, is an
// error of the device that names it, and so is a list without any.
func TestFactoriesThatOpenNothing(t *testing.T) {
	nothing := func(backends.Config) (backends.Backend, error) { return nil, nil }
	r := backends.NewRegistry([]backends.Factory{{Name: "closed"}, {Name: "empty", Open: nothing}}, backends.Config{})
	defer r.Close()
	for name, want := range map[string]string{
		"closed": "device 'closed' can't be used: backend 'closed' has no Open",
		"empty":  "device 'empty' can't be used: backend 'empty' opened nothing, without an error",
	} {
		if _, err := r.Open(backends.NamedDevice(name)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	none := backends.NewRegistry(nil, backends.Config{})
	if _, err := none.Open(backends.NamedDevice("vm")); err == nil || !strings.Contains(err.Error(), "unknown backend 'vm'; there is none to choose from") {
		t.Errorf("got %v", err)
	}
}

// TestTraceOfNothing: a trace without a writer, or of no profile, is an error.
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
