package tune

import (
	"context"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/schedule"
)

type nestsOnly struct {
	backends.Program
	backends.KernelTimer
	nests []schedule.Nest
}

func (p nestsOnly) KernelNests() map[string][]schedule.Nest {
	return map[string][]schedule.Nest{"kernel": p.nests}
}

func (nestsOnly) Run(context.Context, []*tensor.Tensor) ([]*tensor.Tensor, error) { return nil, nil }

// TestNestsWithOneKey checks programs with a contraction and a copy of its operand into panels,
// which have the same key. The copy must not change the description of the contraction.
func TestNestsWithOneKey(t *testing.T) {
	record := schedule.Record{Key: "k"}
	whole := schedule.Nest{Record: record, Kind: schedule.Whole}
	split := schedule.Nest{Record: record, Kind: schedule.Contracting, Split: true}
	unsplit := schedule.Nest{Record: record, Kind: schedule.Contracting}
	for i, test := range []struct {
		nests []schedule.Nest
		split bool
	}{
		{[]schedule.Nest{whole, split}, true}, {[]schedule.Nest{split, whole}, true}, {[]schedule.Nest{whole, split, whole}, true},
		{[]schedule.Nest{split, unsplit}, false}, {[]schedule.Nest{unsplit, whole, split}, false},
	} {
		s := &search{ctx: t.Context(), o: Options{Compile: func(context.Context, string) (backends.Program, error) { return nestsOnly{nests: test.nests}, nil }}}
		p, err := s.compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := p.nests["k"]; n.Kind != schedule.Contracting || n.Split != test.split {
			t.Errorf("case %d: got the kind %d and Split = %t, expected the kind %d and Split = %t", i, n.Kind, n.Split, schedule.Contracting, test.split)
		}
	}
}
