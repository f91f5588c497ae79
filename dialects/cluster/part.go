package cluster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// PartAttr describes a cluster as a part of the program: its name, devices and resources.
// Strategies that divide a program among the devices of a backend set the attribute. On other
// operations in functions, it is the name of the part to which the operation belongs. A user can
// also set the description on a function. The function is then a part, and the pass part-inline
// inlines it into its caller.
//
//	cluster.part = {name = "main_part1", backend = "vm", logical = array<i64: 0, 2>, devices = ["vm.0", "vm.2"], memory = {in = 128 : i64, …}}
const PartAttr = "cluster.part"

// PartsAttr on a function describes the parts to which operations of the function belong.
const PartsAttr = "cluster.parts"

// Part is the content of a [PartAttr]. The attribute has no entry for a field that is zero.
type Part struct {
	Name    string
	Backend string
	// Logical has the logical ids of the devices that hold the cluster. In all parts of a program,
	// an id denotes the same device. Devices has the names of the devices, in the same order.
	Logical []int64
	Devices []string
	Memory  PartMemory
	// Replicas is the number of copies of the cluster that each device holds. Instances is the
	// number of copies of the program that all devices together hold.
	Replicas, Instances int64
	// Units is the number of execution units that the cluster requests. Fast lists the names of
	// values that should be kept in fast memory.
	Units int64
	Fast  []string
	// Options are passed to the backend, in order.
	Options []PartOption
}

// Numbers formats logical device ids with the given separator.
func Numbers(logical []int64, between string) string {
	texts := make([]string, len(logical))
	for i, id := range logical {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, between)
}

// PartOption is an option for a backend.
type PartOption struct{ Key, Value string }

// PartMemory is the memory that a cluster needs. In, Out, Constants, Deferred and Peak are in
// bytes. Deferred counts the bytes of Constants that are passed when the program is loaded. Peak is
// the largest total size of values that are alive at the same time in the cluster. Contexts is the
// number of copies of inputs and outputs that a device reserves. Inputs is the number of inputs.
// Peers is the number of inputs that other clusters produce.
type PartMemory struct {
	In, Out, Constants, Deferred, Peak, Inputs, Peers, Contexts int64
}

// Size returns the number of bytes that a device reserves for the cluster.
func (m PartMemory) Size() int64 {
	return whole((float64(m.In)+float64(m.Out))*float64(max(1, m.Contexts)) + float64(m.Constants))
}

// Reserved returns the number of bytes that all copies of the cluster on one device need.
func (p Part) Reserved() int64 { return whole(float64(p.Memory.Size()) * float64(max(1, p.Replicas))) }

// whole converts a number of bytes to an integer. The largest result is 2⁵³.
func whole(bytes float64) int64 { return int64(min(bytes, 1<<53)) }

// fields returns the names of the entries, in their order in the text, and pointers to the values.
func (m *PartMemory) fields() []numberField {
	return []numberField{
		{"constants", &m.Constants}, {"contexts", &m.Contexts}, {"deferred", &m.Deferred}, {"in", &m.In},
		{"inputs", &m.Inputs}, {"out", &m.Out}, {"peak", &m.Peak}, {"peers", &m.Peers},
	}
}

type numberField struct {
	key  string
	into *int64
}

func (p *Part) numbers() []numberField {
	return []numberField{{"instances", &p.Instances}, {"replicas", &p.Replicas}, {"units", &p.Units}}
}

