package affine

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

func runUpstream(t *testing.T, text string, flags ...string) (stdout, stderr string) {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		tool, err = exec.LookPath("mlir-opt")
	}
	if err != nil {
		t.Skip("no mlir-opt 22 in PATH to compare with")
	}
	cmd := exec.Command(tool, append(flags, "--allow-unregistered-dialect", "--mlir-print-local-scope")...)
	cmd.Stdin = strings.NewReader(text)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // callers check the output instead
	return out.String(), errs.String()
}

// randomText returns the text of an expression that is not simplified. In a product, either factor
// can be the one without dimensions. If symbolic is set, there are no dimensions.
func randomText(r *rand.Rand, depth int, symbolic bool) string {
	if depth == 0 || r.IntN(5) == 0 {
		switch n := r.IntN(10); {
		case n < 4 && !symbolic:
			return fmt.Sprintf("d%d", r.IntN(3))
		case n < 7:
			return fmt.Sprintf("s%d", r.IntN(2))
		case n == 7:
			return fmt.Sprint([]int64{0, 1, 8, 12, 1 << 32, 1<<63 - 1}[r.IntN(6)])
		}
		return fmt.Sprint(r.IntN(9))
	}
	sub := func(symbolic bool) string {
		s := randomText(r, depth-1, symbolic)
		if r.IntN(3) > 0 {
			return "(" + s + ")"
		}
		return s
	}
	switch r.IntN(9) {
	case 0:
		return "-(" + sub(symbolic) + ")"
	case 1, 2:
		return sub(symbolic) + " + " + sub(symbolic)
	case 3:
		return sub(symbolic) + " - " + sub(symbolic)
	case 4:
		return "(" + sub(symbolic) + ") * (" + sub(true) + ")"
	case 5:
		return "(" + sub(true) + ") * (" + sub(symbolic) + ")"
	case 6:
		// This difference sometimes simplifies to a remainder.
		x, q := sub(symbolic), randomText(r, 1, true)
		return fmt.Sprintf("(%s) - ((%s) floordiv (%s)) * (%s)", x, x, q, q)
	}
	op := []string{"mod", "floordiv", "ceildiv"}[r.IntN(3)]
	if r.IntN(2) == 0 {
		return fmt.Sprintf("(%s) %s %d", sub(symbolic), op, r.IntN(9)-1)
	}
	return fmt.Sprintf("(%s) %s (%s)", sub(symbolic), op, sub(true))
}

// maps returns texts of maps for special cases of parsing, printing and simplification.
func maps() []string {
	var out []string
	for _, e := range []string{
		"", "0", "d0", "d0 + 1, d1 * 4 + 2", "-5*d0, -3*d1, -2, -1*(d0+d1), -1*s0", "d0 - 5 - d1",
		"d0 + 9223372036854775807 + 1", "d0 * 9223372036854775807 * 2", "9223372036854775807 + 1",
		"(-9223372036854775807 - 1) floordiv -1", "(-9223372036854775807 - 1) * -1", "0x1F * d0",
		"(-9223372036854775807 - 1) + (-9223372036854775807 - 1)", "d0 + (d0 floordiv (-9223372036854775807 - 1)) * (-9223372036854775807 - 1)",
		"5 floordiv -2, 5 ceildiv -2, -5 floordiv -2, -5 ceildiv -2, 5 mod -2", "d0 * 6 floordiv -3, (d0*6+d1) floordiv -3",
		"d0 - d0 floordiv 4 * 4", "d0 - d0 floordiv (4*s0) * (4*s0)", "d0 + (d0 floordiv 4 - 4)", "d0 + (d0 floordiv -4) * 4",
		"d0 + (d0 floordiv -s0) * s0", "(d0 + 1) * 2 + (d0 + 1) * 3", "s1*2 * (s0*3)", "d0 * ((s0 * s0) * 9) + 3",
		"d0 - - d0", "- - -d1", "-s0 floordiv 4", "d0 mod 35 mod 5, d0 mod 35 mod 4",
		"((d0*8 + d1*16) ceildiv 4) mod 2, ((d0*8 + d1*16) ceildiv -4) mod 2, ((0 mod 0) ceildiv 2) mod 4",
		"(4294967296 * 4294967296) mod 5, (9223372036854775807 * 8) mod 7",
		"(d0 * s0 * 4294967296 + (d1 *s0)* 6442450944) mod 4",
	} {
		out = append(out, "(d0, d1, d2)[s0, s1] -> ("+e+")")
	}
	return append(out, "() -> ()", "() -> (1)", "(i, j)[] -> (j)", "(mod, floordiv)[ceildiv] -> (mod mod 2, floordiv floordiv ceildiv)",
		"(i32, a$b, a.b, f32, _x)[loc] -> (i32 - a$b + a.b, f32 mod loc)", "(a , // one\n b) // two\n -> (b,\n a)")
}

