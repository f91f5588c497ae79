package irplace

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// specKeys lists the properties of a device in the order in which they are written.
func specKeys() []string {
	return []string{"allow", "backend", "bandwidth", "compute", "deny", "launch", "links", "memory", "peers", "sram", "sram_bandwidth", "threads"}
}

// ModelOf returns the cost model of the named devices. It reads their properties from the module's
// list of devices (see [Listed]), and uses defaults for missing properties.
func ModelOf(m ir.Module, names []string) (*placement.Model, error) {
	specs, err := SpecsOf(m, names)
	if err != nil {
		return nil, err
	}
	return placement.NewModel(specs), nil
}

// SpecsOf returns the module's description of each named device.
func SpecsOf(m ir.Module, names []string) ([]placement.Spec, error) {
	listed, err := Listed(m)
	if err != nil {
		return nil, err
	}
	specs := make([]placement.Spec, len(names))
	for i, n := range names {
		specs[i].Name = n
		if at := slices.IndexFunc(listed, func(s placement.Spec) bool { return s.Name == n }); at >= 0 {
			specs[i] = listed[at]
		}
	}
	return specs, nil
}

// Listed returns the devices that a module lists. An unknown property, an invalid value and
// a link to an unlisted device are errors.
func Listed(m ir.Module) ([]placement.Spec, error) {
	targets, _ := cluster.Devices(m.Op)
	specs := make([]placement.Spec, len(targets))
	names := make([]string, len(targets))
	for i, t := range targets {
		s, err := specOf(m.Op, t)
		if err != nil {
			return nil, err
		}
		specs[i], names[i] = s, s.Name
	}
	for _, s := range specs {
		for _, l := range s.Links {
			switch {
			case l.To == s.Name:
				return nil, ir.Errorf(m.Op, "device '%s' has a link to itself", s.Name).
					WithHelp("remove the link; the key 'bandwidth' has the bandwidth of the device's own memory")
			case !slices.Contains(names, l.To):
				return nil, ir.Errorf(m.Op, "device '%s' has a link to '%s', but the devices are %s", s.Name, l.To, quoted(names)).
					WithHelp("list '" + l.To + "' in " + cluster.DevicesAttr + ", or remove the link")
			}
		}
	}
	return specs, nil
}

func quoted(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = "'" + n + "'"
	}
	return strings.Join(q, ", ")
}

// specOf reads the properties of a target.
func specOf(m *ir.Op, t *cluster.Target) (placement.Spec, error) {
	s := placement.Spec{Name: t.Name, Places: map[string]diag.Span{}}
	dict, ok := ir.AttrAs[*ir.DictAttr](t.Properties)
	if !ok {
		return s, nil
	}
	for _, p := range dict.Entries {
		if expected := set(&s, p.Name, p.Attr); expected != "" {
			return s, ir.Errorf(m, "property '%s' of device '%s' must be %s, but is %s", p.Name, t.Name, expected, p.Attr)
		}
		if !slices.Contains(specKeys(), p.Name) {
			d := ir.Errorf(m, "device '%s' has the unknown property '%s'; have %s", t.Name, p.Name, strings.Join(specKeys(), ", "))
			d.DidYouMean("", p.Name, slices.Values(specKeys()))
			return s, d
		}
	}
	if lone, other := s.LoneSRAM(); lone != "" {
		return s, ir.Errorf(m, "device '%s' has '%s', but not '%s'; either has no effect without the other", t.Name, lone, other).
			WithHelp("specify both or neither")
	}
	for _, name := range slices.Concat(s.Allow, s.Deny) {
		s.Places[name] = m.Loc().Span()
	}
	return s, nil
}

