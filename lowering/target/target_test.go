package target_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/lowering/target"
)

func TestNamed(t *testing.T) {
	for _, name := range target.Names() {
		m, err := target.Named(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if name != target.HostName && m.Name != name {
			t.Errorf("Named(%q) returned the target %s", name, m.Name)
		}
		if v := m.VectorBytes; v < 8 || v&(v-1) != 0 || m.Registers < 8 || m.Line <= 0 || m.L1 <= 0 || m.L2 < m.L1 {
			t.Errorf("target %s has a property with an impossible value: %v", name, m)
		}
	}
	if _, err := target.Named("avx3"); err == nil || !strings.Contains(err.Error(), "one of host, avx512") {
		t.Errorf("got the error %v for an unknown name, expected a list of the names", err)
	}
}

// TestString changes each field of a target. The string must change too, since cache keys contain
// it.
func TestString(t *testing.T) {
	base, err := target.Named("avx512")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{base.String(): true}
	for _, change := range []func(*target.Target){
		func(m *target.Target) { m.Name = "other" },
		func(m *target.Target) { m.VectorBytes = 32 },
		func(m *target.Target) { m.Registers = 16 },
		func(m *target.Target) { m.Masks = false },
		func(m *target.Target) { m.FMA = false },
		func(m *target.Target) { m.DotInt8 = true },
		func(m *target.Target) { m.Tiles = true },
		func(m *target.Target) { m.DotBF16 = true },
		func(m *target.Target) { m.Streaming = false },
		func(m *target.Target) { m.Mesh = true },
		func(m *target.Target) { m.Line = 128 },
		func(m *target.Target) { m.L1 = 1 },
		func(m *target.Target) { m.L2 = 1 },
		func(m *target.Target) { m.L3 = 1 },
		func(m *target.Target) { m.Workers = 2 },
		func(m *target.Target) { m.GridLimit = 65535 },
	} {
		m := base
		change(&m)
		if seen[m.String()] {
			t.Errorf("%+v has the same string as another target", m)
		}
		seen[m.String()] = true
	}
}

// TestLanes checks that the number of lanes is the size of a register divided by the size of an
// element, or 1 if an element is larger than a register.
func TestLanes(t *testing.T) {
	m, err := target.Named("avx2")
	if err != nil {
		t.Fatal(err)
	}
	for bytes, want := range map[int64]int64{1: 32, 2: 16, 4: 8, 8: 4, 16: 2, 64: 1} {
		if got := m.Lanes(bytes); got != want {
			t.Errorf("%d-byte elements have %d lanes, want %d", bytes, got, want)
		}
	}
}
