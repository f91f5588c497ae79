package filecheck

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func ExampleCheck() {
	check := Text{Name: "add.mlir", Data: []byte("// CHECK: %[[A:.*]] = arith.constant 1\n// CHECK: arith.addi %[[A]], %[[A]]\n")}
	input := Text{Name: "<stdin>", Data: []byte("%c1 = arith.constant 1 : i32\n%0 = arith.addi %c1, %c2 : i32\n")}
	fmt.Println(Check(check, input, Options{DumpInput: DumpNever}))
	// Output:
	// add.mlir:2:11: error: CHECK: expected string not found in input
	// // CHECK: arith.addi %[[A]], %[[A]]
	//           ^
	// <stdin>:1:23: note: scanning from here
	// %c1 = arith.constant 1 : i32
	//                       ^
	// <stdin>:1:23: note: with "A" equal to "c1"
	// %c1 = arith.constant 1 : i32
	//                       ^
	// <stdin>:1:23: note: with "A" equal to "c1"
	// %c1 = arith.constant 1 : i32
	//                       ^
	// <stdin>:2:6: note: possible intended match here
	// %0 = arith.addi %c1, %c2 : i32
	//      ^
}

func TestCheckErrors(t *testing.T) {
	ok := Text{Name: "c", Data: []byte("CHECK: a\n")}
	if err := Check(ok, Text{Name: "i", Data: []byte("a")}, Options{}); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		check, input string
		usage        bool
	}{{"CHECK: a", "b", false}, {"CHECK: {{", "b", true}, {"", "b", true}, {"CHECK: a", "", true}} {
		var e *Error
		err := Check(Text{"c", []byte(c.check)}, Text{"i", []byte(c.input)}, Options{})
		if !errors.As(err, &e) || e.Usage != c.usage {
			t.Errorf("%q on %q: got error %#v, expected an *Error with Usage %v", c.check, c.input, err, c.usage)
		}
	}
}

func TestDump(t *testing.T) {
	var input strings.Builder
	for i := range 30 {
		fmt.Fprintf(&input, "line %d\n", i+1)
	}
	err := Check(Text{"c", []byte("CHECK: line 20\nCHECK-NEXT: line 22\n")}, Text{"i", []byte(input.String())}, Options{DumpContext: 2})
	_, dump, _ := strings.Cut(err.Error(), "<<<<<<\n")
	want := `        .
        .
        .
       20: line 20_
       21: line 21_
       22: line 22_
next:2     !~~~~~~  error: match on wrong line
       23: line 23_
       24: line 24_
        .
        .
        .
>>>>>>`
	want = strings.ReplaceAll(want, "_", " ") // FileCheck prints a blank instead of the line end
	if dump != want {
		t.Errorf("got\n%s\nwant\n%s", dump, want)
	}
}

