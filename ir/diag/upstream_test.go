package diag

import (
	"bytes"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// runUpstream runs mlir-opt of upstream MLIR on text and returns its diagnostics.
func runUpstream(t *testing.T, text string, flags ...string) string {
	t.Helper()
	tool, err := exec.LookPath("mlir-opt-22")
	if err != nil {
		tool, err = exec.LookPath("mlir-opt")
	}
	if err != nil {
		t.Skip("no mlir-opt 22 in PATH to compare with")
	}
	cmd := exec.Command(tool, append(flags, "-o", "/dev/null")...)
	cmd.Stdin = strings.NewReader(text)
	var out bytes.Buffer
	cmd.Stderr = &out
	_ = cmd.Run() // fails as expected, since the inputs are invalid
	return out.String()
}

// plainHeadlines parses the output of mlir-opt: each diagnostic with its notes.
func plainHeadlines(src *Source, out string) []*Diagnostic {
	form := regexp.MustCompile(`(?m)^<stdin>:(\d+):(\d+): (error|warning|remark|note): (.*)$`)
	var all []*Diagnostic
	for _, m := range form.FindAllStringSubmatch(out, -1) {
		line, _ := strconv.Atoi(m[1])
		col, _ := strconv.Atoi(m[2])
		d := &Diagnostic{Severity: severityOf(m[3]), Message: m[4]}
		if off, ok := src.Offset(line, col); ok {
			d.Span = Span{src, off, off}
		}
		if d.Severity == Note && len(all) > 0 {
			last := all[len(all)-1]
			last.Notes = append(last.Notes, d)
			continue
		}
		all = append(all, d)
	}
	return all
}

// TestMLIRUpstream checks that the MLIR style is byte for byte the output of mlir-opt.
func TestMLIRUpstream(t *testing.T) {
	for name, text := range map[string]string{
		"note":            addText + "  return %0 : i32\n}\n",
		"tabs":            "func.func @f(%a: i32,\t%b: f32) -> i32 {\n\t%0 = arith.addi\t%a, %b : i32\n\t return %0 : i32\n}\n",
		"multi-byte":      "func.func @f() {\n  \"a\"() {a = \"é\"} : () -> ()\n  return\n}\n",
		"end of file":     "func.func @f() {\n",
		"no line end":     "func.func @f(",
		"carriage return": "func.func @f() {\r\n  \"a\"( \r\n  : () -> \r\n",
		"same place":      "func.func @f() -> i32 {\n  return\n}\n",
	} {
		t.Run(name, func(t *testing.T) {
			want := runUpstream(t, text)
			all := plainHeadlines(NewSource("-", []byte(text)), want)
			if len(all) == 0 {
				t.Fatalf("mlir-opt reported no diagnostic: %q", want)
			}
			var plain, colored strings.Builder
			for _, d := range all {
				Render(&plain, d, MLIR, false)
				Render(&colored, d, MLIR, true)
			}
			if plain.String() != want {
				t.Errorf("got\n%swant\n%s", plain.String(), want)
			}
			if want := runUpstream(t, text, "--color"); colored.String() != want {
				t.Errorf("with color: got\n%q\nexpected\n%q", colored.String(), want)
			}
		})
	}
}

// TestVerifyUpstream compares the errors of Verify with those of mlir-opt: their order, messages
// and positions.
func TestVerifyUpstream(t *testing.T) {
	for name, text := range map[string]string{
		"places": `// expected-error@+2 {{nomatch}}
// expected-warning @below {{use of value}}
func.func @f(%a: i32, %b: f32) -> i32 { // expected-note {{prior}}
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
// expected-error@below {{dangling}}
// expected-error@+100 {{far}}
// expected-error@-100 {{far}}
// expected-error-re@+1 {{({{^a?b+$}}}}
`,
		"regex": `// expected-error-re@below {{a{{[z-a]}}b}}
// expected-error-re@below {{a{{[a-z]b}}
// expected-error-re@below {{a{{(a}}b}}
// expected-error-re@below {{a{{[a}}b}}
// expected-error-re@+3 {{use of {{(val|foo)ue}} '%b'{{.*}}: 'i32'}}
// expected-error-re@+2 {{use of {{(val|foo)}} '%b'{{.*}}: 'i32'}}
func.func @f(%a: i32, %b: f32) -> i32 {` + "\t// expected-note\t{{prior}}\n" + `  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
`,
		"near": `func.func @f(%a: i32, %b: f32) -> i32 { // expected-warning {{prior}}
  // expected-error @above {{é}}
  // expected-remark@+2 {{use of value}}
  // expected-warning@+1 {{use of value}}
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
`,
		"fine": `func.func @f(%a: i32, %b: f32) -> i32 { // expected-note {{prior}}
  // expected-error@+1 {{use of value}}
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
`,
	} {
		t.Run(name, func(t *testing.T) {
			src := NewSource("<stdin>", []byte(text))
			// This run must print all diagnostics, so its text has no expectations.
			said := plainHeadlines(src, runUpstream(t, strings.ReplaceAll(text, "expected-", "expelled-")))
			for mode, onlyExpected := range map[string]bool{"all": false, "only-expected": true} {
				var got strings.Builder
				unexpected, unmet := Verify(src, said, onlyExpected)
				for _, d := range append(unexpected, unmet...) {
					Render(&got, d, MLIR, false)
				}
				if want := runUpstream(t, text, "--verify-diagnostics="+mode); got.String() != want {
					t.Errorf("%s: got\n%swant\n%s", mode, got.String(), want)
				}
			}
		})
	}
}
