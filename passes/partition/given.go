package partition

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Given lists the options that differ from their defaults, by their names: those of
// strategies, and those of [Economy].
func (o Options) Given() (names []string) {
	for _, part := range []reflect.Value{reflect.ValueOf(o.Options), reflect.ValueOf(o.Economy)} {
		for _, f := range reflect.VisibleFields(part.Type()) {
			if name, ok := f.Tag.Lookup("opt"); ok && !part.FieldByIndex(f.Index).IsZero() {
				names = append(names, name)
			}
		}
	}
	if o.Config != nil {
		names = append(names, placement.ConfigOption)
	}
	return names
}

// reads lists the options that a strategy reads.
func reads(s placement.Strategy) []string {
	if c, ok := s.(placement.Configured); ok {
		return c.Reads()
	}
	return nil
}

// unread fails for a given option that would have no effect.
func (o Options) unread() error {
	given := o.Given()
	if o.NoRepair && len(given) > 0 {
		return diag.Errorf(diag.Span{}, "%s has nothing to do: %s takes clusters as they are", o.Called.Option(given[0]), o.Called.Option("no-repair")).WithHelp("leave one of the two out")
	}
	for _, name := range given {
		if slices.Contains(reads(o.Strategy), name) {
			continue
		}
		help := "leave it out"
		if others := o.readers(name); len(others) > 0 {
			help += ", or use one of the strategies that follow it: " + strings.Join(others, ", ")
		}
		return diag.Errorf(diag.Span{}, "%s has nothing to do: strategy %s does not follow it", o.Called.Option(name), o.Strategy.Name()).WithHelp(help)
	}
	return nil
}

// readers names the strategies that read an option.
func (o Options) readers(name string) (names []string) {
	for _, s := range o.Strategies {
		if slices.Contains(reads(s), name) {
			names = append(names, s.Name())
		}
	}
	return names
}

// elsewhere fails if a plan runs clusters on an unknown device.
func (o Options) elsewhere(plans []*Plan, devices []string) error {
	if o.Exists == nil {
		return nil
	}
	for _, p := range plans {
		for _, name := range p.Devices[len(devices):] {
			if err := o.Exists(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// Strangers fails if join lists ids that no operation has.
func (o Options) Strangers(plans []*Plan) error {
	all, err := spans(o.Join)
	if err != nil || len(all) == 0 || len(plans) == 0 {
		return err
	}
	var ids []uint32
	for _, p := range plans {
		ids = append(ids, p.Op...)
	}
	slices.Sort(ids)
	have := "none"
	if len(ids) > 0 {
		have = fmt.Sprintf("%d to %d", ids[0], ids[len(ids)-1])
	}
	for i, s := range all {
		k, _ := slices.BinarySearchFunc(ids, s.first, func(id uint32, first uint64) int { return cmp.Compare(uint64(id), first) })
		if k == len(ids) || uint64(ids[k]) > s.last {
			return diag.Errorf(diag.Span{}, "join lists '%s', but no operation that is divided has such an id", o.Join[i]).WithHelp("ids are " + have)
		}
	}
	return nil
}