// TestMapsUpstream checks that Lathe and mlir-opt print the same map. The inputs are maps, and
// Lathe's output for these maps.
func TestMapsUpstream(t *testing.T) {
	texts := maps()
	r := rand.New(rand.NewPCG(7, 11))
	for range 4000 {
		texts = append(texts, "(d0, d1, d2)[s0, s1] -> ("+randomText(r, 1+r.IntN(4), false)+")")
	}
	var in strings.Builder
	var want, from []string
	for _, text := range texts {
		printed := mustMap(t, text).String()
		from, want = append(from, text), append(want, printed)
		fmt.Fprintf(&in, "\"t.op\"() {m = affine_map<%s>} : () -> ()\n", text)
		// Parsing the printed map may simplify it further.
		from, want = append(from, printed), append(want, mustMap(t, printed).String())
		fmt.Fprintf(&in, "\"t.op\"() {m = affine_map<%s>} : () -> ()\n", printed)
	}
	out, errs := runUpstream(t, in.String())
	got := regexp.MustCompile(`affine_map<(.*)>}`).FindAllStringSubmatch(out, -1)
	if len(got) != len(want) {
		t.Fatalf("mlir-opt printed %d maps, expected %d\n%.2000s", len(got), len(want), errs)
	}
	bad := 0
	for i, m := range got {
		// mlir-opt prints -2^63 as a number that it cannot parse.
		if m[1] == want[i] || strings.Contains(m[1], "-9223372036854775808") && strings.Contains(want[i], "(-9223372036854775807 - 1)") {
			continue
		}
		if bad++; bad < 20 {
			t.Errorf("Lathe prints %s\nmlir-opt prints %s\nfor the input %s", want[i], m[1], from[i])
		}
	}
	t.Logf("%d of %d maps differ", bad, len(got))
}

func TestSetsUpstream(t *testing.T) {
	texts := []string{"(d0) : ()", "() : ()", "(i)[n] : (i >= 0, -i + 9 >= 0, i == 4, i <= n, i - n == 0)", "(d0) : (d0 > = 0, 5 == 5, 1 >= 0, 0 >= d0)"}
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		texts = append(texts, fmt.Sprintf("(d0, d1, d2)[s0, s1] : (%s %s %s, %s >= 0)",
			randomText(r, 2, false), []string{">=", "<=", "=="}[r.IntN(3)], randomText(r, 2, false), randomText(r, 2, false)))
	}
	var in strings.Builder
	var want []string
	for _, text := range texts {
		s, err := ParseSet(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		want = append(want, s.String())
		fmt.Fprintf(&in, "\"t.op\"() {m = affine_set<%s>} : () -> ()\n", text)
	}
	out, errs := runUpstream(t, in.String())
	got := regexp.MustCompile(`affine_set<(.*)>}`).FindAllStringSubmatch(out, -1)
	if len(got) != len(want) {
		t.Fatalf("mlir-opt printed %d sets, expected %d\n%.2000s", len(got), len(want), errs)
	}
	for i, m := range got {
		if m[1] != want[i] {
			t.Errorf("Lathe prints %s\nmlir-opt prints %s\nfor the input %s", want[i], m[1], texts[i])
		}
	}
}