// Attr encodes the part as an attribute.
func (p Part) Attr() ir.Attr {
	var entries []ir.NamedAttr
	add := func(key string, known bool, a ir.Attr) {
		if known {
			entries = append(entries, ir.NamedAttr{Name: key, Attr: a})
		}
	}
	add("backend", p.Backend != "", ir.NewString(p.Backend))
	add("devices", len(p.Devices) > 0, ir.NewStrs(p.Devices...))
	add("fast", len(p.Fast) > 0, ir.NewStrs(p.Fast...))
	add("logical", len(p.Logical) > 0, ir.NewDenseI64(p.Logical...))
	if p.Memory != (PartMemory{}) {
		add("memory", true, numbers(p.Memory.fields()))
	}
	add("name", p.Name != "", ir.NewString(p.Name))
	var options []ir.Attr
	for _, o := range p.Options {
		options = append(options, ir.NewStrs(o.Key, o.Value))
	}
	add("options", len(options) > 0, ir.NewArray(options...))
	for _, f := range p.numbers() {
		add(f.key, *f.into != 0, ir.NewI64(*f.into))
	}
	slices.SortStableFunc(entries, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
	return ir.NewDict(entries...)
}

func numbers(fields []numberField) ir.Attr {
	entries := make([]ir.NamedAttr, len(fields))
	for i, f := range fields {
		entries[i] = ir.NamedAttr{Name: f.key, Attr: ir.NewI64(*f.into)}
	}
	return ir.NewDict(entries...)
}

// SetPart sets [PartAttr] on a cluster or function.
func SetPart(op *ir.Op, p Part) { op.SetDiscardable(PartAttr, p.Attr()) }

// PartOf returns the part that the attribute [PartAttr] of a cluster or function describes. It
// reports false if the attribute is absent, invalid, or only a name.
func PartOf(op *ir.Op) (p Part, ok bool) {
	p, bad := readPart(op.Discardable(PartAttr))
	return p, bad == "" && ir.IsAttr[*ir.DictAttr](op.Discardable(PartAttr))
}

// PartsOf returns the valid parts in the attribute [PartsAttr] of a function.
func PartsOf(f *ir.Op) (parts []Part) {
	list, ok := ir.AttrAs[*ir.ArrayAttr](f.Discardable(PartsAttr))
	if !ok {
		return nil
	}
	for _, a := range list.Elems {
		if p, bad := readPart(a); bad == "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// SetParts sets the attribute [PartsAttr] of a function.
func SetParts(f *ir.Op, parts []Part) {
	list := make([]ir.Attr, len(parts))
	for i, p := range parts {
		list[i] = p.Attr()
	}
	f.SetDiscardable(PartsAttr, ir.NewArray(list...))
}

// PartName returns the name in the attribute [PartAttr] of op. It reports false if there is none.
func PartName(op *ir.Op) (name string, ok bool) { return op.Discardable(PartAttr).Str() }

// readPart decodes a part. The result "bad" says why the part is invalid, or is "" if it is valid.
func readPart(a ir.Attr) (p Part, bad string) {
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return p, fmt.Sprintf("a part must be a dictionary, but is %s", a)
	}
	for _, e := range d.Entries {
		if bad := p.read(e.Name, e.Attr); bad != "" {
			return p, bad
		}
	}
	return p, bad
}

func (p *Part) read(key string, a ir.Attr) (bad string) {
	ok := true
	need := "a string"
	switch key {
	case "name":
		p.Name, ok = a.Str()
	case "backend":
		p.Backend, ok = a.Str()
	case "devices":
		need = "a list of names"
		p.Devices, ok = a.Strs()
	case "fast":
		need = "a list of names"
		p.Fast, ok = a.Strs()
	case "logical":
		need = "a list of numbers that are not negative"
		p.Logical, ok = a.Ints()
		ok = ok && !slices.ContainsFunc(p.Logical, func(n int64) bool { return n < 0 })
	case "options":
		need = `a list of pairs of words such as [["key", "value"]]`
		p.Options, ok = pairsOf(a)
	case "memory":
		return p.readMemory(a)
	default:
		return p.readNumber(key, a)
	}
	if !ok {
		return fmt.Sprintf("'%s' must be %s, but is %s", key, need, a)
	}
	return ""
}

func (p *Part) readMemory(a ir.Attr) (bad string) {
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return fmt.Sprintf("'memory' must be a dictionary of numbers, but is %s", a)
	}
	for _, e := range d.Entries {
		if known, ok := readNumber(p.Memory.fields(), e, 0); !known || !ok {
			return fmt.Sprintf("'memory.%s' = %s is invalid: expected an entry such as 'in' or 'constants', with a number that is not negative", e.Name, e.Attr)
		}
	}
	return ""
}

func (p *Part) readNumber(key string, a ir.Attr) (bad string) {
	least := int64(1)
	if key == "units" {
		least = 0
	}
	switch known, ok := readNumber(p.numbers(), ir.NamedAttr{Name: key, Attr: a}, least); {
	case !known:
		return fmt.Sprintf("'%s' is not an entry of a part; the entries are %s", key, strings.Join(partKeys(), ", "))
	case !ok:
		return fmt.Sprintf("'%s' must be a number of at least %d, but is %s", key, least, a)
	}
	return ""
}

// partKeys returns the names of the entries that a user may set.
func partKeys() []string {
	return []string{"name", "backend", "logical", "replicas", "units", "fast", "options"}
}

// decided() returns the names of the entries that only a strategy writes.
func decided() []string { return []string{"devices", "instances", "memory"} }

func readNumber(fields []numberField, e ir.NamedAttr, least int64) (known, ok bool) {
	for _, f := range fields {
		if f.key == e.Name {
			n, ok := e.Attr.Int()
			*f.into = n
			return true, ok && n >= least
		}
	}
	return false, false
}

func pairsOf(a ir.Attr) (pairs []PartOption, ok bool) {
	array, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil, false
	}
	for _, e := range array.Elems {
		w, ok := e.Strs()
		if !ok || len(w) != 2 {
			return nil, false
		}
		pairs = append(pairs, PartOption{w[0], w[1]})
	}
	return pairs, true
}

