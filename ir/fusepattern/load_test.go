package fusepattern_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func registry(t testing.TB) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// TestErrors loads invalid patterns and checks the message of each error and the source text at its
// position.
func TestErrors(t *testing.T) {
	reg := registry(t)
	for _, c := range []struct{ text, message, at string }{
		{"pattern p priority 9 { %y = MatMull(_, _) }", "there is no operation or set 'MatMull'", "MatMull"},
		{"pattern p priority 9 { %y = arith.addq(_, _) }", "there is no operation or set 'arith.addq'", "arith.addq"},
		{"set s = ReLU | Tanh | ReLU", "'ReLU' includes 'onednn_graph.ReLU', which an earlier name already includes", "ReLU"},
		{"set s = ReLU | Tanh\nset t = Exp | s | ReLU", "'ReLU' includes 'onednn_graph.ReLU', which an earlier name already includes", "ReLU"},
		{"set s = ReLU\nset s = Tanh", "the set 's' is declared twice", "s"},
		{"pattern p { %y = ReLU(_) }", "the pattern 'p' has no priority", "p"},
		{"pattern p priority 9 { }", "a pattern begins with an operation, its root", "{"},
		{"pattern p priority 9 { optional { %y = ReLU(_) } }", "a pattern begins with an operation, its root", "{"},
		{"pattern p priority 9 { %y = ReLU?(_) }", "an operation with '?', '*' or {m,n} must have one result, and its first operand that is not a port must have the same %name as this result", "R"},
		{"pattern p priority 9 { %y = ReLU(_) %z = Tanh(%x) }", "the value '%x' is not bound here", "%x"},
		{"pattern p priority 9 { %y = ReLU(_) optional { %z = Tanh(%y) } %w = Exp(%z) }", "the value '%z' is not bound here", "%z"},
		{"pattern p priority 9 { %y = ReLU(_) %z = Tanh(_) }", "the operation is not connected with earlier ones", "T"},
		{"pattern p priority 9 { ReLU(_) Tanh(_) }", "the operation is not connected with earlier ones", "T"},
		{"pattern p priority 9 { %y = ReLU(_) either { %z = Tanh(%y) } or { %z = Tanh(%y) } }", "the alternative is unreachable: an earlier alternative matches everything that this alternative matches", "{"},
		{"pattern p priority 9 { %y = ReLU(_) either { %z = (Tanh | Exp)(%y) } or { %z = Exp(%y) where elem(%z) == f32 } }", "the alternative is unreachable: an earlier alternative matches everything that this alternative matches", "{"},
		{"pattern p priority 9 { %y = MatMul(_ | Dequantize(_), _) }", "the alternative is unreachable: the earlier alternative '_' matches every value", "D"},
		{"pattern p priority 9 { %y = ReLU(_, _) }", "'onednn_graph.ReLU' has 1 operand, but the pattern has 2", "R"},
		{"pattern p priority 9 { %y = MatMul(_) }", "'onednn_graph.MatMul' has 2 to 3 operands, but the pattern has 1", "M"},
		{"pattern p priority 9 { stablehlo.outfeed() }", "'stablehlo.outfeed' has 1 or more operands, but the pattern has 0", "s"},
		{"pattern p priority 9 { %y = ReLU(_) where axis == 1 }", "'onednn_graph.ReLU' has no attribute 'axis'", "axis"},
		{"pattern p priority 9 { %y = SoftMax(_) where mode < other }", "'<' compares numbers, but 'other' is a word", "m"},
		{"pattern p priority 9 { %y = SoftMax(_) where rank(x) == 2 }", "'x' is not bound here", "rank"},
		{"pattern p priority 9 { %y = ReLU(_) repeat 3..1 { %y = Tanh(%y) } }", "3 to 1 repetitions are not possible: the first number must be at least 0, and the second must be at least the first number and between 1 and 1024", "repeat"},
		{"pattern p priority 9 group 3..1 { %y = ReLU(_) }", "a group of 3 to 1 matches is not possible: the first number must be at least 1, and the second must be at least the first", "group"},
		{"pattern p priority 9 { %y = Concat(..., _) }", "'...' must be the last operand", "..."},
		{"pattern p priority 9 { %y = Concat(_..., _) }", "only the last operand may be followed by '...'", "_"},
		{"pattern p priority 9 { %y = ReLU(_) }\npattern p priority 8 { %y = Tanh(_) }", "the pattern 'p' is declared twice", "p"},
		{"pattern p priority 9 { %y = ReLU(_ }", `unexpected token "}", expected ')'`, "}"},
		{"pattern p priority 9 { %t = Tanh(_) %z = Multiply(%t!, gate) }", "'!' is allowed only at the definition of %t: write '%t! = …'", "%t"},
		{"pattern p priority 9 { %t = Tanh(_) optional { %z = Exp?(%t!) } }", "'!' is allowed only at the definition of %t: write '%t! = …'", "%t"},
		{"pattern p priority 9 { %y = MatMul(_, _) where transpose_a == 3 }", "'transpose_a' is a boolean attribute, which can be compared only with true or false", "3"},
		{"pattern p priority 9 { %y = MatMul(_, _) where transpose_a in (true, yes) }", "'transpose_a' is a boolean attribute, which can be compared only with true or false", "y"},
		{"pattern p priority 9 { %y = MatMul(_, _) where elem(%y) == float }", "there is no element type 'float'", "float"},
		{"pattern p priority 9 { %y = MatMul(_, _) where elem(%y) in (f32, 32) }", "there is no element type '32'", "32"},
		{"pattern p priority 9 { t = Tanh(_) }", "a result is written '%t ='", "t"},
		{"pattern p priority 9 { %y = Tanh(_)\npattern q priority 8 { %y = Exp(_) }", "expected '}'", "p"},
		{"pattern p priority 9 { %y = Tanh(_)", "expected '}'", ""},
		{"pattern p priority 9 { %y = Tanh(_", "expected ')'", ""},
		{"pattern p priority 9 { optional %y = Tanh(_) }", `unexpected token "%y"`, "%"},
		{"dialect onednn", "there is no dialect 'onednn'", "onednn"},
		{"pattern p priority 9 { %y = ReLU(_) $ }", `invalid input text "$ }`, "$"},
		{"\"#\"" + strings.Repeat("(", 100), "brackets are nested more than 64 deep", "("},
		{"\"" + strings.Repeat(")", 100) + "\"" + strings.Repeat("(", 65), "brackets are nested more than 64 deep", "("},
		{"\"" + strings.Repeat("(", 100) + "\"", "unexpected token", "\""},
		{strings.Repeat("(", 100), "brackets are nested more than 64 deep", "("},
	} {
		_, err := fusepattern.Load(reg, diag.NewSource("test", []byte("dialect onednn_graph\n"+c.text)))
		var d *diag.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(d.Message, c.message) {
			t.Errorf("%s\ngot error %v, expected %s", c.text, err, c.message)
			continue
		}
		if at := string(d.Span.Src.Text[d.Span.Start:d.Span.End]); at != c.at {
			t.Errorf("%s\nthe error is at %q, expected at %q", c.text, at, c.at)
		}
	}
}