// wrong returns texts of maps with errors.
func wrong() []string {
	return []string{
		"(d0) -> (9223372036854775808)", "(d0) -> (-9223372036854775808)", "(d0) -> (18446744073709551616)", "(d0) -> (0xFFFFFFFFFFFFFFFF)",
		"(d0) -> (d0 + d1)", "(d0) -> (d0", "(d0) -> (d0 d0)", "(d0, d0) -> (d0)", "(d0)[d0] -> (d0)", "(d0 -> (d0)", "d0 -> (d0)",
		"(d0) (d0)", "(d0) : (d0 >= 0)", "(d0) -> d0", "(d0) -> (d0 * d0)", "(d0) -> (1 + d0 * 2 * d0 + 3)", "(d0) -> (d0 * d0 * 2)",
		"(d0) -> (d0 floordiv d0)", "(d0) -> (d0 ceildiv d0)", "(d0) -> (2 mod d0 mod 3)", "(d0) -> (%a)", "(d0) -> (symbol(%a))",
		"(d0) -> (symbol)", "(symbol) -> (symbol)", "(d0) -> (.)", "(d0) -> (;)", "(d0) -> (@x)", "(d0) -> (d0 +)", "(d0) -> (d0 *)",
		"(d0) -> (* d0)", "(d0) -> (+ d0)", "(d0) -> (d0 + * d0)", "(d0) -> (-)", "(d0) -> (- -)", "(d0) -> (1 - -)", "(d0) -> (())", "(d0) -> (-())",
		"(d0)[ -> (d0)", "(d0)[s0 -> (d0)", "(d0,) -> (d0)", "() -> (,)", "(d0) -> (d0,)", "(1) -> (1)", "(\"a\") -> (1)", "(d0) - > (1)",
		"(d0) -> (1.5)", "(d0) -> ((d0)", "(a-b) -> (a)", "(loc) -> (loc(x))", "(d0) -> (d0 mod)", "(d0) -> (d0 mod mod)",
		"(d0) ->", "(d0)", "", "(d0) -> (2d0)", "(d0)   ->   (   d0   d0   )", "(d0) -> (d0 // c\n d0)", "(d0) -> (\n)x", "(d0) -> (->, j)",
	}
}

// TestErrorsUpstream checks that errors have the same messages and positions as in mlir-opt.
func TestErrorsUpstream(t *testing.T) {
	var in, want strings.Builder
	for _, text := range wrong() {
		// Each text is one chunk. If a text ended in a comment, the comment would hide the closing
		// ">".
		const before = "#map = affine_map<"
		chunk := before + text + ">"
		line := strings.Count(in.String(), "\n") + 1
		fmt.Fprintf(&in, "%s\n// -----\n", chunk)
		p := NewParser(chunk, len(before))
		if _, ok := p.Map(); ok {
			// In Lathe, the caller of Map reads the closing ">".
			if strings.HasPrefix(chunk[p.Offset():], ">") {
				t.Errorf("%q has no error", text)
			}
			fmt.Fprintf(&want, "%d:%d expected '>' in affine map\n", line+strings.Count(chunk[:p.last], "\n"), p.last-strings.LastIndex(chunk[:p.last], "\n"))
			continue
		}
		for _, err := range p.Err().(interface{ Unwrap() []error }).Unwrap() {
			e := err.(*Error)
			upTo := chunk[:e.Offset]
			fmt.Fprintf(&want, "%d:%d %s\n", line+strings.Count(upTo, "\n"), e.Offset-strings.LastIndex(upTo, "\n"), e.Message)
		}
	}
	_, errs := runUpstream(t, in.String(), "--split-input-file")
	var got strings.Builder
	for _, m := range regexp.MustCompile(`(?m)^<stdin>:(\d+:\d+): error: (.*)$`).FindAllStringSubmatch(errs, -1) {
		fmt.Fprintln(&got, m[1], m[2])
	}
	gotLines, wantLines := strings.Split(got.String(), "\n"), strings.Split(want.String(), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if i >= len(gotLines) || i >= len(wantLines) || gotLines[i] != wantLines[i] {
			t.Fatalf("the errors differ from line %d on; mlir-opt reports\n%s\nLathe reports\n%s", i, strings.Join(gotLines[min(i, len(gotLines)):], "\n"), strings.Join(wantLines[min(i, len(wantLines)):], "\n"))
		}
	}
}
