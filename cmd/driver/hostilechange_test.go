package driver_test

import (
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

var (
	extremes = []string{"0", "-1", "1", "2147483648", "4294967296", "65536", "4611686018427387904", "9223372036854775807", "-9223372036854775808", "18446744073709551615"}
	oddElems = []string{"none", "i128", "i65", "i0", "index", "i1", "i4", "ui8", "si32", "f16", "bf16", "f8E4M3FN", "f4E2M1FN", "f80", "f128", "tf32", "complex<f32>", "complex<i32>", "!quant.uniform<i8:f32, 0.5:3>",
		"!quant.uniform<i8:f32:0, {0.5,0.25}>", "tuple<i32>", "vector<4xf32>", "!stablehlo.token", "!unknown.type", "memref<4xf32>", "tensor<4xf32>", "f64", "i64"}
	oddTypes = []string{"tensor<0xf32>", "tensor<f32>", "tensor<?xf32>", "tensor<?x?xi64>", "tensor<*xf32>", "tensor<4xf32, \"e\">", "tensor<4xf32, #unknown.x>", "tensor<?xf32, #stablehlo.bounds<4>>", "tensor<4611686018427387904x0xf32>", "tensor<4611686018427387904x4611686018427387904xf32>",
		"tensor<9223372036854775807xi8>", "tensor<1099511627776xf32>", "tensor<2x0x3xi32>", "tensor<1x1x1x1x1x1x1x1x1x1xf32>", "memref<*xf32>", "memref<?xf32>", "memref<4xf32, strided<[0]>>", "memref<4xf32, strided<[9223372036854775807], offset: ?>>", "memref<0xf32>",
		"memref<2x3xf32, affine_map<(d0, d1) -> (d1, d0)>>", "vector<0xf32>", "vector<4xf32>", "vector<[4]xf32>", "vector<f32>", "vector<1048576xf32>", "none", "i128", "i65", "index", "complex<f32>", "tuple<>", "tuple<tensor<4xf32>, i1>", "!stablehlo.token",
		"!quant.uniform<i8:f32, 0.5:3>", "tensor<2x!quant.uniform<i8:f32:0, {0.5,0.25}>>", "() -> ()", "!unknown.type", "tensor<4xcomplex<f64>>", "tensor<2xtuple<>>", "tensor<4xi1>"}
	oddDims = []string{"0", "1", "?", "2", "5", "65536", "4294967296", "4611686018427387904", "9223372036854775807"}

	number   = regexp.MustCompile(`(?:^|[^\w%@#^.$!-])(-?[0-9]+)(?:[^\w.]|$)`)
	dim      = regexp.MustCompile(`(?:<|x)([0-9]+|\?)x`)
	elemType = regexp.MustCompile(`(?:[<x: (,])([su]?i[0-9]+|b?f[0-9]\w*|index|complex<\w+>)(?:[>, )\n:]|$)`)
	anyType  = regexp.MustCompile(`(?:tensor|memref|vector)<[^<>]*>`)
	value    = regexp.MustCompile(`%[\w#]+`)
	attr     = regexp.MustCompile(`[,{<] ?\w+ = [^,}>]+|, \w+ = \[[^\]]*\]`)
)

// numChanges returns the number of changes of a program: 1 to 3, most often 1.
func numChanges(rng *rand.Rand) int { return 1 + rng.IntN(3)*rng.IntN(2) }

func TestNumChanges(t *testing.T) {
	rng, seen := rand.New(rand.NewPCG(1, 2)), map[int]bool{}
	for range 1000 {
		seen[numChanges(rng)] = true
	}
	if !maps.Equal(seen, map[int]bool{1: true, 2: true, 3: true}) {
		t.Errorf("got the numbers %v, expected 1 to 3", slices.Sorted(maps.Keys(seen)))
	}
}

// change returns a program with one to three changes, and a description of the changes.
func (h *hostile) change() (text, what string) {
	name := h.names[h.rng.IntN(len(h.names))]
	holders := h.holders[name]
	s := h.specimens[holders[h.rng.IntN(len(holders))]]
	for range 4 { // this prefers small programs
		if o := h.specimens[holders[h.rng.IntN(len(holders))]]; len(o.text) < len(s.text) {
			s = o
		}
	}
	text = s.text
	if h.rng.IntN(2) == 0 {
		text = s.generic
	}
	for changes := numChanges(h.rng); changes > 0; changes-- {
		var one string
		if h.rng.IntN(4) == 0 {
			text, one = h.structure(text, name)
		} else {
			text, one = h.token(text, name)
		}
		if one == "" && h.rng.IntN(8) > 0 { // there was nothing to change
			changes++
			continue
		}
		what += one + "; "
	}
	return text, name + ": " + what
}

// token replaces a number, an extent, a type or a value, or removes an attribute. It may replace
// all occurrences of a number, an extent or a type.
func (h *hostile) token(text, name string) (changed, what string) {
	kinds := []struct {
		what string
		find *regexp.Regexp
		with []string
	}{
		{"number", number, extremes}, {"number", number, extremes}, {"extent", dim, oddDims}, {"element", elemType, oddElems}, {"type", anyType, oddTypes}, {"value", value, value.FindAllString(text, -1)}, {"attribute", attr, nil},
	}
	k := kinds[h.rng.IntN(len(kinds))]
	var places [][]int // the positions of the tokens; tokens near the operation are in the list more than once
	for _, m := range k.find.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[len(m)-2], m[len(m)-1]
		line := text[strings.LastIndexByte(text[:from], '\n')+1:]
		line, _, _ = strings.Cut(line, "\n")
		places = append(places, []int{from, to})
		if strings.Contains(line, name) {
			for range 8 {
				places = append(places, []int{from, to})
			}
		}
	}
	if len(places) == 0 {
		return text, ""
	}
	at := places[h.rng.IntN(len(places))]
	old, with := text[at[0]:at[1]], ""
	if len(k.with) > 0 {
		with = k.with[h.rng.IntN(len(k.with))]
	}
	what = k.what + " " + old + " to " + with
	if k.what == "attribute" && old[0] != ',' {
		with = old[:1]
	}
	if k.what == "value" || k.what == "attribute" || h.rng.IntN(3) == 0 {
		return text[:at[0]] + with + text[at[1]:], what
	}
	var b strings.Builder
	from := 0
	for _, m := range k.find.FindAllStringSubmatchIndex(text, -1) {
		if x, y := m[len(m)-2], m[len(m)-1]; text[x:y] == old && x >= from {
			b.WriteString(text[from:x] + with)
			from = y
		}
	}
	return b.String() + text[from:], what + " everywhere"
}

