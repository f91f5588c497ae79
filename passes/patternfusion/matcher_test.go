package patternfusion_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// build makes a function from a list such as "a = MatMul(x, y); b = ReLU(a)". A name that no
// operation defines is an argument. Each operation has one result and no attributes.
func build(t testing.TB, reg *ir.Registry, text string) (fn.Func, map[string]*ir.Op) {
	t.Helper()
	typ := ir.Tensor(ir.F32(), 4, 4)
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	f := fn.New(b, "main", nil, nil)
	b.AtEnd(f.Entry())
	values, ops := map[string]*ir.Value{}, map[string]*ir.Op{}
	for item := range strings.SplitSeq(text, ";") {
		name, rest, _ := strings.Cut(strings.TrimSpace(item), "=")
		kind, list, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(rest), ")"), "(")
		if !ok {
			t.Fatalf("%q is not an operation", item)
		}
		in := ir.Init{Results: []ir.Type{typ}}
		for arg := range strings.SplitSeq(list, ",") {
			arg = strings.TrimSpace(arg)
			if values[arg] == nil {
				values[arg] = f.Entry().AddArg(typ, ir.Loc{})
			}
			in.Operands = append(in.Operands, values[arg])
		}
		name = strings.TrimSpace(name)
		ops[name] = b.Op("onednn_graph."+kind, in)
		ops[name].SetID(uint32(len(ops)))
		values[name] = ops[name].Result()
	}
	fn.NewReturn(b)
	return f, ops
}