func verifyParts(op *ir.Op, a ir.Attr) error {
	list, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return ir.Errorf(op, "attribute '%s' must be a list of parts, but is %s", PartsAttr, a)
	}
	for _, e := range list.Elems {
		p, bad := readPart(e)
		if bad == "" && p.Name == "" {
			bad = fmt.Sprintf("a part must have the entry 'name', but is %s", e)
		}
		if bad != "" {
			return ir.Errorf(op, "attribute '%s': %s", PartsAttr, bad)
		}
		if err := verifyOrdered(op, PartsAttr, e); err != nil {
			return err
		}
	}
	return nil
}

// verifyOrdered fails if a part that a user wrote has an entry that only strategies may write.
func verifyOrdered(op *ir.Op, name string, a ir.Attr) error {
	d, _ := ir.AttrAs[*ir.DictAttr](a)
	for _, e := range d.Entries {
		if slices.Contains(decided(), e.Name) {
			return ir.Errorf(op, "attribute '%s': '%s' is decided by the strategy and cannot be set, but is %s", name, e.Name, e.Attr).
				WithHelp("remove this entry: users can set only " + strings.Join(partKeys(), ", "))
		}
	}
	return nil
}

func verifyArgAttr(f *ir.Op, arg int, name string, a ir.Attr) error {
	if name != StaticAttr || !ir.IsAttr[*ir.UnitAttr](a) {
		return ir.Errorf(f, "argument #%d has the attribute '%s' = %s, but arguments may have the unit attribute '%s' only", arg, name, a, StaticAttr)
	}
	return nil
}

func verifyResultAttr(f *ir.Op, result int, name string, _ ir.Attr) error {
	return ir.Errorf(f, "result #%d has the attribute '%s', but results may have no attributes of the dialect 'cluster'", result, name).
		WithHelp("put the attribute on the operation that computes the result, or remove it")
}

// verifyPart checks [PartAttr]: a name on an operation, or a dictionary on a cluster or function.
func verifyPart(op *ir.Op, a ir.Attr) error {
	_, bad := readPart(a)
	switch name, isName := a.Str(); {
	case isName && name != "":
		return nil
	case isName:
		return ir.Errorf(op, "attribute '%s' must name a part", PartAttr)
	case !ir.IsAttr[*ir.DictAttr](a):
		return ir.Errorf(op, "attribute '%s' must be a string on an operation, or a dictionary on a cluster or a function, but is %s", PartAttr, a)
	case bad != "":
		return ir.Errorf(op, "attribute '%s': %s", PartAttr, bad)
	case ir.Is[fn.Func](op):
		return verifyOrdered(op, PartAttr, a)
	}
	return nil
}
