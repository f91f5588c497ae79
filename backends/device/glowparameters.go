package device

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

// glowParameters reads the parameters of a device into s. The block is a multi-line YAML string
// with one parameter in each line; see cutGlowLine.
func glowParameters(src *diag.Source, block *ast.LiteralNode, s *placement.Spec) error {
	line, given := block.Start.Position.Line, map[string]glowLine{}
	for _, text := range strings.Split(block.Value.GetToken().Origin, "\n") {
		line++
		if strings.TrimSpace(text) == "" {
			continue
		}
		l, err := cutGlowLine(src, line, text)
		if err != nil {
			return err
		}
		if _, twice := given[l.key]; twice {
			return diag.Errorf(l.keyAt, "parameter '%s' is given twice", l.key).WithHelp("remove one of the lines")
		}
		given[l.key] = l
		if err := l.into(s); err != nil {
			return err
		}
	}
	if lone, other := s.LoneSRAM(); lone != "" {
		names := map[string]string{"sram": "sramCapacity", "sram_bandwidth": "peakSramBw"}
		return diag.Errorf(given[names[lone]].keyAt, "%s has no effect without %s", names[lone], names[other]).WithHelp("specify both or neither")
	}
	return nil
}

// glowLine is a parameter of a device, with its source positions.
type glowLine struct {
	key, value     string
	keyAt, valueAt diag.Span
}

// cutGlowLine splits a line such as "supportedNodes" : "Add,Mul".
func cutGlowLine(src *diag.Source, line int, text string) (l glowLine, err error) {
	start, _ := src.Offset(line, 1)
	span := func(from, length int) diag.Span {
		return diag.Span{Src: src, Start: start + from, End: min(start+from+length, len(src.Text))}
	}
	parts := strings.Split(text, `"`)
	if len(parts) != 5 || strings.TrimSpace(parts[0]) != "" || strings.TrimSpace(parts[2]) != ":" || strings.TrimSpace(parts[4]) != "" {
		trimmed := strings.TrimSpace(text)
		return l, diag.Errorf(span(strings.Index(text, trimmed), len(trimmed)), `expected a line such as "supportedNodes" : "Add,Mul"`).
			WithHelp("put the parameter and its value between double quotes, with a colon between them")
	}
	key := len(parts[0]) + 1
	value := key + len(parts[1]) + 1 + len(parts[2]) + 1
	return glowLine{parts[1], parts[3], span(key, len(parts[1])), span(value, len(parts[3]))}, nil
}

// glowOwn returns the parameters that Lathe reads.
func glowOwn() []string {
	return []string{"supportedNodes", "nonSupportedNodes", "memory", "sramCapacity", "peakCompute", "peakDramBw", "peakSramBw", "inputCountMax"}
}

// glowUnread returns the parameters of Glow and its backends that Lathe ignores: the number of the
// physical device, profiling, and the bandwidth of the bus. Lathe uses links instead of the bus.
func glowUnread() []string {
	return []string{"deviceID", "platformID", "deviceId", "platformId", "doProfile", "peakPCIeBw"}
}

// unknown fails unless glowUnread has the parameter.
func (l glowLine) unknown() error {
	if slices.Contains(glowUnread(), l.key) {
		return nil
	}
	d := diag.Errorf(l.keyAt, "unknown parameter '%s'; have %s", l.key, strings.Join(slices.Concat(glowOwn(), glowUnread()), ", "))
	if near, ok := diag.Suggest(l.key, slices.Values(slices.Concat(glowOwn(), glowUnread()))); ok {
		return d.WithHelp("did you mean '" + near + "'?")
	}
	return d.WithHelp("remove the line")
}

// The method "into" sets the property of s that the line l describes.
func (l glowLine) into(s *placement.Spec) (err error) {
	switch l.key {
	case "supportedNodes":
		s.Allow, err = l.kinds()
		if err == nil && s.Allow == nil && strings.Trim(l.value, ", \t") != "" {
			return diag.Errorf(l.valueAt, "supportedNodes must name an operation other than Save, Placeholder and Constant").
				WithHelp("remove the line to allow all operations")
		}
	case "nonSupportedNodes":
		s.Deny, err = l.kinds()
	case "memory":
		s.Memory, err = l.bytes()
	case "sramCapacity":
		s.SRAM, err = l.bytes()
	case "peakCompute":
		s.Compute, err = l.speed()
	case "peakDramBw":
		s.Bandwidth, err = l.speed()
	case "peakSramBw":
		s.SRAMBandwidth, err = l.speed()
	case "inputCountMax":
		s.Peers, err = strconv.ParseInt(l.value, 10, 64)
		if err != nil || s.Peers < 0 {
			return diag.Errorf(l.valueAt, "inputCountMax must be a whole number from 0 to 2^63-1, but is '%s'", l.value).WithHelp("use 0 for no limit")
		}
	default:
		err = l.unknown()
	}
	return err
}

func (l glowLine) bytes() (int64, error) {
	n, err := placement.ParseBytes(l.value)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, diag.Errorf(l.valueAt, "%s must be from 0 bytes to less than 8388608TiB, but is '%s'", l.key, l.value).WithHelp("use 0 for no limit")
	case err != nil:
		return 0, diag.Errorf(l.valueAt, "%s must be a size such as 64, 32KiB or 2GB, but is '%s'", l.key, l.value).WithHelp("use a whole number of bytes, or 0 for no limit")
	}
	return n, nil
}

// speed returns the value as a number per second.
func (l glowLine) speed() (float64, error) {
	x, err := strconv.ParseFloat(l.value, 64)
	if err != nil || !(x > 0) || !placement.Sensible(x) {
		return 0, diag.Errorf(l.valueAt, "%s must be a number from 1e-15 to 1e+24, but is '%s'", l.key, l.value).
			WithHelp("give the number per second, or remove the line to use the default")
	}
	return x, nil
}

// glowNames maps Glow's kinds of operations to Lathe's kinds. Save, Placeholder and Constant are
// not operations in Lathe: they are results, arguments and constants of a function.
func glowNames() map[string]string {
	return map[string]string{
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
}

// kinds returns the value as a list of kinds of operations.
func (l glowLine) kinds() (names []string, err error) {
	known, at := glowNames(), 0
	for _, part := range strings.Split(l.value, ",") {
		kind := strings.TrimSpace(part)
		start := l.valueAt.Start + at + strings.Index(part, kind)
		at += len(part) + 1
		name, ok := known[kind]
		switch {
		case kind == "":
		case strings.Contains(kind, "."): // a name in Lathe's form
			names = append(names, kind)
		case !ok:
			help := "use one of " + strings.Join(slices.Sorted(maps.Keys(known)), ", ") + ", or a name such as nn.add"
			if near, ok := diag.Suggest(kind, maps.Keys(known)); ok {
				help = "did you mean '" + near + "'?"
			}
			return nil, diag.Errorf(diag.Span{Src: l.valueAt.Src, Start: start, End: start + len(kind)}, "there is no kind of operation '%s'", kind).WithHelp(help)
		case name != "":
			names = append(names, name)
		}
	}
	return names, nil
}