// structure changes operands, regions, blocks or attributes of an operation.
func (h *hostile) structure(text, name string) (changed, what string) {
	m, err := h.read([]byte(text))
	if err != nil {
		return text, ""
	}
	top, err := asm.Parse(h.bare, diag.NewSource("generic", []byte(generic(m))), asm.Options{AllowUnregistered: true, SkipVerify: true})
	if err != nil {
		return text, ""
	}
	var ops []*ir.Op
	top.Walk(func(op *ir.Op) bool {
		if op.Name() == name {
			ops = append(ops, op)
		}
		return true
	})
	if len(ops) == 0 {
		return text, ""
	}
	op := ops[h.rng.IntN(len(ops))]
	changes := append(mistakes(op), structures(h.rng, op)...)
	c := changes[h.rng.IntN(len(changes))]
	if !c.make(op) {
		return text, ""
	}
	return generic(top), c.what
}

// structures lists changes of op. They are listed twice, so that they are chosen more often.
func structures(rng *rand.Rand, op *ir.Op) []mistake {
	var ms []mistake
	add := func(what string, f func(op *ir.Op) bool) { ms = append(ms, mistake{what, f}, mistake{what, f}) }
	if n := op.NumOperands(); n > 0 {
		i, j := rng.IntN(n), rng.IntN(n)
		add("operands exchanged", func(op *ir.Op) bool {
			a, b := op.OperandAt(i), op.OperandAt(j)
			op.SetOperandAt(i, b)
			op.SetOperandAt(j, a)
			return true
		})
		add("an operand twice", func(op *ir.Op) bool {
			op.SetOperands(append(op.OperandRange(0, n), op.OperandAt(i)))
			return true
		})
		add("no operands", func(op *ir.Op) bool {
			op.SetOperands(nil)
			return true
		})
		add("operand that is the result", func(op *ir.Op) bool {
			if op.NumResults() == 0 {
				return false
			}
			op.SetOperandAt(i, op.ResultAt(0))
			return true
		})
	}
	for i := range op.NumRegions() {
		if op.RegionAt(i).Empty() {
			continue
		}
		add("empty region", func(op *ir.Op) bool {
			for _, b := range op.RegionAt(i).Blocks {
				for inner := range b.Backward() {
					for v := range inner.Results() {
						if v.HasUses() {
							return false
						}
					}
					inner.Erase()
				}
			}
			return true
		})
		add("block without its terminator", func(op *ir.Op) bool {
			b := op.RegionAt(i).Blocks[0]
			if b.Last() == nil {
				return false
			}
			b.Last().Erase()
			return true
		})
		add("argument of another type", func(op *ir.Op) bool {
			b := op.RegionAt(i).Blocks[0]
			if b.NumArgs() == 0 {
				return false
			}
			types := []ir.Type{ir.None(), ir.Index(), ir.Int(65), ir.Tensor(ir.F32(), 0), ir.MemRef(ir.F32(), 4)}
			b.Arg(rng.IntN(b.NumArgs())).SetType(types[rng.IntN(len(types))])
			return true
		})
		add("one more argument", func(op *ir.Op) bool {
			op.RegionAt(i).Blocks[0].AddArg(ir.F32(), op.Loc())
			return true
		})
	}
	return ms
}