// TestMatcher has the 55 test cases of oneDNN's matcher, under the names that they have in oneDNN.
// Each line has a pattern, a graph, and the operations that are matched.
//
//   - 50 cases match a pattern against a graph, with the same result as in oneDNN. A case of
//     several graphs has several lines. Some lines have no match.
//   - CreateInputPort, CreateOutputPort and GraphNodeName only build a pattern in oneDNN; this test
//     also matches a graph. The case Graph is tested by TestErrors in package fusepattern, since an
//     empty pattern is an error here. The case GraphRun corresponds to TestNothing.
//   - Two further cases, "backtracking …", match here, but not in oneDNN. oneDNN's matcher keeps
//     the first repetition and the first alternative that match.
//   - The cases about alternatives of operands have no counterpart in oneDNN.
func TestMatcher(t *testing.T) {
	reg := registry(t)
	const act = "(ReLU | Sigmoid | Tanh)"
	for _, c := range []struct{ name, pattern, graph, want string }{
		{"GraphAppendLeafOp", "%y = Add(_, _)", "a = Add(x, y)", "a"},
		{"GraphAppendNonLeafOp", "%y = Convolution(_, _) %y = BiasAdd(%y, _)", "c = Convolution(x, w); b = BiasAdd(c, v); r = ReLU(b)", "c b"},
		{"GraphNoAllowSideOutput", "%y = Convolution(_, _) %y = BiasAdd(%y, _)", "c = Convolution(x, w); b = BiasAdd(c, v); r = ReLU(b); a = Add(c, z)", ""},
		{"ConvAddFusion", "%y = Convolution(_, _) %z = Add(%y, %y)", "c = Convolution(x, w); a = Add(c, c)", "c a"},
		{"FailToFuseConvAdd", "%y = Convolution(_, _) %z = Add(%y, _)", "c = Convolution(x, w); a = Add(c, c)", ""},
		{"ConvAddFusionCase2", "%y = Convolution(_, _) %z = Add(%y, _)", "c = Convolution(x, w); d = Convolution(c, v); a = Add(c, d)", "d a"},
		{"ConvAddFusionCase3", "%y = Convolution(_, _) %z = Add(%y, _)", "c = Convolution(x, w); d = Convolution(u, v); a = Add(c, d)", "c a"},
		{"CommutativeInputBothConstrained", "%c = Convolution(_, _) %e = Elu(%c) %a = Abs(%c) %y = Add(%e, %a)", "c = Convolution(x, w); e = Elu(c); a = Abs(c); s = Add(e, a)", "c e a s"},
		{"CommutativeInputBothConstrained, swapped", "%c = Convolution(_, _) %e = Elu(%c) %a = Abs(%c) %y = Add(%e, %a)", "c = Convolution(x, w); e = Elu(c); a = Abs(c); s = Add(a, e)", "c e a s"},
		{"CommutativeInput", "%c = Convolution(_, _, bias) %r = ReLU(%c) %y = Add(%r, ReLU(Convolution(_, _)))", "c = Convolution(x, w); d = Convolution(u, v, z); r = ReLU(c); s = ReLU(d); a = Add(r, s)", "c d r s a"},
		{"ConvBiasActivationFusion", "%y = Convolution(_, _) %y = BiasAdd(%y, _) %y = (Elu | Sigmoid | ReLU | Clamp)(%y)", "c = Convolution(x, w); b = BiasAdd(c, v); r = ReLU(b)", "c b r"},
		{"ConvBiasSumActivationFusion", "%y = Convolution(_, _) %y = BiasAdd(%y, _) %y = Add(%y, _) %y = (Elu | ReLU)(%y)", "c = Convolution(x, w); b = BiasAdd(c, v); a = Add(u, b); e = Elu(a)", "c b a e"},
		{"MatmulBiasSumFusion", "%y = MatMul(_, _) %y = BiasAdd(%y, _) %y = Add(%y, _)", "m = MatMul(x, w); b = BiasAdd(m, v); a = Add(u, b); r = ReLU(a)", "m b a"},
		{"MatmulActivationFusion", "%y = MatMul(_, _) %y = (ReLU | Elu | GELU)(%y)", "m = MatMul(x, w); r = ReLU(m); a = Add(r, v)", "m r"},
		{"ConvSwishFusion", "%y = Convolution(_, _) %s = Sigmoid(%y) %z = Multiply(%s, %y)", "c = Convolution(x, w); s = Sigmoid(c); m = Multiply(s, c)", "c s m"},
		{"ConvSumEltwiseFusion", "%y = Convolution(_, _) %y = Add(%y, _) optional { %y = (Elu | ReLU)(%y) }", "c = Convolution(x, w); a = Add(c, v)", "c a"},
		{"Alternation", "%y = MatMul(_, _) either { %y = Add(%y, _) } or { %y = Multiply(%y, _) }", "m = MatMul(x, w); a = Add(m, v)", "m a"},
		{"AlternationWithConsumer", "%y = MatMul(_, _) either { %y = SoftMax(%y) %y = ReLU(%y) } or { %y = ReLU(%y) %y = SoftMax(%y) } %z = MatMul(%y, _)", "m = MatMul(x, w); s = SoftMax(m); r = ReLU(s); n = MatMul(r, v)", "m s r n"},
		{"Repetition", "%y = MatMul(_, _) repeat 1..2 { %y = (Add | Multiply)(%y, _) } %z = ReLU(%y)", "m = MatMul(x, w); a = Add(m, v); p = Multiply(a, u); r = ReLU(p)", "m a p r"},
		{"EmptySubgraphFollowedByMultiConsumerSubgraph", "%y = MatMul(_, _) optional { %y = Multiply(%y, _) } %a = Add(%y, _) %b = Add(%y, _) %g = GreaterEqual(%a, %b)", "m = MatMul(x, w); a = Add(m, u); b = Add(m, v); g = GreaterEqual(a, b)", "m a b g"},
		{"RepetitionFail", "%y = MatMul(_, _) repeat 2..2 { %y = (Add | Divide)(%y, _) }", "m = MatMul(x, w); a = Add(m, v); d = Divide(u, a)", ""},
		{"RepetitionWithMultiConsumersFail", "%y = MatMul(_, _) repeat 1..2 { %y = (Add | Divide)(%y, inner) }", "m = MatMul(x, w); a = Add(m, v); d = Divide(a, u); b = Add(a, z)", "m a"},
		{"Optional, absent", "%y = MatMul(_, _) optional { %y = (Add | Multiply)(%y, _) } %z = ReLU(%y)", "m = MatMul(x, w); r = ReLU(m)", "m r"},
		{"Optional, present", "%y = MatMul(_, _) optional { %y = (Add | Multiply)(%y, _) } %z = ReLU(%y)", "m = MatMul(x, w); a = Add(m, v); r = ReLU(a)", "m a r"},
		{"OptionalWithLargerPort, absent", "%y = MatMul(_, _) optional { %y = Divide(%y, _) } %z = Select(_, _, %y)", "m = MatMul(x, w); s = Select(u, v, m)", "m s"},
		{"OptionalWithLargerPort, present", "%y = MatMul(_, _) optional { %y = Divide(%y, _) } %z = Select(_, _, %y)", "m = MatMul(x, w); d = Divide(m, z); s = Select(u, v, d)", "m d s"},
		// Select is not commutative, because its condition would have to be negated, so the pattern
		// names both orders.
		{"CommutativeSelect", "%g = GreaterEqual(_, _) %y = Select(%g, MatMul(_, _) | Add(_, _), MatMul(_, _) | Add(_, _))", "g = GreaterEqual(x, y); m = MatMul(u, v); a = Add(w, z); s = Select(g, a, m)", "g m a s"},
		{"ComplexRepetition", "%y = Convolution(_, _) optional { %y = BatchNormInference(%y, ...) } %y = ReLU(%y) optional { optional { repeat 2..2 { %y = Convolution(%y, _) optional { %y = BatchNormInference(%y, ...) } %y = ReLU(%y) } } %y = Add(%y, _) }", "c = Convolution(x, w); r = ReLU(c); d = Convolution(r, w); s = ReLU(d); e = Convolution(s, w); t = ReLU(e); a = Add(t, v)", "c r d s e t a"},
		{"ComplexRepetition, no ReLU", "%y = Convolution(_, _) optional { %y = BatchNormInference(%y, ...) } %y = ReLU(%y) optional { %y = Add(%y, _) }", "c = Convolution(x, w); b = BatchNormInference(c, p, q, m, v)", ""},
		{"ComplexRepetition, short", "%y = Convolution(_, _) optional { %y = BatchNormInference(%y, ...) } %y = ReLU(%y) optional { optional { repeat 2..2 { %y = Convolution(%y, _) %y = ReLU(%y) } } %y = Add(%y, _) }", "c = Convolution(x, w); r = ReLU(c); a = Add(r, v)", "c r a"},
		{"SharedInput", "%a = MatMul(x, _) %b = MatMul(x, _) %y = Multiply(%a, %b)", "m = MatMul(x, u); n = MatMul(x, v); p = Multiply(m, n)", "m n p"},
		{"SharedInput, not shared", "%a = MatMul(x, _) %b = MatMul(x, _) %y = Multiply(%a, %b)", "m = MatMul(x, u); n = MatMul(z, v); p = Multiply(m, n)", ""},
		{"SharedInputCase2", "%a = MatMul(x, DynamicDequantize(...)) %b = MatMul(x, DynamicDequantize(...)) %y = Multiply(%a, %b)", "d = DynamicDequantize(u, s); m = MatMul(x, d); e = DynamicDequantize(v, s); n = MatMul(x, e); p = Multiply(m, n)", "d m e n p"},
		{"SharedInputCase2, not shared", "%a = MatMul(x, DynamicDequantize(...)) %b = MatMul(x, DynamicDequantize(...)) %y = Multiply(%a, %b)", "d = DynamicDequantize(u, s); m = MatMul(x, d); e = DynamicDequantize(v, s); n = MatMul(z, e); p = Multiply(m, n)", ""},
		{"ParallelMatmulWithSharedInput, wrong", "%a = MatMul(p, q) %r = ReLU(%a) %b = MatMul(%r, q) %c = MatMul(%r, q) %s = Sigmoid(%c)", "a = MatMul(x, y); r = ReLU(a); b = MatMul(r, x); c = MatMul(r, y); s = Sigmoid(b)", ""},
		{"ParallelMatmulWithSharedInput", "%a = MatMul(p, q) %r = ReLU(%a) %b = MatMul(%r, p) %c = MatMul(%r, q) %s = Sigmoid(%c)", "a = MatMul(x, y); r = ReLU(a); b = MatMul(r, x); c = MatMul(r, y); s = Sigmoid(c)", "a r b c s"},
		{"ParallelMatmul", "%a = MatMul(x, _) %b = MatMul(x, _) %c = MatMul(x, _)", "r = ReLU(z); a = MatMul(r, u); b = MatMul(r, v); c = MatMul(r, w)", "a b c"},
		{"OptionalInput", "%y = MatMul(Dequantize(_), StaticReshape?(Dequantize(_)))", "d = Dequantize(x); e = Dequantize(w); m = MatMul(d, e)", "d e m"},
		{"NestedMatchingFailure", "%y = MatMul(_, _) optional { %y = " + act + "(%y) } repeat 0..4 { %y = MatMul(%y, _) optional { %y = " + act + "(%y) } }", "m = MatMul(x, w); r = ReLU(m)", "m r"},
		{"RepetitionWithMultipleConsumers", "%y = Convolution(_, _) repeat 0..2 { %y = ReLU(%y) }", "c = Convolution(x, w); r = ReLU(c); a = Wildcard(r); b = Wildcard(r)", "c r"},
		{"MultipleConsumer", "%t = StaticTranspose(_) %a = MatMul(_, %t) %b = MatMul(_, %t)", "t = StaticTranspose(x); a = MatMul(u, t); b = MatMul(v, t)", "t a b"},
		{"MultipleConsumerDifferentPartition", "%y = MatMul(_, _) %y = Divide(%y, _) %y = Add(%y, _) %p! = SoftMax(%y) %z = Multiply(%p, _)", "m = MatMul(x, w); d = Divide(m, u); a = Add(d, v); s = SoftMax(a); p = Multiply(s, z); g = SoftMaxBackward(q, s)", "m d a s p"},
		{"NestedRepetitionOptional", "%y = MatMul(_, _) optional { %y = Add(%y, _) } %y = (ReLU | Sigmoid | GELU)(%y) repeat 0..4 { %y = MatMul(%y, _) optional { %y = Add(%y, _) } %y = (ReLU | Sigmoid | GELU)(%y) }", "m = MatMul(x, w); a = Add(m, v); r = ReLU(a)", "m a r"},
		{"RepetitionExternalOutput", "%m! = MatMul(_, _) %y! = " + act + "(%m) repeat 0..4 { %m! = MatMul(%y, _) %y! = " + act + "(%m) }", "m = MatMul(x, w); r = ReLU(m); n = MatMul(r, v); s = ReLU(n); a = StaticTranspose(m); b = StaticTranspose(r); c = StaticTranspose(n)", "m r n s"},
		{"RepetitionExternalOutputSwapOrder", "%m! = MatMul(_, _) %y! = " + act + "(%m) repeat 0..4 { %m! = MatMul(%y, _) %y! = " + act + "(%m) }", "m = MatMul(x, w); a = StaticTranspose(m); r = ReLU(m); b = StaticTranspose(r); n = MatMul(r, v); c = StaticTranspose(n); s = ReLU(n)", "m r n s"},
		{"CyclicCheck", "%m! = MatMul(_, _) %y = ReLU(%m) %z = Add(%y, _)", "m = MatMul(x, w); r = ReLU(m); s = Sigmoid(m); a = Add(r, s)", ""},
		{"UndirectCyclicCheck", "%m! = MatMul(_, _) %y = ReLU(%m) %z = Add(%y, _)", "m = MatMul(x, w); r = ReLU(m); p = Wildcard(m); q = Wildcard(u); o = Wildcard(p, q); a = Add(r, o)", ""},
		{"ComplexCyclicCheck", "%m! = MatMul(_, _) %y = ReLU(%m) %z = Add(%y, _) repeat 0..4 { %m! = MatMul(%z, _) %y = ReLU(%m) %z = Add(%y, _) }", "m = MatMul(x, w); r = ReLU(m); a = Add(r, u); s = Sigmoid(m); n = MatMul(a, v); q = ReLU(n); b = Add(q, s)", "m r a"},
		{"ComplexUndirectCyclicCheck", "%m! = MatMul(_, _) %y = ReLU(%m) %z = Add(%y, _) repeat 0..4 { %m! = MatMul(%z, _) %y = ReLU(%m) %z = Add(%y, _) }", "m = MatMul(x, w); r = ReLU(m); a = Add(r, u); i = Wildcard(m); j = Wildcard(i); k = Wildcard(j); n = MatMul(a, v); q = ReLU(n); b = Add(q, k)", "m r a"},
		{"OptionalSubgraphFailure", "%y = MatMul(_, _) optional { %y = " + act + "(%y) } repeat 0..4 { %y = MatMul(%y, _) optional { %y = " + act + "(%y) } }", "a = MatMul(x, w); b = MatMul(a, u); c = MatMul(b, v)", "a b c"},
		{"OptionalSubgraphFailure3", "%y = MatMul(_, _) %y = ReLU(%y) optional { %y = ReLU(%y) }", "m = MatMul(x, w); r = ReLU(m)", "m r"},
		{"OptionalSubgraphFailure4", "%y = MatMul(_, _) optional { %y = Add(%y, _) } optional { %y = " + act + "(%y) }", "m = MatMul(x, w)", "m"},
		// In the graph, the shortcut of the second block starts at x, the input of the first block.
		// In the pattern, it starts at the result of the first block.
		{"ShouldNotMatchIdenticalResblock", "%y = Convolution(x, _) %y = ReLU(%y) %y = Convolution(%y, _) %y = ReLU(%y) %z = Add(%y, x) repeat 1..1 { %y = Convolution(%z, _) %y = ReLU(%y) %y = Convolution(%y, _) %y = ReLU(%y) %z = Add(%y, %z) }", "c = Convolution(x, w); r = ReLU(c); d = Convolution(r, w); s = ReLU(d); a = Add(s, x); e = Convolution(a, w); t = ReLU(e); f = Convolution(t, w); u = ReLU(f); b = Add(u, x)", ""},
		{"RepetitionOportExternalOutput", "%m = MatMul(_, _) %y! = ReLU(%m) repeat 0..9 { %m = MatMul(%y, _) %y! = ReLU(%m) } %z = Sigmoid(%y)", "m = MatMul(x, w); r = ReLU(m); g = ReLUBackward(r, u); n = MatMul(r, v); q = ReLU(n); h = ReLUBackward(q, z); s = Sigmoid(q)", "m r n q s"},
		{"OptionalCommutative", "%r = ReLU(_) %y = Convolution(%r, _) optional { %y = BiasAdd(%y, _) } %z = Add(%r, %y)", "r = ReLU(x); c = Convolution(r, w); b = BiasAdd(c, v); a = Add(r, b)", "r c b a"},
		{"AlternativeCommutative", "%r = ReLU(_) %y = Convolution(%r, _) optional { %y = " + act + "(%y) } %z = Add(%r, %y)", "r = ReLU(x); c = Convolution(r, w); q = ReLU(c); a = Add(r, q)", "r c q a"},
		{"RepConvReluWithMultiConsumers", "%y = Convolution(_, _) %r! = ReLU(%y) repeat 1..3 { %y = Convolution(%r, _) %r = ReLU(%y) }", "c = Convolution(x, w); r = ReLU(c); d = Convolution(r, v); s = ReLU(d); p = Wildcard(r)", "c r d s"},
		{"RepConvReluWithMultiConsumersCase2", "%y = Convolution(_, _) %r! = ReLU(%y) repeat 0..3 { %y = Convolution(%r, _) %r! = ReLU(%y) }", "c = Convolution(x, w); r = ReLU(c); d = Convolution(r, v); s = ReLU(d); p = Wildcard(r)", "c r d s"},
		{"CreateInputPort", "%y = (GELU | HardSwish)(inner)", "h = HardSwish(x)", "h"},
		{"CreateOutputPort", "%m = MatMul(_, _) %y = (Abs | Clamp)(%m)", "m = MatMul(x, w); a = Abs(m)", "m a"},
		{"GraphNodeName", "%y = ReLU(_)", "r = ReLU(x)", "r"},
		{"backtracking over a repetition", "%y = MatMul(_, _) repeat 0..3 { %y = ReLU(%y) } %z = ReLU(%y)", "m = MatMul(x, w); r = ReLU(m); s = ReLU(r)", "m r s"},
		{"backtracking over an alternative", "%y = MatMul(_, _) either { %y = ReLU(%y) } or { %y = ReLU(%y) %y = Tanh(%y) } %z = Exp(%y)", "m = MatMul(x, w); r = ReLU(m); t = Tanh(r); e = Exp(t)", "m r t e"},
		{"a later alternative of an operand", "%a = ReLU(_) %b = Tanh(%a) %z = Exp(%a | %b)", "r = ReLU(x); t = Tanh(r); e = Exp(t)", "r t e"},
		{"an alternative that is an operation", "%a = ReLU(_) %z = Exp(%a | Tanh(%a))", "r = ReLU(x); t = Tanh(r); e = Exp(t)", "r t e"},
		{"an operation is the only connection", "%a = ReLU(_) %z = Exp(Tanh(%a))", "r = ReLU(x); t = Tanh(r); e = Exp(t)", "r t e"},
		{"an operation of an operation", "%a = ReLU(x) %z = Exp(Tanh{1,3}(Abs?(x)))", "r = ReLU(x); b = Abs(x); t = Tanh(b); u = Tanh(t); e = Exp(u)", "r b t u e"},
		{"an alternative that is a port", "%a = ReLU(x) %z = Divide(%a | x, _)", "r = ReLU(x); d = Divide(x, y)", "r d"},
		{"an alternative that matches any value", "%a = ReLU(x) %z = Divide(%a | _, x)", "r = ReLU(x); d = Divide(y, x)", "r d"},
		{"an operand after alternatives", "%a = ReLU(_) %b = Tanh(%a) %z = Divide(%a | _, %b)", "r = ReLU(x); t = Tanh(r); d = Divide(y, t)", "r t d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, ops := build(t, reg, c.graph)
			ps, err := fusepattern.Load(reg, diag.NewSource("p", []byte("dialect onednn_graph\npattern p priority 9 {\n"+c.pattern+"\n}")))
			if err != nil {
				t.Fatal(err)
			}
			r, err := patternfusion.Divide(t.Context(), f, []patternfusion.Backend{{Patterns: ps}}, patternfusion.Options{Explain: true})
			if err != nil {
				t.Fatal(err)
			}
			check(t, c.name, f, r)
			got := ""
			for _, p := range r.Partitions {
				if p.Pattern != "" && got == "" {
					got = names(p, ops)
				}
			}
			if got != c.want {
				t.Errorf("got matched operations %q, want %q", got, c.want)
				for _, n := range r.Nearest {
					if n != nil {
						t.Logf("nearest: %d operations: %s", len(n.Ops), n.Reason)
						break
					}
				}
			}
		})
	}
}

