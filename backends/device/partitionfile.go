package device

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

// ReadPartition reads a YAML file that divides the operations of a function into partitions:
//
//	function: main                   # may be left out
//	partitions: 3
//	names: [p1, p2, p3]              # these lists have an entry for each partition
//	backends: [vm, c, vm]
//	logical: [[0], [1], [0, 2]]      # device numbers; an equal number means the same device
//	units: [2, 3, 1]                 # execution units
//	fast: [[], [a], []]              # values to keep in fast memory
//	options: [{}, {key: value}, {}]
//	replicas: {0: 2}                 # number of copies, by partition
//	ops: {sub: 0, mul: 1}            # partition of an operation, by its name or #id
//
// If ops has no operation for one of the partitions, this partition gets all other operations.
//
// See docs/placement-reference.md for the meaning of the keys. Errors have a source position.
func ReadPartition(file string) (*partition.Config, error) {
	src, err := diag.ReadSource("partition file", file, maxPartitionFile, "name an existing file")
	if err != nil {
		return nil, err
	}
	return ParsePartition(src)
}

// ParsePartition reads the text of a partition file.
func ParsePartition(src *diag.Source) (*partition.Config, error) {
	src = withoutMark(src)
	top, err := parseYAML(src, "a partition file", maxPartitionFile, "divide large programs with --partition-from, whose files may be larger")
	if err != nil {
		return nil, err
	}
	c := &partition.Config{At: diag.Span{Src: src}, Keys: map[string]diag.Span{}}
	if top == nil || top.Type() == ast.NullType {
		return nil, diag.Errorf(c.At, "expected a mapping with the key partitions").WithHelp(partitionsHelp)
	}
	p, err := newPartitionEntry(top)
	if err != nil {
		return nil, yamlError(src, err)
	}
	for key, n := range p.fields {
		c.Keys[key] = tokenSpan(src, n.GetToken())
	}
	for _, read := range []func(*diag.Source, *partition.Config) error{p.values, p.options, p.ops} {
		if err := read(src, c); err != nil {
			return nil, err
		}
	}
	return c, c.Check()
}

// values reads the keys whose values are names, numbers, or lists of these.
func (p *partitionEntry) values(src *diag.Source, c *partition.Config) error {
	err := readFields(src, p.fields, []field{
		{"function", &c.Function, word{}, "a non-empty text", "main"},
		{"partitions", &c.Partitions, whole{}, "a whole number from 1 to 1000000", "3"},
		{"names", &c.Names, list{word{}}, "a list of names", "[p1, p2, p3]"},
		{"backends", &c.Backends, list{word{}}, "a list of names", "[vm, c, vm]"},
		{"logical", &c.Logical, list{list{whole{}}}, "a list of lists of whole numbers", "[[0], [1], [0, 2]]"},
		{"units", &c.Units, list{whole{}}, "a list of whole numbers", "[2, 3, 1]"},
		{"fast", &c.Fast, list{list{word{}}}, "a list of lists of names", "[[], [a], []]"},
		{"options", nil, list{mapping{word{}, text{}}}, "a list of mappings from names to strings", "[{}, {key: value}, {}]"},
		{"replicas", &c.Replicas, mapping{whole{}, whole{}}, "a mapping from partitions to whole numbers", "{0: 2}"},
	})
	if err == nil {
		c.FastAt = p.fastAt(src)
		c.Entries = p.entries(src)
	}
	return err
}

// partitionEntry has the values of a partition file by their keys.
type partitionEntry struct{ fields map[string]ast.Node }

func newPartitionEntry(n ast.Node) (e partitionEntry, err error) {
	m, ok := n.(ast.MapNode)
	if !ok {
		return e, &entryError{n.GetToken(), "expected a mapping with the key partitions", partitionsHelp}
	}
	e.fields, err = keyed(m, "a partition file", partitionKeys())
	return e, err
}

const partitionsHelp = "write, for example, partitions: 2, and below it ops: {NAME: 0}"

func partitionKeys() []string {
	return []string{"function", "partitions", "names", "backends", "logical", "units", "fast", "options", "replicas", "ops"}
}

// entries returns the source positions of the elements of each list, by the key of the list.
func (e *partitionEntry) entries(src *diag.Source) map[string][]diag.Span {
	at := map[string][]diag.Span{}
	for key, field := range e.fields {
		if l, ok := field.(*ast.SequenceNode); ok {
			for _, n := range l.Values {
				at[key] = append(at[key], tokenSpan(src, n.GetToken()))
			}
		}
	}
	return at
}

// fastAt returns the source positions of the values in the lists "fast", by name.
func (e *partitionEntry) fastAt(src *diag.Source) map[string]diag.Span {
	at := map[string]diag.Span{}
	parts, _ := e.fields["fast"].(*ast.SequenceNode)
	if parts == nil {
		return at
	}
	for _, part := range parts.Values {
		for _, n := range part.(*ast.SequenceNode).Values {
			at[n.(*ast.StringNode).Value] = tokenSpan(src, n.GetToken())
		}
	}
	return at
}

func (e *partitionEntry) options(src *diag.Source, c *partition.Config) error {
	n := e.fields["options"]
	if n == nil {
		return nil
	}
	var maps []yaml.MapSlice
	if yaml.NodeToValue(n, &maps, yaml.UseOrderedMap()) != nil {
		return diag.Errorf(tokenSpan(src, n.GetToken()), "options must be a list of mappings, but is '%s'", n).WithHelp("write, for example, options: [{}, {key: value}]")
	}
	for _, m := range maps {
		var list []placement.PartOption
		for _, i := range m {
			list = append(list, placement.PartOption{Key: fmt.Sprint(i.Key), Value: fmt.Sprint(i.Value)})
		}
		c.Options = append(c.Options, list)
	}
	return nil
}

func (e *partitionEntry) ops(src *diag.Source, c *partition.Config) error {
	n := e.fields["ops"]
	if n == nil {
		return nil
	}
	m, ok := n.(ast.MapNode)
	if !ok {
		return diag.Errorf(tokenSpan(src, n.GetToken()), "ops must be a mapping from operations to partitions, but is '%s'", n).WithHelp("write, for example, ops: {sub: 0, mul: 1}")
	}
	for it := m.MapRange(); it.Next(); {
		op := partition.ConfigOp{Name: it.Key().GetToken().Value, At: tokenSpan(src, it.Key().GetToken())}
		if bad, _ := (whole{}).misfit(it.Value()); bad != nil || yaml.NodeToValue(it.Value(), &op.Part) != nil {
			return diag.Errorf(tokenSpan(src, it.Value().GetToken()), "the partition of '%s' must be a whole number, but is '%s'", op.Name, it.Value()).
				WithHelp("write, for example, ops: {" + op.Name + ": 0}")
		}
		c.Ops = append(c.Ops, op)
	}
	return nil
}
