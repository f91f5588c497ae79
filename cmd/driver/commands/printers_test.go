package commands_test

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/ir/diag"
)

// namedEverywhere returns a program that contains the given text as a symbol, a string and a
// location. If unregistered is true, the text is also the name of an operation and of an attribute.
func namedEverywhere(text string, unregistered bool) string {
	var b strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&b, "\\%02X", text[i])
	}
	q, more := `"`+b.String()+`"`, ""
	if unregistered {
		more = "\n  %u = " + q + "(%x) {" + q + " = [" + q + "]} : (tensor<4xf32>) -> tensor<4xf32> loc(" + q + ")"
	}
	return strings.ReplaceAll(`module attributes {t.text = Q} {
func.func @Q(%x: tensor<4xf32> loc(Q)) -> tensor<4xf32> attributes {t.text = Q} {
  %0 = stablehlo.add %x, %x {t.text = Q} : tensor<4xf32> loc(Q)
  %1 = interpreter.probe %0, probe_id = Q : tensor<4xf32>`+more+`
  %2 = stablehlo.multiply %1, %0 : tensor<4xf32> loc(Q(Q))
  return %2 : tensor<4xf32>
}
}
`, "Q", q)
}

// printers runs the tools, and parses their output.
type printers struct {
	*testing.T
	tool *driver.Tool
	dir  string
}

func (p *printers) lathe(text string, args ...string) string {
	p.Helper()
	var out, errs strings.Builder
	if status := commands.Lathe(p.Context(), p.tool, args, strings.NewReader(text), &out, &errs); status != 0 {
		p.Fatalf("lathe %q: got status %d\n%q", args, status, errs.String())
	}
	return out.String()
}

func (p *printers) opt(text string, args ...string) (stdout, stderr string) {
	p.Helper()
	var out, errs strings.Builder
	if status := p.tool.Opt(p.Context(), append(args, "--allow-unregistered-dialect"), strings.NewReader(text), &out, &errs); status != 0 {
		p.Fatalf("lathe-opt %q: got status %d\n%q", args, status, errs.String())
	}
	return out.String(), errs.String()
}

func (p *printers) file(name string) string {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

// structures prints a program that contains the given text everywhere. It returns the structure of
// each printer's output, and checks that the output can be parsed.
func structures(t *testing.T, tool *driver.Tool, text string) map[string]string {
	t.Helper()
	p := &printers{T: t, tool: tool, dir: t.TempDir()}
	out := map[string]string{}
	whole, program := namedEverywhere(text, true), namedEverywhere(text, false)

	printed, _ := p.opt(whole, "--mlir-print-debuginfo")
	if again, _ := p.opt(printed, "--mlir-print-debuginfo"); again != printed {
		t.Errorf("the printed text changes if it is parsed and printed again: from\n%q\nto\n%q", printed, again)
	}
	_, graph := p.opt(whole, "--view-op-graph")
	out["view-op-graph"] = p.dot(graph, "{}|<>\n")

	repro := filepath.Join(p.dir, "reproducer.mlir")
	p.opt(whole, "--cse", "--mlir-generate-reproducer="+repro)
	p.opt(p.file("reproducer.mlir"), "--run-reproducer")

	partition := filepath.Join(p.dir, "parts")
	out["plan"] = p.json(p.lathe(program, "plan", "--devices=vm,ref", "--json", "--partition-to="+partition, "--draw="+p.dir, "-"))
	p.lathe(program, "plan", "--devices=vm,ref", "--partition-from="+partition, "-")
	names, err := os.ReadDir(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	var dots, svgs []string
	drawn := ""
	for _, n := range names {
		if ext := filepath.Ext(n.Name()); ext == ".dot" || ext == ".svg" {
			drawn += p.file(n.Name())
		}
		switch filepath.Ext(n.Name()) {
		case ".dot":
			dots = append(dots, p.dot(p.file(n.Name()), "\n"))
		case ".svg":
			svgs = append(svgs, p.xml(p.file(n.Name())))
		}
	}
	slices.Sort(dots)
	slices.Sort(svgs)
	out["draw.dot"], out["draw.svg"] = strings.Join(dots, "\n"), strings.Join(svgs, "\n")

	trace := filepath.Join(p.dir, "trace.json")
	p.lathe(program, "run", "--backend=ref", "--no-cache", "--trace="+trace, "--probe-output-dir="+p.dir, "-")
	out["trace"] = p.json(p.file("trace.json"))
	for name, text := range map[string]string{"view-op-graph": graph, "trace": p.file("trace.json"), "draw.dot and draw.svg": drawn} {
		if i := strings.IndexFunc(text, diag.NeedsEscape); i >= 0 {
			t.Errorf("%s has a character that must be escaped at byte %d of %q", name, i, text)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(p.file("index.csv"))).ReadAll()
	if want := [][]string{{diag.Escape(text), "tensor<4xf32>", filepath.Join(p.dir, "probe1.npy")}}; err != nil || fmt.Sprintf("%q", rows) != fmt.Sprintf("%q", want) {
		t.Errorf("index.csv has %q, expected %q; the error is %v", rows, want, err)
	}
	return out
}

// json returns the keys and types of a JSON text. Numbers are omitted, because some are times.
func (p *printers) json(text string) string {
	p.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		p.Fatalf("the JSON does not parse: %v in %q", err, text)
	}
	var shape func(v any) string
	shape = func(v any) string {
		switch v := v.(type) {
		case map[string]any:
			var fields []string
			for key, field := range v {
				fields = append(fields, key+shape(field))
			}
			slices.Sort(fields)
			return "{" + strings.Join(fields, " ") + "}"
		case []any:
			var elems []string
			for _, e := range v {
				elems = append(elems, shape(e))
			}
			return "[" + strings.Join(elems, " ") + "]"
		}
		return fmt.Sprintf(" %T", v)
	}
	return shape(v)
}

func (p *printers) xml(text string) string {
	p.Helper()
	var b strings.Builder
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		if err != nil {
			p.Fatalf("the XML does not parse: %v in %q", err, text)
		}
		switch e := token.(type) {
		case xml.StartElement:
			b.WriteString("<" + e.Name.Local)
			for _, a := range e.Attr {
				b.WriteString(" " + a.Name.Local)
			}
			b.WriteString(">")
		case xml.EndElement:
			b.WriteString("</>")
		case xml.CharData:
		default:
			p.Errorf("got an unexpected token of type %T in %q", e, text)
		}
	}
}

// dot returns the tokens of a DOT text. Of strings it keeps only the characters in special, which
// have a meaning in labels.
func (p *printers) dot(text, special string) string {
	p.Helper()
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			b.WriteByte('"')
			for i++; i < len(text) && text[i] != '"'; i++ {
				switch c := text[i]; {
				case c == '\\':
					i++
				case strings.IndexByte(special, c) >= 0:
					b.WriteByte(c)
				}
			}
			if i >= len(text) {
				p.Fatalf("the DOT text has a string without a closing quote: %q", text)
			}
			b.WriteByte('"')
		case c == '\n' || c == ' ' || strings.IndexByte("{}[]=;,->:._", c) >= 0 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			b.WriteByte(c)
		default:
			p.Fatalf("the character %q must not be outside of a string in %q", c, text)
		}
	}
	return b.String()
}