// TestNothing divides a graph without patterns, and a graph without operations.
func TestNothing(t *testing.T) {
	reg := registry(t)
	f, _ := build(t, reg, "r = ReLU(x)")
	r, err := patternfusion.Divide(t.Context(), f, nil, patternfusion.Options{})
	if err != nil || len(r.Partitions) != 1 || r.Partitions[0].Supported() {
		t.Errorf("without patterns: got %v and error %v, expected one partition without a pattern", r, err)
	}
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	f = fn.New(b, "main", nil, nil)
	b.AtEnd(f.Entry())
	fn.NewReturn(b)
	if r, err = patternfusion.Divide(t.Context(), f, nil, patternfusion.Options{}); err != nil || len(r.Partitions) != 0 {
		t.Errorf("without operations: got %v and error %v, expected no partitions", r, err)
	}
}

// names returns the names of a partition's operations in order.
func names(p *patternfusion.Partition, ops map[string]*ir.Op) string {
	byOp := map[*ir.Op]string{}
	for name, op := range ops {
		byOp[op] = name
	}
	var list []string
	for _, op := range p.Ops {
		list = append(list, byOp[op])
	}
	return strings.Join(list, " ")
}

// TestPriorities checks that the choice of a pattern follows the priorities, and that a disabled
// pattern is not used.
func TestPriorities(t *testing.T) {
	reg := registry(t)
	text := "dialect onednn_graph\npattern long priority %v { %%y = MatMul(_, _) %%y = ReLU(%%y) %%y = Add(%%y, _) }\npattern short priority %v { %%y = MatMul(_, _) %%y = ReLU(%%y) }"
	for _, c := range []struct {
		long, short float64
		disabled    []string
		want        string
	}{{9, 8, nil, "long"}, {8, 9, nil, "short"}, {9, 8, []string{"long"}, "short"}} {
		f, _ := build(t, reg, "m = MatMul(x, w); r = ReLU(m); a = Add(r, v)")
		ps, err := fusepattern.Load(reg, diag.NewSource("p", fmt.Appendf(nil, text, c.long, c.short)))
		if err != nil {
			t.Fatal(err)
		}
		r, err := patternfusion.Divide(t.Context(), f, []patternfusion.Backend{{Patterns: ps}}, patternfusion.Options{Disabled: c.disabled})
		if err != nil || r.Partitions[0].Pattern != c.want {
			t.Errorf("priorities %v and %v: got result %v and error %v, want pattern %s", c.long, c.short, r, err, c.want)
		}
	}
}

