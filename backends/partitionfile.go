package backends

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

// ReadPartition reads a YAML file that says which operations of a function are together:
//
//	function: main                   # may be left out
//	partitions: 3
//	names: [p1, p2, p3]              # these lists have an entry for each partition
//	backends: [vm, c, vm]
//	logical: [[0], [1], [0, 2]]      # numbers of devices
//	units: [2, 3, 1]
//	fast: [[], [a], []]
//	options: [{}, {key: value}, {}]
//	replicas: {0: 2}                 # by partition
//	ops: {sub: 0, mul: 1}            # by value or #id; one partition may have none: it gets the rest
//
// Errors have a place.
func ReadPartition(file string) (*partition.Config, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, diag.Errorf(diag.Span{}, "cannot open partition file '%s': %v", file, err)
	}
	return ParsePartition(file, text)
}

// ParsePartition reads the text of a file; name is for messages.
func ParsePartition(name string, text []byte) (*partition.Config, error) {
	src := diag.NewSource(name, text)
	if err := oneDocument(src); err != nil {
		return nil, err
	}
	var p partitionEntry
	if err := yaml.Unmarshal(text, &p); err != nil {
		return nil, yamlError(src, err)
	}
	c := &partition.Config{At: diag.Span{Src: src}, Keys: map[string]diag.Span{}}
	for key, n := range p.fields {
		c.Keys[key] = tokenSpan(src, n.GetToken())
	}
	if p.fields == nil {
		return nil, diag.Errorf(c.At, "expected a mapping with the key partitions")
	}
	for _, read := range []func(*diag.Source, *partition.Config) error{p.values, p.options, p.ops} {
		if err := read(src, c); err != nil {
			return nil, err
		}
	}
	return c, c.Check()
}

// values reads the keys that are names, numbers, and lists of them.
func (p *partitionEntry) values(src *diag.Source, c *partition.Config) error {
	for _, f := range []struct {
		key  string
		into any
		need string
	}{
		{"function", &c.Function, "a name"}, {"partitions", &c.Partitions, "a number"}, {"names", &c.Names, "a list of names"},
		{"backends", &c.Backends, "a list of names"}, {"logical", &c.Logical, "a list of lists of numbers"},
		{"units", &c.Units, "a list of numbers"}, {"fast", &c.Fast, "a list of lists of names"},
		{"replicas", &c.Replicas, "a mapping from partitions to numbers"},
	} {
		n := p.fields[f.key]
		if strings.Contains(f.need, "number") {
			if bad := notWhole(n); bad != nil {
				return diag.Errorf(tokenSpan(src, bad.GetToken()), "%s must be %s, but has '%s', which is no whole number", f.key, f.need, bad)
			}
		}
		if n != nil && yaml.NodeToValue(n, f.into) != nil {
			return diag.Errorf(tokenSpan(src, n.GetToken()), "%s must be %s, but is '%s'", f.key, f.need, n)
		}
	}
	return nil
}

// notWhole returns the first fraction or text in lists and mappings of numbers, which the
// library would round or read; nil where there is none. What else is no number it refuses.
func notWhole(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.FloatNode, *ast.StringNode:
		return n
	case *ast.SequenceNode:
		for _, v := range n.Values {
			if bad := notWhole(v); bad != nil {
				return bad
			}
		}
	case ast.MapNode:
		for it := n.MapRange(); it.Next(); {
			for _, v := range []ast.Node{it.Key(), it.Value()} {
				if bad := notWhole(v); bad != nil {
					return bad
				}
			}
		}
	}
	return nil
}

// partitionEntry is a mapping with the places of its keys.
type partitionEntry struct{ fields map[string]ast.Node }

// UnmarshalYAML implements yaml.NodeUnmarshaler.
func (e *partitionEntry) UnmarshalYAML(n ast.Node) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return &entryError{n.GetToken(), "expected a mapping with the key partitions"}
	}
	e.fields = map[string]ast.Node{}
	for it := m.MapRange(); it.Next(); {
		key := it.Key().GetToken()
		if known := partitionKeys(); !slices.Contains(known, key.Value) {
			return &entryError{key, "unknown key '" + key.Value + "' of a partition file; have " + strings.Join(known, ", ")}
		}
		if e.fields[key.Value] != nil {
			return &entryError{key, "key '" + key.Value + "' is given twice"}
		}
		e.fields[key.Value] = it.Value()
	}
	return nil
}

func partitionKeys() []string {
	return []string{"function", "partitions", "names", "backends", "logical", "units", "fast", "options", "replicas", "ops"}
}

func (e *partitionEntry) options(src *diag.Source, c *partition.Config) error {
	n := e.fields["options"]
	if n == nil {
		return nil
	}
	var maps []yaml.MapSlice
	if yaml.NodeToValue(n, &maps, yaml.UseOrderedMap()) != nil {
		return diag.Errorf(tokenSpan(src, n.GetToken()), "options must be a list of mappings, but is '%s'", n)
	}
	for _, m := range maps {
		var list []placement.PartOption
		for _, i := range m {
			key, isKey := i.Key.(string)
			value, isValue := i.Value.(string)
			if !isKey || !isValue {
				return diag.Errorf(tokenSpan(src, n.GetToken()), "options must map words to words, but one maps '%v' to '%v'", i.Key, i.Value)
			}
			list = append(list, placement.PartOption{Key: key, Value: value})
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
		return diag.Errorf(tokenSpan(src, n.GetToken()), "ops must be a mapping from operations to partitions, but is '%s'", n)
	}
	for it := m.MapRange(); it.Next(); {
		op := partition.ConfigOp{Name: it.Key().GetToken().Value, At: tokenSpan(src, it.Key().GetToken())}
		if notWhole(it.Value()) != nil || yaml.NodeToValue(it.Value(), &op.Part) != nil {
			return diag.Errorf(tokenSpan(src, it.Value().GetToken()), "the partition of '%s' must be a number, but is '%s'", op.Name, it.Value())
		}
		c.Ops = append(c.Ops, op)
	}
	return nil
}
