package run

import (
	"fmt"
	"io"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes"
)

// PassFlags are mlir-opt's flags for observing passes. They apply to all compiler passes.
type PassFlags struct {
	PrintBefore     []string `name:"mlir-print-ir-before" help:"Print the program before these passes." placeholder:"PASS,..." group:"passes"`
	PrintAfter      []string `name:"mlir-print-ir-after" help:"Print the program after these passes." placeholder:"PASS,..." group:"passes"`
	PrintBeforeAll  bool     `name:"mlir-print-ir-before-all" help:"Print the program before each pass." group:"passes"`
	PrintAfterAll   bool     `name:"mlir-print-ir-after-all" help:"Print the program after each pass." group:"passes"`
	PrintChanged    bool     `name:"mlir-print-ir-after-change" help:"Print the program only after passes that changed it." group:"passes"`
	PrintFailed     bool     `name:"mlir-print-ir-after-failure" help:"Print the program only after passes that failed." group:"passes"`
	PrintModule     bool     `name:"mlir-print-ir-module-scope" help:"Print the whole module, not only what the pass ran on." group:"passes"`
	PrintTree       string   `name:"mlir-print-ir-tree-dir" help:"Print the programs to files in a tree of folders." placeholder:"DIR" group:"passes"`
	Timing          bool     `name:"mlir-timing" help:"Print how long each pass took." group:"passes"`
	Statistics      bool     `name:"mlir-pass-statistics" help:"Print the statistics of passes." group:"passes"`
	VerifyEach      bool     `name:"verify-each" help:"Verify the program after each pass." group:"passes"`
	Reproducer      string   `name:"mlir-pass-pipeline-crash-reproducer" help:"If a pass fails, write a file that reproduces the failure." placeholder:"FILE" group:"passes"`
	LocalReproducer bool     `name:"mlir-pass-pipeline-local-reproducer" help:"Write only the failing pass to the reproducer." group:"passes"`
}

// manager returns a pass manager with the observers that the flags request, or nil.
func (f *PassFlags) manager(t *driver.Tool, stderr io.Writer) *passes.Manager {
	m := pipeline.Manager()
	m.Canonical, m.Known, m.Out, m.Report = t.Canonical(), t.Known(), stderr, cli.WarnOn(stderr)
	m.NoVerify = !f.VerifyEach
	m.Print = passes.Printing{
		Before: f.PrintBefore, After: f.PrintAfter, BeforeAll: f.PrintBeforeAll, AfterAll: f.PrintAfterAll,
		Changed: f.PrintChanged, Failed: f.PrintFailed, ModuleScope: f.PrintModule, TreeDir: f.PrintTree, Options: ir.NewPrintOptions(),
	}
	if f.Timing {
		m.Timing = passes.NewTimer()
	}
	if f.Statistics {
		m.Stats = &passes.Stats{}
	}
	if f.Reproducer != "" {
		m.Reproducer = &passes.Reproducer{File: f.Reproducer, Local: f.LocalReproducer}
	}
	if !m.Observes() {
		return nil
	}
	return m
}

// checkPasses returns an error if a flag names a pass that does not exist.
func (f *PassFlags) checkPasses(known *passes.Known) error {
	for _, names := range [][]string{f.PrintBefore, f.PrintAfter} {
		for _, n := range names {
			if known.Pass(n) == nil {
				return diag.Errorf(diag.Span{}, "there is no pass '%s'", n).WithHelp("run lathe-opt --list-passes for the names of the passes")
			}
		}
	}
	return nil
}

// reportPasses prints the statistics and times that m has recorded. The parameter m may be nil.
func reportPasses(m *passes.Manager, stderr io.Writer) error {
	if m == nil {
		return nil
	}
	if m.Stats != nil {
		if err := m.Stats.Write(stderr, true); err != nil {
			return err
		}
	}
	if m.Timing != nil {
		return m.Timing.Write(stderr, passes.Display{})
	}
	return nil
}

// printPipeline prints the passes that compile a program for one backend.
func printPipeline(t *driver.Tool, o compile.Options, out io.Writer) error {
	if len(o.Devices) > 0 {
		return diag.Errorf(diag.Span{}, "--print-pipeline prints the passes of one backend, but the program is compiled for a list of devices").WithHelp("pass --backend=NAME")
	}
	r := backends.NewRegistry(o.Backends, backends.Config{})
	defer r.Close()
	name := o.Backend
	if name == "" {
		name = compile.DefaultBackend(r, o.Warn)
	}
	b, err := r.Open(device.Named(name))
	if err != nil {
		return err
	}
	target, err := pipeline.Find(backends.Targets(t.All().Backends), b.Info().Name)
	if err != nil {
		return err
	}
	options, err := backends.PipelineOptions(b, o.Entry, o.Properties)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, pipeline.New(target, options))
	return err
}
