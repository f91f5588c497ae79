package backends_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
)

// TestB1PropertyValues checks that the value of an integer property may have any integer type of
// Go, that an error about the type of a value names this type, and that the order of a list of
// passes does not matter. It is for the rows B1.01, B1.02, … of the tables in docs/backends.md.
func TestB1PropertyValues(t *testing.T) {
	c, err := backends.NewCore(backends.Config{Device: "d"}, backends.Info{Name: "d"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Properties()
	for _, v := range []any{3, int8(3), int64(3), uint(3), uint64(3), "3"} {
		if err := p.Set("threads", v); err != nil {
			t.Error(err)
		}
		if got, err := p.Get("threads"); err != nil || got != 3 {
			t.Errorf("after Set with a value of type %T, Get returned %v, %v", v, got, err)
		}
	}
	for _, test := range []struct {
		key  string
		v    any
		says string
	}{
		{"threads", int64(-1), "from 0 to 4096, but got '-1'"},
		{"threads", uint64(1) << 63, "but got '9223372036854775808'"},
		{"threads", 1.5, "but got a value of Go type float64: '1.5'"},
		{"threads", nil, "but got a value of Go type <nil>"},
		{"disable-passes", []any{"fusion"}, "but got a value of Go type []interface {}: '[fusion]'"},
	} {
		if err := p.Set(test.key, test.v); !errors.Is(err, backends.ErrBadValue) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("Set with a value of type %T returned %v, expected %s", test.v, err, test.says)
		}
	}
	for _, list := range []any{"fusion,cse", "cse,fusion", []string{"cse", "fusion", "cse"}} {
		with, err := p.With(map[string]any{"disable-passes": list})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(with.Compiling(), " "); got != "accuracy=strict disable-passes=cse,fusion enable-passes= optimization-level=2 tuning=" {
			t.Errorf("disable-passes=%v: programs depend on %s", list, got)
		}
	}
}

// TestPricesOfThreads checks that the estimated costs of operations assume as many threads as the
// property "threads" says, or two threads if it is 0. The number of processors must not matter.
func TestPricesOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, processors := range []int{1, 8} {
		runtime.GOMAXPROCS(processors)
		c, err := backends.NewCore(backends.Config{Device: "vm"}, backends.Info{Name: "vm"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct{ given, priced int }{{0, 2}, {5, 5}} {
			if err := c.Properties().Set("threads", test.given); err != nil {
				t.Fatal(err)
			}
			if got := c.EngineSpec().Rates.Threads; got != test.priced {
				t.Errorf("with %d processors and threads=%d, prices are those of %d threads, expected %d", processors, test.given, got, test.priced)
			}
		}
	}
}
