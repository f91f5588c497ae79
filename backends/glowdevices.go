package backends

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// glowDevices reads a device file in Glow's form; ok is false where it has another:
//
//   - name: Device1
//     backendName: CPU
//     parameters: |
//     "nonSupportedNodes" : "AvgPool,Mul"
//     "supportedNodes" : ""
//     "memory" : "1GiB"
//
// The order is that of priority. Interpreter is backend ref and CPU is vm; other backends
// keep their names. Kinds of operations become those of dialect nn. Glow takes memory and
// speeds from its command line; here each device may have its own: memory, sramCapacity,
// peakCompute, peakDramBw, peakSramBw, inputCountMax.
func glowDevices(src *diag.Source) (specs []DeviceSpec, ok bool, err error) {
	var top ast.Node
	if yaml.Unmarshal(src.Text, &top) != nil || top == nil {
		return nil, false, nil
	}
	list, isList := top.(*ast.SequenceNode)
	if !isList || len(list.Values) == 0 {
		return nil, false, nil
	}
	if !slices.ContainsFunc(list.Values, isGlow) {
		return nil, false, nil
	}
	for _, n := range list.Values {
		s, err := glowDevice(src, n)
		if err != nil {
			return nil, true, err
		}
		specs = append(specs, s)
	}
	number(specs)
	return specs, true, nil
}

// isGlow reports whether a device is described in Glow's form.
func isGlow(n ast.Node) bool {
	m, ok := n.(ast.MapNode)
	if !ok {
		return false
	}
	for it := m.MapRange(); it.Next(); {
		if key := it.Key().GetToken().Value; key == "backendName" || key == "parameters" {
			return true
		}
	}
	return false
}

// glowKeys are the keys of an entry, all of which must be there.
func glowKeys() []string { return []string{"name", "backendName", "parameters"} }

// glowFields are the values of an entry.
func glowFields(src *diag.Source, n ast.Node) (map[string]ast.Node, error) {
	m, ok := n.(ast.MapNode)
	if !ok {
		return nil, diag.Errorf(tokenSpan(src, n.GetToken()), "a device must be a mapping with name, backendName and parameters").
			WithHelp("fill the entry in, or delete it")
	}
	fields, err := keyed(m, "a device in Glow's form, whose parameters are lines of its block 'parameters'", glowKeys())
	if err != nil {
		return nil, yamlError(src, err)
	}
	for _, key := range glowKeys() {
		if fields[key] == nil {
			return nil, diag.Errorf(tokenSpan(src, n.GetToken()), "a device needs the key %s", key).
				WithHelp("all of " + strings.Join(glowKeys(), ", ") + " must be there")
		}
	}
	return fields, readFields(src, fields, []field{
		{"name", nil, word{}, "a name", "Device1"},
		{"backendName", nil, word{}, "the name of a backend", "CPU"},
	})
}

// number gives devices of one backend, whose names need not differ in Glow, names that
// do.
func number(specs []DeviceSpec) {
	seen := map[string]int{}
	for _, s := range specs {
		seen[s.Name]++
	}
	next := map[string]int{}
	for i := range specs {
		s := &specs[i]
		if name := s.Name; seen[name] > 1 {
			s.Name = fmt.Sprintf("%s.%d", name, next[name])
			next[name]++
		}
		s.Spec.Name = s.Name
	}
}

func glowDevice(src *diag.Source, n ast.Node) (s DeviceSpec, err error) {
	fields, err := glowFields(src, n)
	if err != nil {
		return s, err
	}
	s.Name = fields["name"].GetToken().Value
	s.Backend = glowBackend(fields["backendName"].GetToken().Value)
	s.At = tokenSpan(src, fields["backendName"].GetToken())
	s.named = tokenSpan(src, fields["name"].GetToken())
	s.Spec.Backend, s.glow = s.Backend, true
	text, isBlock := fields["parameters"].(*ast.LiteralNode)
	if !isBlock {
		return s, diag.Errorf(tokenSpan(src, fields["parameters"].GetToken()), `parameters must be a block of lines such as "supportedNodes" : "Add,Mul"`).
			WithHelp("write 'parameters: |' and each line below it, indented")
	}
	if err := checkName(s, false, tokenSpan(src, fields["name"].GetToken())); err != nil {
		return s, err
	}
	return s, glowParameters(src, text, &s.Spec)
}

// glowParameters reads the lines of a block.
func glowParameters(src *diag.Source, block *ast.LiteralNode, s *placement.Spec) error {
	line, given := block.Start.Position.Line, map[string]bool{}
	for _, text := range strings.Split(block.Value.GetToken().Origin, "\n") {
		line++
		if strings.TrimSpace(text) == "" {
			continue
		}
		fail := func(format string, a ...any) error {
			at, _ := src.Offset(line, 1+len(text)-len(strings.TrimLeft(text, " ")))
			return diag.Errorf(diag.Span{Src: src, Start: at, End: at + len(strings.TrimSpace(text))}, format, a...)
		}
		parts := strings.Split(text, `"`)
		if len(parts) != 5 || strings.TrimSpace(parts[0]) != "" || strings.TrimSpace(parts[2]) != ":" || strings.TrimSpace(parts[4]) != "" {
			return fail(`expected a line such as "supportedNodes" : "Add,Mul"`)
		}
		if given[parts[1]] {
			return fail("parameter '%s' is given twice", parts[1])
		}
		given[parts[1]] = true
		if err := glowParameter(s, parts[1], parts[3]); err != nil {
			return fail("%v", err)
		}
	}
	return nil
}