// TestBackends divides by two backends: the backend with the higher priority comes first.
func TestBackends(t *testing.T) {
	reg := registry(t)
	one, err := fusepattern.Load(reg, diag.NewSource("p", []byte("dialect onednn_graph\npattern one priority 9 { %y = MatMul(_, _) }")))
	if err != nil {
		t.Fatal(err)
	}
	two, err := fusepattern.Load(reg, diag.NewSource("p", []byte("dialect onednn_graph\npattern two priority 1 { %y = (MatMul | ReLU)(...) }")))
	if err != nil {
		t.Fatal(err)
	}
	f, _ := build(t, reg, "m = MatMul(x, w); r = ReLU(m); a = Wildcard(r)")
	r, err := patternfusion.Divide(t.Context(), f, []patternfusion.Backend{{"low", 0, two}, {"high", 1, one}}, patternfusion.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range r.Partitions {
		got = append(got, p.Backend+":"+p.Pattern+":"+p.Unsupported)
	}
	if s := strings.Join(got, " "); s != "high:one: low:two: ::no pattern matches 'onednn_graph.Wildcard'" {
		t.Errorf("got partitions %q", s)
	}
}

// TestGroup checks that several instances of a pattern with the property group become one
// partition, if together they are the whole graph.
func TestGroup(t *testing.T) {
	reg := registry(t)
	for _, c := range []struct {
		graph  string
		policy patternfusion.Policy
		want   int
	}{
		{"a = Reorder(x); b = Reorder(y); c = Reorder(z)", patternfusion.Fusion, 1},
		{"a = Reorder(x); b = Reorder(y); c = Reorder(z)", patternfusion.Debug, 3},
		{"a = Reorder(x); b = Reorder(y); c = Reorder(z); d = ReLU(c)", patternfusion.Fusion, 4},
		{"a = Reorder(x)", patternfusion.Fusion, 1},
	} {
		f, _ := build(t, reg, c.graph)
		ps, err := fusepattern.Load(reg, diag.NewSource("p", []byte("dialect onednn_graph\npattern p priority 9 group 2..4 { %y = Reorder(_) }")))
		if err != nil {
			t.Fatal(err)
		}
		r, err := patternfusion.Divide(t.Context(), f, []patternfusion.Backend{{Patterns: ps}}, patternfusion.Options{Policy: c.policy})
		if err != nil || len(r.Partitions) != c.want {
			t.Errorf("%s: got %d partitions, want %d; the error is %v", c.graph, len(r.Partitions), c.want, err)
		}
		check(t, c.graph, f, r)
	}
}

// TestManyPaths: the search for a pattern with 2^40 paths stops. It also stops if its context is
// canceled.
func TestManyPaths(t *testing.T) {
	reg := registry(t)
	f, _ := build(t, reg, "r = ReLU(x); e = Exp(r)")
	text := "dialect onednn_graph\npattern p priority 1.0 {\n%a = ReLU(x)\n" +
		strings.Repeat("either { %a = Exp?(%a) } or { %a = Log?(%a) }\n", 40) + "%z = Add(%a, y)\n}"
	ps, err := fusepattern.Load(reg, diag.NewSource("p", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	backends := []patternfusion.Backend{{Patterns: ps}}
	r, err := patternfusion.Divide(t.Context(), f, backends, patternfusion.Options{Explain: true})
	if err != nil || len(r.Partitions) != 2 {
		t.Fatalf("got %v and error %v, want two partitions of one operation", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := patternfusion.Divide(ctx, f, backends, patternfusion.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// TestManySearches checks that searches in one program share a budget of steps.
func TestManySearches(t *testing.T) {
	reg := registry(t)
	text := "dialect onednn_graph\npattern p priority 1.0 {\n%a = ReLU(x)\n" +
		strings.Repeat("either { %a = Exp?(%a) } or { %a = Log?(%a) }\n", 40) + "%z = Add(%a, y)\n}"
	ps, err := fusepattern.Load(reg, diag.NewSource("p", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	budget := fusepattern.Budget(100_000)
	for i, want := range []fusepattern.Budget{61_000, 22_000, 0, 0} {
		f, _ := build(t, reg, "r = ReLU(x); e = Exp(r)")
		if _, err := patternfusion.Divide(t.Context(), f, []patternfusion.Backend{{Patterns: ps}}, patternfusion.Options{Budget: &budget}); err != nil || budget != want {
			t.Errorf("after %d searches of at least 40,000 steps, the budget has %d steps and the error is %v; expected %d steps", i+1, budget, err, want)
		}
	}
}
