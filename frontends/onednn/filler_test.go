package onednn_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestFillers reads and writes lists of twelve equal numbers, which oneDNN writes for some absent
// attributes. A list that the operation may need must not be lost.
func TestFillers(t *testing.T) {
	list := func(elem string, n int) string { return "[" + strings.Join(repeat(elem, n), ",") + "]" }
	ints := func(name, elem string) string {
		return fmt.Sprintf(`"%s":{"type":"s64[]","value":%s}`, name, list(elem, 12))
	}
	tensor := func(id int, dtype, shape string) string {
		return fmt.Sprintf(`{"id":%d,"dtype":"%s","shape":%s}`, id, dtype, shape)
	}
	operation := func(kind, attrs, inputs, output string) string {
		return fmt.Sprintf(`{"graph":[{"id":1,"kind":"%s","attrs":{%s},"inputs":[%s],"outputs":[%s]}]}`, kind, attrs, inputs, output)
	}
	scales := `"qtype":{"type":"string","value":"per_channel"},"axis":{"type":"s64","value":1},"scales":{"type":"f32[]","value":` + list("0.5", 12) + `},`
	window := func(rank int, pad string) string {
		var attrs []string
		for name, elem := range map[string]string{"strides": "1", "pads_begin": pad, "pads_end": "0", "kernel": "1"} {
			attrs = append(attrs, fmt.Sprintf(`"%s":{"type":"s64[]","value":%s}`, name, list(elem, rank-2)))
		}
		return strings.Join(attrs, ",") + ","
	}
	// padded is AvgPool's result for an input without elements. With a padding of 1, there is one
	// window in each spatial dimension.
	padded := "[0," + strings.Repeat("1,", 10) + "0]"
	convolution := `"strides":{"type":"s64[]","value":[1,1]},"pads_begin":{"type":"s64[]","value":[0,0]},"pads_end":{"type":"s64[]","value":[0,0]},"dilations":{"type":"s64[]","value":[1,1]},`
	exclude := `"exclude_pad":{"type":"bool","value":1},`
	// filler is true if Import must ignore the list, so the operation lacks the attribute attr.
	// AvgPoolBackward does not need src_shape if it has an operand for the shape.
	for _, c := range []struct {
		name, text, attr string
		filler           bool
	}{
		{"zero points 1", operation("Dequantize", scales+ints("zps", "1"), tensor(0, "s8", "[2,12]"), tensor(2, "f32", "[2,12]")), "zps", false},
		{"zero points 0", operation("Dequantize", scales+ints("zps", "0"), tensor(0, "s8", "[2,12]"), tensor(2, "f32", "[2,12]")), "zps", false},
		{"zero points of Quantize", operation("Quantize", scales+ints("zps", "1"), tensor(0, "f32", "[2,12]"), tensor(2, "u8", "[2,12]")), "zps", false},
		{
			"groups of rank 12", operation("DynamicDequantize", `"qtype":{"type":"string","value":"per_group"},`+ints("group_shape", "1"),
				tensor(0, "s8", list("1", 12))+","+tensor(1, "f32", list("1", 12)), tensor(2, "f32", list("1", 12))), "group_shape", false,
		},
		{"dilations", operation("MaxPool", window(4, "0")+ints("dilations", "1"), tensor(0, "f32", "[1,2,2,1]"), tensor(2, "f32", "[1,2,2,1]")), "dilations", true},
		{"dilations of rank 14", operation("MaxPool", window(14, "0")+ints("dilations", "1"), tensor(0, "f32", list("1", 14)), tensor(2, "f32", list("1", 14))), "dilations", false},
		{
			"shape and operand", operation("AvgPoolBackward", window(4, "0")+exclude+ints("src_shape", "0"),
				tensor(0, "f32", "[1,2,2,1]")+","+tensor(1, "s32", "[4]"), tensor(2, "f32", "[1,2,2,1]")), "src_shape", true,
		},
		{
			"shape of rank 12", operation("AvgPoolBackward", window(12, "1")+exclude+ints("src_shape", "0"),
				tensor(0, "f32", padded), tensor(2, "f32", list("0", 12))), "src_shape", false,
		},
		{
			"shape of rank 12 and operand", operation("AvgPoolBackward", window(12, "1")+exclude+ints("src_shape", "0"),
				tensor(0, "f32", padded)+","+tensor(1, "s32", "[12]"), tensor(2, "f32", list("0", 12))), "src_shape", true,
		},
		{"padding of results", operation("ConvTranspose", convolution+ints("output_padding", "0"), tensor(0, "f32", "[1,2,2,1]")+","+tensor(1, "f32", "[1,1,1,1]"), tensor(2, "f32", "[1,2,2,1]")), "output_padding", true},
	} {
		m, err := onednn.Import(t.Context(), registry(t), diag.NewSource("g.json", []byte(c.text)))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		f, _ := ir.As[fn.Func](m.Body().First())
		if ok := !f.Entry().First().Attr(c.attr).IsNil(); ok == c.filler {
			t.Errorf("%s: the operation has the attribute: %v, want %v", c.name, ok, !c.filler)
		}
		var out bytes.Buffer
		if err := onednn.Export(&out, f); err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if strings.Contains(out.String(), `"`+c.attr+`"`) == c.filler {
			t.Errorf("%s: the written graph has the attribute: %v, want %v:\n%s", c.name, c.filler, !c.filler, out.String())
		}
	}
}

func repeat(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}
