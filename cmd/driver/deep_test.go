package driver_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestDeepRegions runs the parser, the verifier, both printers and the common passes on 1500 nested
// regions. If LATHE_LARGE is set, there are 10,000, and the indentation takes hundreds of
// megabytes.
func TestDeepRegions(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	deep := 1500
	if os.Getenv("LATHE_LARGE") != "" {
		deep = 10_000
	}
	nest := func(open, inner, close string) string {
		return strings.Repeat(open+"\n", deep) + inner + strings.Repeat(close+"\n", deep)
	}
	flags := [][]string{
		{}, {"--mlir-print-op-generic"}, {"--mlir-print-debuginfo"}, {"--verify-roundtrip"},
		{"--canonicalize"}, {"--cse"}, {"--canonicalize", "--cse", "--symbol-dce", "--inline"},
	}
	for name, text := range map[string]string{
		"unregistered": nest(`"a.r"() ({`, `"a.e"() : () -> ()`, "}) : () -> ()"),
		"modules":      nest("module {", "", "}"),
		"conditions":   "func.func @f(%c: i1) {\n" + nest("scf.if %c {", `"a.e"() : () -> ()`, "}") + "return }",
		"functions":    nest("module { func.func @f() { return }", "", "}"),
	} {
		for _, f := range flags {
			t.Run(name+strings.Join(f, ""), func(t *testing.T) {
				var stderr bytes.Buffer
				args := append([]string{"--allow-unregistered-dialect", "-"}, f...)
				if status := tool.Opt(context.Background(), args, strings.NewReader(text), io.Discard, &stderr); status != 0 {
					t.Errorf("got status %d\n%.500s", status, &stderr)
				}
			})
		}
	}
}
