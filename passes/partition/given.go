package partition

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// given returns the names of the options that differ from their defaults.
func (o Options) given() []string {
	names := append(GivenIn(reflect.ValueOf(o.Options)), GivenIn(reflect.ValueOf(o.Economy))...)
	if o.Config != nil {
		names = append(names, placement.ConfigOption)
	}
	return names
}

// GivenIn returns the names of the options that are set in a struct. The tag opt of a field is the
// name of the option.
func GivenIn(v reflect.Value) (names []string) {
	for _, f := range reflect.VisibleFields(v.Type()) {
		if name, ok := f.Tag.Lookup("opt"); ok && !v.FieldByIndex(f.Index).IsZero() {
			names = append(names, name)
		}
	}
	return names
}

func reads(s placement.Strategy) []string {
	if c, ok := s.(placement.Configured); ok {
		return c.Reads()
	}
	return nil
}

// contradiction fails for options that exclude each other, and for options that the strategy does
// not read.
func (o Options) contradiction() error {
	given, states, called := o.given(), []string{}, o.Called
	if o.NoRepair {
		states = append(states, "no-repair")
	}
	if _, fleet := o.Strategy.(placement.FleetStrategy); fleet {
		called = maps.Clone(called)
		if called == nil {
			called = placement.Called{}
		}
		called[placement.MovesAll] = "strategy " + o.Strategy.Name()
		states = append(states, placement.MovesAll)
	}
	if o.NoFallback {
		states = append(states, "no-fallback")
	}
	if err := placement.CheckOptions(append(states, given...), called); err != nil || o.NoRepair {
		return err
	}
	for _, name := range given {
		if slices.Contains(reads(o.Strategy), name) {
			continue
		}
		help := "leave it out"
		if others := o.readers(name); len(others) > 0 {
			help += ", or use one of the strategies that read it: " + strings.Join(others, ", ")
		}
		return diag.Errorf(diag.Span{}, "%s has no effect: strategy %s does not read it", o.Called.Option(name), o.Strategy.Name()).WithHelp(help)
	}
	return nil
}

func (o Options) readers(name string) (names []string) {
	for _, s := range o.Strategies {
		if slices.Contains(reads(s), name) {
			names = append(names, s.Name())
		}
	}
	return names
}

// unknownIDs fails if the option join has an entry that matches no operation in plans. An entry is
// an id or a range of ids.
func (o Options) unknownIDs(plans []*Plan) error {
	all, err := spans(o.Join)
	if err != nil || len(all) == 0 || len(plans) == 0 {
		return err
	}
	var ids []uint32
	for _, p := range plans {
		ids = append(ids, p.Op...)
	}
	slices.Sort(ids)
	have := "no function is divided"
	if len(ids) > 0 {
		have = fmt.Sprintf("use ids of operations in divided functions: %d to %d", ids[0], ids[len(ids)-1])
	}
	for i, s := range all {
		k, _ := slices.BinarySearchFunc(ids, s.first, func(id uint32, first uint64) int { return cmp.Compare(uint64(id), first) })
		if k == len(ids) || uint64(ids[k]) > s.last {
			return diag.Errorf(diag.Span{}, "the option join lists '%s', but no operation in a divided function has such an id", o.Join[i]).WithHelp(have)
		}
	}
	return nil
}