// set sets one property. If the value is invalid, set describes the expected value.
func set(s *placement.Spec, key string, a ir.Attr) (expected string) {
	ok := true
	switch key {
	case "backend":
		s.Backend, ok = a.Str()
		expected = "a string"
	case "threads":
		n, isInt := a.Int()
		s.Threads, ok = int(n), isInt && placement.ThreadsSensible(n)
		expected = fmt.Sprintf("a number of threads from 1 to %d", placement.MaxThreads)
	case "memory":
		s.Memory, ok = a.Int()
		ok = ok && s.Memory > 0
		expected = "a number of bytes above 0"
	case "compute":
		s.Compute, ok = figure(a, false)
		expected = "a number of operations per second"
	case "bandwidth":
		s.Bandwidth, ok = figure(a, false)
		expected = "a number of bytes per second"
	case "launch":
		s.Launch, ok = figure(a, true)
		expected = "a number of seconds"
	case "sram":
		s.SRAM, ok = a.Int()
		ok = ok && s.SRAM > 0
		expected = "a number of bytes above 0"
	case "sram_bandwidth":
		s.SRAMBandwidth, ok = figure(a, false)
		expected = "a number of bytes per second"
	case "peers":
		s.Peers, ok = a.Int()
		ok = ok && s.Peers >= 0
		expected = "the number of values that the device may receive from other devices, or 0 for no limit"
	case "allow":
		s.Allow, ok = a.Strs()
		ok = ok && len(s.Allow) > 0
		expected = "a list of names of operations"
	case "deny":
		s.Deny, ok = a.Strs()
		expected = "a list of names of operations"
	case "links":
		s.Links, ok = linksOf(a)
		expected = "a dictionary of bytes per second by device"
	}
	if ok {
		return ""
	}
	return expected
}

// figure reads a number. Only a time may be 0.
func figure(a ir.Attr, time bool) (float64, bool) {
	if n, ok := a.Int(); ok {
		return placement.Figure(float64(n), time)
	}
	f, ok := ir.AttrAs[*ir.FloatAttr](a)
	if !ok {
		return 0, false
	}
	return placement.Figure(f.Float(), time)
}

func linksOf(a ir.Attr) (links []placement.Link, ok bool) {
	dict, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return nil, false
	}
	for _, e := range dict.Entries {
		w, ok := figure(e.Attr, false)
		if !ok {
			return nil, false
		}
		links = append(links, placement.Link{To: e.Name, Bandwidth: w})
	}
	return links, true
}

// target returns the module attribute that describes the device.
func target(s *placement.Spec) ir.Attr {
	var props []ir.NamedAttr
	add := func(key string, known bool, a ir.Attr) {
		if known {
			props = append(props, ir.NamedAttr{Name: key, Attr: a})
		}
	}
	named := placement.Spec{Name: s.Name}
	number := func(x float64) ir.Attr { return ir.NewFloat(x, ir.F64()) }
	add("allow", len(s.Allow) > 0, ir.NewStrs(s.Allow...))
	add("backend", s.Backend != "" && s.Backend != named.Kind(), ir.NewString(s.Backend))
	add("bandwidth", s.Bandwidth > 0, number(s.Bandwidth))
	add("compute", s.Compute > 0, number(s.Compute))
	add("deny", len(s.Deny) > 0, ir.NewStrs(s.Deny...))
	add("launch", s.Launch > 0, number(s.Launch))
	var links []ir.NamedAttr
	for _, l := range s.Links {
		links = append(links, ir.NamedAttr{Name: l.To, Attr: number(l.Bandwidth)})
	}
	add("links", len(links) > 0, ir.NewDict(links...))
	add("memory", s.Memory > 0, ir.NewI64(s.Memory))
	add("peers", s.Peers > 0, ir.NewI64(s.Peers))
	add("sram", s.SRAM > 0, ir.NewI64(s.SRAM))
	add("sram_bandwidth", s.SRAMBandwidth > 0, number(s.SRAMBandwidth))
	add("threads", s.Threads > 0, ir.NewI64(int64(s.Threads)))
	return cluster.NewTarget(s.Name, props...)
}