func TestMainFiles(t *testing.T) {
	t.Setenv("FILECHECK_OPTS", "--check-prefix=FOO")
	read := os.ReadFile
	var stderr bytes.Buffer
	status := Main([]string{"no-such-file"}, strings.NewReader("a"), &bytes.Buffer{}, &stderr)
	if want := "Could not open check file 'no-such-file': no such file or directory\n"; status != 2 || stderr.String() != want {
		t.Errorf("got exit status %d and output %q", status, &stderr)
	}
	name := t.TempDir() + "/check"
	if err := os.WriteFile(name, []byte("FOO: a\nCHECK: b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := Main([]string{name}, strings.NewReader("a"), &bytes.Buffer{}, &stderr); status != 0 {
		t.Errorf("FILECHECK_OPTS is not read: got exit status %d", status)
	}
	if status := Run([]string{name, "--input-file", name}, nil, &bytes.Buffer{}, &stderr, read); status != 0 {
		t.Errorf("the input file is not read: got exit status %d", status)
	}
	for _, arg := range []string{"--help", "--version", "--dump-input=help"} {
		var stdout bytes.Buffer
		if status := Run([]string{arg}, nil, &stdout, &stderr, read); status != 0 || stdout.Len() == 0 {
			t.Errorf("%s: got exit status %d or no output", arg, status)
		}
	}
}

// large returns 12,000 checks and an input of about ten million bytes.
func large() (check, input Text) {
	var c, in bytes.Buffer
	for i := range 2000 {
		fmt.Fprintf(&c, "// CHECK-LABEL: func @f%d(\n// CHECK-SAME: %%[[A:[a-z0-9]+]]: i32\n", i)
		fmt.Fprintf(&c, "// CHECK-DAG: %%[[C:.*]] = arith.constant {{[0-9]+}} : i32\n// CHECK: %%[[S:.+]] = arith.addi %%[[A]], %%[[C]] : {{(i32|i64)}}\n")
		fmt.Fprintf(&c, "// CHECK-NOT: arith.divsi %%{{.*}}, %%{{.*}}\n// CHECK: return %%[[S]]\n")
		fmt.Fprintf(&in, "func @f%d(%%arg0: i32) {\n", i)
		for k := range 120 {
			fmt.Fprintf(&in, "  %%x%d = arith.muli %%arg0, %%arg0 : i32\n", k)
		}
		fmt.Fprintf(&in, "  %%c = arith.constant %d : i32\n  %%s = arith.addi %%arg0, %%c : i32\n  return %%s : i32\n}\n", i)
	}
	return Text{"check", c.Bytes()}, Text{"input", in.Bytes()}
}

func TestLarge(t *testing.T) {
	check, input := large()
	start := time.Now()
	if err := Check(check, input, Options{}); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes of checks and %d bytes of input took %v", len(check.Data), len(input.Data), time.Since(start))
}

func BenchmarkLarge(b *testing.B) {
	check, input := large()
	b.SetBytes(int64(len(input.Data)))
	for b.Loop() {
		if err := Check(check, input, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestManyWildcards checks that many repetitions in a pattern do not need exponential time.
func TestManyWildcards(t *testing.T) {
	for _, c := range []struct{ check, line string }{
		{strings.Repeat("{{.*}}a", 8) + "{{(.|ab)*}}z", strings.Repeat("ab", 700)},
		{"[[X:.*]] [[Y:.*]] [[X]]z", strings.Repeat("ab", 700)},
		{"[[X:.]]" + strings.Repeat("{{.*}}[[X]]", 9) + "q", "q" + strings.Repeat("ab", 40)},
		{"{{.*.*z|y}}", strings.Repeat("ab", 1000)},
	} {
		start := time.Now()
		if err := Check(Text{"c", []byte("CHECK: " + c.check)}, Text{"i", []byte(c.line + "\n")}, Options{DumpInput: DumpNever}); err == nil {
			t.Errorf("%s matched, expected an error", c.check)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v, expected at most 5 s", c.check, d)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("CHECK: {{a|b}}[[X:.*]][[X]]\nCHECK-NEXT: [[#%x,Y:]]", "ab\n1f")
	f.Add("CHECK-LABEL: f\nCHECK-DAG: a\nCHECK-NOT: [[@LINE]]\nCHECK-COUNT-2: b", "f\nb b a")
	f.Fuzz(func(t *testing.T, check, input string) {
		_ = Check(Text{"c", []byte(check)}, Text{"i", []byte(input)}, Options{})
	})
}

// TestEnvironmentOptions expects the results of LLVM's tokenizer.
func TestEnvironmentOptions(t *testing.T) {
	for _, c := range []struct {
		value string
		want  []string
	}{
		{"", nil},
		{" -v\t--vv\n", []string{"-v", "--vv"}},
		{`--implicit-check-not="a  b" -v`, []string{"--implicit-check-not=a  b", "-v"}},
		{`'-DX=a b' -D"Y"='c d'`, []string{"-DX=a b", "-DY=c d"}},
		{`-DX=a\ b\"c`, []string{`-DX=a b"c`}},
		{`"a\"b" 'c\'d' "e'f"`, []string{`a"b`, `c'd`, `e'f`}},
		{`"" '' -v`, []string{"-v"}},
		{`"--dump-input=never -v`, []string{"--dump-input=never -v"}},
		{`a\`, []string{`a\`}},
	} {
		if got := EnvironmentOptions(c.value); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.value, got, c.want)
		}
	}
}
