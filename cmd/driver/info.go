package driver

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/passes"
)

// info handles flags that only print information. It reports whether such a flag was set.
func (t *Tool) info(flags *flagSet, o *options, w io.Writer) (shown bool, err error) {
	out := bufio.NewWriter(w)
	switch {
	case o.help || o.helpHidden:
		t.help(out, flags, o.helpHidden)
	case o.version:
		fmt.Fprintf(out, "%s version %s\n  reads and prints the text of MLIR 22.1\n", t.Name, t.Version)
	case o.showDialects:
		fmt.Fprintf(out, "Available Dialects: %s\n", strings.Join(t.reg.DialectNames(), ","))
	case o.listPasses:
		t.listPasses(out)
	default:
		return false, nil
	}
	return true, out.Flush()
}

func (t *Tool) help(w io.Writer, flags *flagSet, all bool) {
	fmt.Fprintf(w, "OVERVIEW: reads MLIR, runs passes on it and prints it\n\nAvailable Dialects: %s\nUSAGE: %s [options] <input file>\n\nOPTIONS:\n\n",
		strings.Join(t.reg.DialectNames(), ", "), t.Name)
	for _, f := range flags.sorted() {
		if f.hidden && !all {
			continue
		}
		line(w, 2, dashed(f.name)+valueHelp(f.value), f.help)
	}
	fmt.Fprintf(w, "\nPasses run in the order of their flags; --list-passes shows them with their options.\n")
	if all {
		fmt.Fprintln(w)
		t.listPasses(w)
	}
}

func valueHelp(v string) string {
	switch {
	case v == "":
		return ""
	case v[0] == '[':
		return "[=<" + strings.Trim(v, "[]") + ">]"
	}
	return "=<" + v + ">"
}

func line(w io.Writer, indent int, name, help string) {
	fmt.Fprintf(w, "%-52s - %s\n", strings.Repeat(" ", indent)+name, help)
}

func (t *Tool) listPasses(w io.Writer) {
	fmt.Fprintln(w, "Passes:")
	for _, p := range t.known.Passes() {
		line(w, 2, "--"+p.Name, p.Summary())
		listOptions(w, p.Options())
	}
	if len(t.known.Pipelines()) == 0 {
		return
	}
	fmt.Fprintln(w, "Pass Pipelines:")
	for _, n := range t.known.Pipelines() {
		summary, _, _ := strings.Cut(n.Doc, "\n")
		line(w, 2, "--"+n.Name, summary)
		listOptions(w, n.Options())
	}
}

func listOptions(w io.Writer, os []passes.Option) {
	for _, o := range os {
		help := o.Help
		if o.Default != "" {
			help += " (default " + o.Default + ")"
		}
		line(w, 4, o.Name+"=<"+o.Type+">", help)
	}
}
