package driver

import (
	"fmt"
	"math"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

// options are the flags of the opt tool.
type options struct {
	output       string
	pipeline     string
	hasPipeline  bool
	dumpPipeline bool
	steps        *passes.Pipeline // the passes of individual flags, such as --cse

	split       string // marker; "" for none
	outMarker   string
	hasOut      bool
	verifyDiags string // "", "all", "only-expected"

	verifyEach       bool
	verifyRoundtrip  bool
	noVerifyParse    bool
	allowUnreg       bool
	noImplicit       bool
	aliasParts       int
	serial           bool
	print            ir.PrintOptions
	printAssumed     bool
	dumps            passes.Printing
	timing           bool
	timingDisplay    string
	outputFormat     string
	statistics       bool
	statisticsForm   string
	crashReproducer  string
	localReproducer  bool
	makeReproducer   string
	runReproducer    bool
	writeAnywhere    bool
	opOnDiagnostic   bool
	noNotes          bool
	verbosity        string
	color            string
	diagStyle        string
	listPasses       bool
	showDialects     bool
	help, helpHidden bool
	version          bool
	compat           bool
	decisions        string
	counters         []string
	printCounters    bool
	maxDecisions     int
}

const defaultMarker = "// -----"

// newFlags returns the flags and the options that they set, with mlir-opt's defaults.
func (t *Tool) newFlags() (*flagSet, *options) {
	o := &options{
		verifyEach: true, opOnDiagnostic: true, print: ir.NewPrintOptions(), outputFormat: "text",
		timingDisplay: "tree", statisticsForm: "pipeline", verbosity: "remarks", maxDecisions: -1,
		steps: &passes.Pipeline{Anchor: "builtin.module"}, output: "-",
	}
	s := &flagSet{tool: t.Name, flags: map[string]*flag{}}
	s.pass = func(name, text string) (bool, error) {
		if t.known.Pass(name) == nil && t.known.Pipeline(name) == nil {
			return false, nil
		}
		text = unquote(text)
		src := diag.NewSource("--"+name, []byte(text))
		return true, t.known.AddTo(o.steps, name, text, diag.Span{Src: src, End: -1})
	}
	s.names = func(yield func(string) bool) {
		for _, p := range t.known.Passes() {
			if !yield(p.Name) {
				return
			}
		}
		for _, p := range t.known.Pipelines() {
			if !yield(p.Name) {
				return
			}
		}
	}
	inputFlags(s, o)
	printFlags(s, o)
	passFlags(s, o)
	infoFlags(s, o)
	s.refuse()
	return s, o
}

// unquote removes quotes that a shell left around an argument.
func unquote(s string) string {
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}

func inputFlags(s *flagSet, o *options) {
	s.string("o", "filename", &o.output, "Output filename; - for the standard output")
	s.add(&flag{name: "split-input-file", value: "[marker]", help: "Split the input at lines with the marker, by default '// -----', and process each part separately",
		set: func(v string, has bool) error {
			if o.split = defaultMarker; v != "" {
				o.split = v
			}
			return nil
		}})
	s.add(&flag{name: "output-split-marker", value: "marker", help: "Text to print between the outputs for the parts of a split input",
		set: func(v string, _ bool) error { o.outMarker, o.hasOut = v, true; return nil }})
	s.add(&flag{name: "verify-diagnostics", value: "[all|only-expected]", help: "Compare diagnostics with expected-error and other comments",
		set: func(v string, has bool) error {
			switch v {
			case "", "all", "only-expected":
				o.verifyDiags = v
				if v == "" {
					o.verifyDiags = "all"
				}
				return nil
			}
			return fmt.Errorf("Cannot find option named '%s'!", v)
		}})
	s.bool("allow-unregistered-dialect", &o.allowUnreg, "Allow operations of dialects that are not registered")
	s.bool("no-implicit-module", &o.noImplicit, "Use the top-level operation itself instead of wrapping it in a module")
	s.bool("verify-each", &o.verifyEach, "Verify after each pass (default)")
	s.bool("verify-roundtrip", &o.verifyRoundtrip, "Print the input, parse the printed text, and check that both programs are equal")
	s.bool("mlir-very-unsafe-disable-verifier-on-parsing", &o.noVerifyParse, "Do not verify the parsed program")
}

func printFlags(s *flagSet, o *options) {
	p := &o.print
	s.bool("mlir-print-op-generic", &p.Generic, "Print operations in generic form")
	s.bool("mlir-print-local-scope", &p.LocalScope, "Print without aliases")
	s.bool("mlir-print-debuginfo", &p.DebugInfo, "Print locations")
	s.bool("mlir-pretty-debuginfo", &p.PrettyDebug, "Print locations in a short form that cannot be parsed")
	s.bool("mlir-print-skip-regions", &p.SkipRegions, "Print regions as {...}")
	s.bool("mlir-print-unique-ssa-ids", &p.UniqueIDs, "Print values with numbers that are unique in the whole output")
	s.bool("mlir-print-value-users", &p.ValueUsers, "Print the users of values as comments")
	s.bool("mlir-use-nameloc-as-prefix", &p.NameLocs, "Name values after their locations")
	s.bool("mlir-print-assume-verified", &o.printAssumed, "Accepted for compatibility: programs are never verified before printing")
	s.bool("print-op-ids", &p.OpIDs, "Print the stable ids of operations as locations")
	s.number("max-printed-parts", "uint", &p.MaxParts, 1, "Largest number of parts that a printed type or attribute may have; a larger one is an error")
	s.number("max-alias-parts", "uint", &o.aliasParts, 1, "Largest number of types and attributes in one parsed type or attribute, counted after its aliases are replaced")
	s.number("mlir-elide-elementsattrs-if-larger", "uint", &p.ElideAbove, 0, "Elide constants with more elements than this number")
	s.number("mlir-elide-resource-strings-if-larger", "uint", &p.ElideStrings, 0, "Elide resources with more characters than this number")
	s.number("mlir-print-elementsattrs-with-hex-if-larger", "long", &p.HexAbove, math.MinInt, "Print constants with more elements than this number in hexadecimal; -1: never")
}

func passFlags(s *flagSet, o *options) {
	set := func(v string, _ bool) error { o.pipeline, o.hasPipeline = v, true; return nil }
	s.add(&flag{name: "pass-pipeline", value: "pipeline", help: "Run a pipeline, such as builtin.module(func.func(cse),inline)", set: set})
	s.add(&flag{name: "p", value: "pipeline", help: "Short for --pass-pipeline", set: set, hidden: true})
	s.bool("dump-pass-pipeline", &o.dumpPipeline, "Print the pipeline that will run, with all options")
	s.bool("mlir-disable-threading", &o.serial, "Work on one function at a time")
	d := &o.dumps
	s.list("mlir-print-ir-before", "passes", &d.Before, "Print the program before these passes")
	s.list("mlir-print-ir-after", "passes", &d.After, "Print the program after these passes")
	s.bool("mlir-print-ir-before-all", &d.BeforeAll, "Print the program before each pass")
	s.bool("mlir-print-ir-after-all", &d.AfterAll, "Print the program after each pass")
	s.bool("mlir-print-ir-after-change", &d.Changed, "Print the program only after passes that changed it")
	s.bool("mlir-print-ir-after-failure", &d.Failed, "Print the program only after passes that failed")
	s.bool("mlir-print-ir-module-scope", &d.ModuleScope, "Print the whole module, not only what the pass ran on")
	s.string("mlir-print-ir-tree-dir", "directory", &d.TreeDir, "Print the programs to files in a tree of folders")
	s.bool("mlir-timing", &o.timing, "Print how long each pass took")
	s.choice("mlir-timing-display", &o.timingDisplay, []string{"list", "tree"}, "Form in which --mlir-timing prints times")
	s.choice("mlir-output-format", &o.outputFormat, []string{"text", "json"}, "Form of reports")
	s.bool("mlir-pass-statistics", &o.statistics, "Print the statistics of passes")
	s.choice("mlir-pass-statistics-display", &o.statisticsForm, []string{"list", "pipeline"}, "Form in which --mlir-pass-statistics prints statistics")
	s.string("mlir-pass-pipeline-crash-reproducer", "file", &o.crashReproducer, "If a pass fails, write a file that reproduces the failure")
	s.bool("mlir-pass-pipeline-local-reproducer", &o.localReproducer, "Write only the failing pass to the reproducer")
	s.string("mlir-generate-reproducer", "file", &o.makeReproducer, "Write a reproducer even without a failure")
	s.bool("run-reproducer", &o.runReproducer, "Run the pipeline that the input contains")
	s.bool("allow-writing-anywhere", &o.writeAnywhere, "Let the pipeline of --run-reproducer write files outside of the current folder")
	s.string("decisions", "file", &o.decisions, "Write the decision log; - for the standard error")
	s.list("mlir-debug-counter", "counters", &o.counters, "Skip actions or limit their number: pass-execution-skip=N, pass-execution-count=N")
	s.bool("mlir-print-debug-counter", &o.printCounters, "Print the counters of --mlir-debug-counter")
	s.number("max-decisions", "long", &o.maxDecisions, -1, "Make only this number of decisions; -1: all")
}

func infoFlags(s *flagSet, o *options) {
	s.bool("mlir-print-op-on-diagnostic", &o.opOnDiagnostic, "Show the operation with errors about it (default)")
	s.bool("mlir-disable-diagnostic-notes", &o.noNotes, "Leave out notes")
	s.choice("mlir-diagnostic-verbosity-level", &o.verbosity, []string{"errors", "warnings", "remarks"}, "Least severe diagnostics to show")
	s.add(&flag{name: "color", value: "[true|false]", help: "Use colors (default: on a terminal)", set: func(v string, _ bool) error {
		on := true
		err := setBool(&on, v)
		if o.color = "always"; !on {
			o.color = "never"
		}
		return err
	}})
	s.choice("diag-style", &o.diagStyle, []string{"rich", "mlir", "json"}, "Form of diagnostics (default: rich on a terminal, else mlir)")
	s.bool("compat", &o.compat, "Exit with status 1 on every failure, as mlir-opt does")
	s.bool("list-passes", &o.listPasses, "List passes and pipelines with their options")
	s.bool("show-dialects", &o.showDialects, "List the registered dialects")
	s.bare("help", &o.help, "Show the most used flags")
	s.bare("h", &o.help, "Short for --help")
	s.bare("help-list", &o.help, "Short for --help")
	s.bare("help-hidden", &o.helpHidden, "Show all flags")
	s.bare("help-list-hidden", &o.helpHidden, "Show all flags")
	s.bare("version", &o.version, "Show the version")
	s.flags["h"].hidden, s.flags["help-list"].hidden, s.flags["help-list-hidden"].hidden = true, true, true
}