// glowOwn are the parameters that are read here.
func glowOwn() []string {
	return []string{"supportedNodes", "nonSupportedNodes", "memory", "sramCapacity", "peakCompute", "peakDramBw", "peakSramBw", "inputCountMax"}
}

// glowUnread are the parameters of Glow that mean nothing here: which of the machine's
// devices it is, and the bandwidth of the bus, which links have.
func glowUnread() []string { return []string{"deviceID", "peakPCIeBw"} }

// glowUnknown fails unless a parameter is one that is not read on purpose.
func glowUnknown(key string) error {
	known := slices.Concat(glowOwn(), glowUnread())
	if slices.Contains(known, key) {
		return nil
	}
	message := "unknown parameter '" + key + "'; have " + strings.Join(known, ", ")
	if near, ok := diag.Suggest(key, slices.Values(known)); ok {
		message += "; did you mean '" + near + "'?"
	}
	return errors.New(message)
}

// glowParameter reads one.
func glowParameter(s *placement.Spec, key, value string) (err error) {
	number := func(into *float64) error {
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0) || !placement.Sensible(x) {
			return fmt.Errorf("%s must be a number from 1e-15 to 1e+24, but is '%s'", key, value)
		}
		*into = x
		return nil
	}
	switch key {
	case "supportedNodes":
		s.Allow, err = glowKinds(value)
	case "nonSupportedNodes":
		s.Deny, err = glowKinds(value)
	case "memory":
		s.Memory, err = placement.ParseBytes(value)
	case "sramCapacity":
		s.SRAM, err = placement.ParseBytes(value)
	case "peakCompute":
		err = number(&s.Compute)
	case "peakDramBw":
		err = number(&s.Bandwidth)
	case "peakSramBw":
		err = number(&s.SRAMBandwidth)
	case "inputCountMax":
		s.Peers, err = strconv.ParseInt(value, 10, 64)
		if err != nil || s.Peers < 0 {
			err = errors.New("inputCountMax must be a whole number of values, but is '" + value + "'")
		}
	default:
		err = glowUnknown(key)
	}
	return err
}

func glowBackend(name string) string {
	switch name {
	case "Interpreter":
		return "ref"
	case "CPU":
		return "vm"
	case "OpenCL":
		return "opencl"
	}
	return name
}

// glowKinds reads a list of kinds of operations. Save and Placeholder are no operations
// here: they are what a function takes and returns.
func glowKinds(list string) (names []string, err error) {
	known := map[string]string{
		"Add": "nn.add", "Sub": "nn.sub", "Mul": "nn.mul", "Div": "nn.div", "Max": "nn.max", "Min": "nn.min", "Relu": "nn.relu",
		"Sigmoid": "nn.sigmoid", "Tanh": "nn.tanh", "Clip": "nn.clip", "ConvertTo": "nn.convert",
		"FullyConnected": "nn.fc", "MatMul": "nn.matmul", "LayerNormalization": "nn.layer_norm", "TopK": "nn.topk",
		"Convolution": "nn.conv2d", "AvgPool": "nn.avg_pool2d", "MaxPool": "nn.max_pool2d",
		"Concat": "nn.concat", "Slice": "nn.slice", "Reshape": "nn.reshape", "Transpose": "nn.transpose", "Tile": "nn.tile", "Splat": "nn.splat",
		"SparseLengthsSum": "nn.sparse_lengths_sum", "SparseLengthsWeightedSum": "nn.sparse_lengths_weighted_sum",
		"RowwiseQuantizedSparseLengthsWeightedSum":      "nn.rowwise_sparse_lengths_weighted_sum",
		"FusedRowwiseQuantizedSparseLengthsSum":         "nn.fused_rowwise_sparse_lengths_sum",
		"FusedRowwiseQuantizedSparseLengthsWeightedSum": "nn.fused_rowwise_sparse_lengths_weighted_sum",
		"EmbeddingBag": "nn.embedding_bag", "EmbeddingBagByteRowwiseOffsets": "nn.embedding_bag_byte_rowwise",
		"Save": "", "Placeholder": "", "Constant": "",
	}
	for _, kind := range strings.Split(list, ",") {
		kind = strings.TrimSpace(kind)
		name, ok := known[kind]
		switch {
		case kind == "":
		case strings.Contains(kind, "."): // a name of our own
			names = append(names, kind)
		case !ok:
			return nil, fmt.Errorf("there is no kind of operation '%s'", kind)
		case name != "":
			names = append(names, name)
		}
	}
	return names, nil
}