func TestHelp(t *testing.T) {
	reg := registry(t)
	for _, c := range []struct{ text, help string }{
		{"dialect onednn\npattern p priority 9 { %y = MatMul(_, _) }", "did you mean 'onednn_graph'?"},
		{"dialect stabelhlo", "did you mean 'stablehlo'?"},
		{"pattern p priority 9 { %y = MatMul(_, _) }", "add 'dialect onednn_graph', or write 'onednn_graph.MatMul'"},
		{"dialect stablehlo\npattern p priority 9 { %y = MatMul(_, _) }", "write 'onednn_graph.MatMul'"},
		{"dialect onednn_graph\npattern p priority 9 { %y = Tnah(_) }", "did you mean 'Tanh'?"},
		{"dialect onednn_graph\npattern p priority 9 { %y = matmul(_, _) }", "did you mean 'MatMul'?"},
		{"dialect onednn_graph\npattern p priority 9 { %y = MatMul(_, _) where transpose_s == true }", "did you mean 'transpose_a'?"},
	} {
		_, err := fusepattern.Load(reg, diag.NewSource("test", []byte(c.text)))
		var d *diag.Diagnostic
		if !errors.As(err, &d) || len(d.Help) != 1 || d.Help[0] != c.help {
			t.Errorf("%s\ngot error %v, expected an error with the help %q", c.text, diag.Messages(err), c.help)
		}
	}
}

// TestConditions loads valid conditions.
func TestConditions(t *testing.T) {
	reg := registry(t)
	for _, where := range []string{"transpose_a == true", "transpose_a in (false, true)", "elem(%y) in (f32, bf16, f8E5M2, i4, i7, ui8, index)", `elem(%y) == "complex<f32>"`} {
		text := "pattern p priority 9 { %y = onednn_graph.MatMul(_, _) where " + where + " }"
		if _, err := fusepattern.Load(reg, diag.NewSource("test", []byte(text))); err != nil {
			t.Errorf("condition %s: got error %v, expected none", where, err)
		}
	}
}

func TestDialects(t *testing.T) {
	ps, err := fusepattern.Load(registry(t), diag.NewSource("test", []byte(`
# The operations in one file may be of several dialects.
dialect stablehlo
set elementwise = add | multiply | tanh
pattern chain priority 9 kind loop { %y = dot_general(_, _) where elem(%y) in (f32, bf16) and rank(%y) >= 2  %y = elementwise{0,4}(%y, ...) }
dialect linalg
pattern pair priority 8.5 { %y = matmul(_, _, _)  %z = generic(%y, ...) }
pattern mixed priority 10 engine cpu { %y = onednn_graph.ReLU(_)  %z = stablehlo.tanh(%y) }
`)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range ps {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "mixed chain pair" {
		t.Errorf("got the patterns %q, expected \"mixed chain pair\"", got)
	}
}

// FuzzLoad looks for patterns that crash the reader, or take much time or memory.
func FuzzLoad(f *testing.F) {
	f.Add("dialect onednn_graph\nset s = ReLU | Tanh\npattern p priority 9 kind k group 1..2 { %y! = MatMul(Dequantize?(w), _ | s{0,3}(_)) as %z where elem(%z) == f32 repeat 0..2 { %y = s(%y) } either { %a, %b = SoftMax(%y) } or { %a = Exp(%y) } }")
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("pattern \"" + strings.Repeat("\\n", 1<<16) + "\" { }") // participle's own Unquote would use memory quadratic in the length of this text
	f.Fuzz(func(t *testing.T, text string) {
		defer irtest.MustEnd(10*time.Second, text)()
		most := 4<<20 + 4096*uint64(len(text))
		if by := irtest.Allocated(most, func() { _, _ = fusepattern.Load(reg, diag.NewSource("fuzz", []byte(text))) }); by > most {
			t.Errorf("Load allocated %d bytes for a text of %d bytes, expected at most %d", by, len(text), most)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	reg := registry(b)
	for b.Loop() {
		if _, err := fusepattern.Load(reg, diag.NewSource("test", []byte("dialect onednn_graph\npattern p priority 9 { %y = ReLU(_) }"))); err != nil {
			b.Fatal(err)
		}
	}
}