// hostileTexts returns texts that end a string, comment, tag or line in some output format.
func hostileTexts() []string {
	return []string{
		"a.b", "a.\"b", "a.b\\", "a.\"];\n}\ndigraph x { y", "a.{b|c}<d>", "a.</text><script>alert(1)</script>", "a.&amp;<!--", "a.]]>",
		"a.=cmd|' /C calc'!A0", "a.b,c\nd,e,f", "a.\r\n\"\"", "a.\x1b[2J\x1b]0;title\x07", "a.\x01\x7f\xff\xc3", "a.\u202e\u2028\ufffe\uffff",
		"a.../../../../tmp/x", "a.$(touch x)`touch y`'; touch z; '", "a.*/ int x; //", "a.mlir_reproducer: { pipeline: \"x\" } #-}", "a.{-# #-}",
		"a.func @f ops 1 hash 0 { cluster \"vm\" { #1 } } //", "a.%s%n%d", "a.#1", "a.%0", "a.@x", "a.b c", "a.x // y",
	}
}

// checkPrinters checks that each printer's output for the text has the structure in want.
func checkPrinters(t *testing.T, tool *driver.Tool, text string, want map[string]string) {
	t.Helper()
	for printer, got := range structures(t, tool, text) {
		if got != want[printer] {
			t.Errorf("%q changes the output of %s to\n%s\nfrom\n%s", text, printer, got, want[printer])
		}
	}
}

// TestHostileTexts checks that all printers escape texts that would end a string or a comment.
func TestHostileTexts(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	want := structures(t, tool, "a.harmless")
	for _, text := range hostileTexts() {
		t.Run(fmt.Sprintf("%q", text), func(t *testing.T) { checkPrinters(t, tool, text, want) })
	}
}

// FuzzPrinters runs the check of TestHostileTexts on arbitrary texts.
func FuzzPrinters(f *testing.F) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range hostileTexts() {
		f.Add(text[len("a."):])
	}
	var want map[string]string
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 40 || strings.Contains(text, "\x00") {
			return // file names have at most 255 bytes, and names of operations have no zero bytes
		}
		if want == nil {
			want = structures(t, tool, "a.harmless")
		}
		checkPrinters(t, tool, "a."+text, want)
	})
}

// TestTerminalEscapes checks that escape sequences in files never reach the terminal.
func TestTerminalEscapes(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	header := "{'descr': '\x1b[2J', 'fortran_order': False, 'shape': (4,), }\n"
	array := write("a.npy", "\x93NUMPY\x01\x00"+string([]byte{byte(len(header)), 0})+header)
	rules := write("r.rules", "pin op \x1b[2J to vm\n")
	program := write("p.mlir", "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n")
	excerpt := write("e.mlir", "func.func @main() {\n  \x1b[2J return \u009b31m\n}\n")
	place := write("l.mlir", "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.cholesky %x : tensor<4xf32> loc(\"\\1B[2J\")\n  return %0 : tensor<4xf32>\n}\n")
	for _, args := range [][]string{
		{"run", "--no-cache", "--input=" + array, program}, {"plan", "--devices=vm,ref", "--rules=" + rules, program},
		{"run", excerpt}, {"run", "--no-cache", place}, {"plan", "--devices=vm", place}, {"plan", "--devices=vm,ref", "--json", place},
		{"opt", excerpt}, {"opt", place}, {"opt", "--diag-style=mlir", excerpt}, {"opt", "--diag-style=json", excerpt},
	} {
		var out, errs strings.Builder
		if args[0] == "opt" {
			tool.Opt(t.Context(), args[1:], nil, &out, &errs)
		} else {
			commands.Lathe(t.Context(), tool, args, nil, &out, &errs)
		}
		if text := out.String() + errs.String(); text == "" || strings.ContainsAny(text, "\x1b\u009b") {
			t.Errorf("%q prints %q", args, text)
		}
	}
}
