// Package bisect is the command lathe bisect. It finds the cluster, operation or pass that makes
// results wrong.
package bisect

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/partition/replay"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Args is the command line of the command "bisect", in kong's form.
type Args struct {
	cli.PlacingArgs
	File      string   `arg:"" help:"The program; - for standard input, unless --fail-cmd is given."`
	By        string   `enum:"cluster,op,both" default:"both" help:"What to find: the cluster (cluster), the operation among all operations (op), or the cluster and then the operation in it (both)."`
	Passes    string   `help:"Find the pass of this pipeline after which results are wrong, instead of the cluster or operation that is wrong on its device." placeholder:"PIPELINE"`
	Reference string   `default:"ref" help:"The backend whose results are taken as correct." placeholder:"NAME"`
	Input     []string `help:"A .npy file for each argument, in order; by default inputs are generated." placeholder:"A.npy" sep:"none"`
	Seed      uint64   `help:"Seed of generated inputs."`
	Tolerance *float64 `help:"The tolerance for floating-point and complex results, relative for values larger than 1; by default it depends on the element type. Integers must be equal." placeholder:"X"`
	FailCmd   string   `help:"Run this shell command instead of the program; {program} and {partition} are replaced by file names. A status other than 0 means that the program is wrong." placeholder:"CMD"`
	Threads   int      `help:"Processors to use; 0 means all."`
	JSON      bool     `name:"json" help:"Print one JSON object."`
}

// Run finds the cluster that makes the results of a program wrong, and the operation in this
// cluster. It searches by bisection: in each run, the first k suspects are on their devices, and
// all other operations are on a reference device. With --passes, it finds the faulty pass of a
// pipeline: in each run, only the first k passes are applied. One culprit among n suspects is found
// in at most ⌈log₂ n⌉ + 1 runs. With --fail-cmd, one more run, without suspects or passes, precedes
// the search.
func Run(ctx context.Context, t *driver.Tool, a Args, stdin io.Reader, stdout, stderr io.Writer) error {
	return plan.WithPlanner(t, stderr, func(p *plan.Planner) error {
		r, err := bisect(ctx, t, p, a, stdin)
		if err != nil {
			return err
		}
		if a.JSON {
			return cli.WriteJSON(stdout, r)
		}
		return writeBisect(stdout, r)
	})
}

func bisect(ctx context.Context, t *driver.Tool, p *plan.Planner, a Args, stdin io.Reader) (*Report, error) {
	if x := a.Tolerance; x != nil && !(*x >= 0) {
		return nil, diag.Errorf(diag.Span{}, "--tolerance must not be negative, but got %v", *x).WithHelp("omit it to use the default of the element type")
	}
	if a.FailCmd != "" && a.File == "-" {
		return nil, diag.Errorf(diag.Span{}, "--fail-cmd needs a file, but the program comes from standard input").WithHelp("write the program to a file, and pass the name of the file")
	}
	if a.Passes != "" {
		b, err := newPassBisection(ctx, t, p, a, stdin)
		if err != nil {
			return nil, err
		}
		return b.find(ctx)
	}
	b, err := newBisection(ctx, t, p, a, stdin)
	if err != nil {
		return nil, err
	}
	return b.find(ctx)
}

// bisection is a search for the cause of wrong results.
type bisection struct {
	args    Args
	options compile.Options // the options of the runs; the devices include the reference
	backend string          // the backend of the reference
	plan    *plan.Plan
	inputs  []*tensor.Tensor
	want    []*tensor.Tensor
	report  *Report
}

func newBisection(ctx context.Context, t *driver.Tool, p *plan.Planner, a Args, stdin io.Reader) (*bisection, error) {
	pl, err := p.Make(ctx, plan.Options{PlacingArgs: a.PlacingArgs, File: a.File}, stdin)
	if err != nil {
		return nil, err
	}
	if a.FailCmd != "" {
		if err := pl.CheckInlined("--fail-cmd"); err != nil {
			return nil, err
		}
	}
	b := &bisection{args: a, plan: pl, report: &Report{Schema: Schema, File: a.File, Reference: a.Reference, Stages: []Stage{}}}
	b.options = compile.Options{Threads: a.Threads, Backends: t.All().Backends}
	if b.options.Devices, err = cli.SplitDevices(a.Devices); err != nil {
		return nil, err
	}
	if a.Devices == nil {
		b.options.Devices = pl.DeviceNames()
	}
	if err := b.openReference(p); err != nil {
		return nil, err
	}
	if err := b.addReference(); err != nil || a.FailCmd != "" {
		return b, err
	}
	return b, b.runReference(ctx)
}

// openReference finds the backend of the reference device. The results of the reference device are
// correct by definition.
func (b *bisection) openReference(p *plan.Planner) error {
	name := b.args.Reference
	if b.plan.Plan != nil { // a search over passes has no placement
		if i := slices.Index(b.plan.DeviceNames(), name); i >= 0 {
			b.backend = b.plan.Devices[i].Backend
			return nil
		}
	}
	listed, err := irplace.Listed(b.plan.Module)
	if err != nil {
		return err
	}
	devices, err := p.Devices([]string{name}, listed...)
	if err != nil {
		return err
	}
	if len(devices) != 1 || devices[0].Name != name {
		return diag.Errorf(diag.Span{}, "--reference must name one device, but is '%s'", name).WithHelp("name only one device, as in --reference=ref")
	}
	b.backend = devices[0].Backend
	return nil
}

// addReference adds the reference to the devices if they lack it. If the devices are in a file, it
// returns an error instead.
func (b *bisection) addReference() error {
	if slices.Contains(b.plan.DeviceNames(), b.args.Reference) {
		return nil
	}
	if d := b.options.Devices; device.IsFile(d) && d[0] != b.plan.Devices[0].Name {
		return diag.Errorf(diag.Span{}, "the devices of '%s' must include the reference '%s', but are %s", d[0], b.args.Reference, namesOf(b.plan.DeviceNames())).
			WithHelp("add '- name: " + b.args.Reference + "' at the end of the file, or choose one of its devices with --reference")
	}
	b.options.Devices = append(slices.Clone(b.options.Devices), b.args.Reference)
	return nil
}

// runReference computes the results with which the results of all other runs are compared.
func (b *bisection) runReference(ctx context.Context) error {
	o := b.options
	o.Devices, o.Backend = nil, b.backend
	e, err := compile.Module(ctx, bare(b.plan.Module), o)
	if err != nil {
		return fmt.Errorf("on the reference %s: %w", b.args.Reference, err)
	}
	defer e.Close()
	if b.inputs, err = cli.Inputs(b.args.Input, b.args.Seed, e.Inputs()); err != nil {
		return err
	}
	b.want, err = e.Run(ctx, b.inputs...)
	return err
}

// bare returns a copy of m without lists of candidate devices, which may exclude the reference.
func bare(m ir.Module) ir.Module {
	m.Op = ir.CloneModule(m.Op)
	m.Op.Walk(func(op *ir.Op) bool {
		cluster.ClearCandidates(op)
		return true
	})
	return m
}

// suspect is one node of a function, or all nodes of a cluster.
type suspect struct {
	f       *plan.FuncPlan
	cluster int32
	nodes   []int32
}

// find runs the requested stages. It stops after a stage that finds no culprit.
func (b *bisection) find(ctx context.Context) (*Report, error) {
	var suspects []suspect
	for _, f := range b.plan.Funcs {
		for i, c := range f.Clusters {
			if f.DeviceName(c.Device) != b.args.Reference {
				suspects = append(suspects, suspect{f, int32(i), c.Nodes})
			}
		}
	}
	if b.args.FailCmd != "" && len(suspects) > 0 {
		if why, err := b.run(ctx, nil); err != nil || why != "" {
			return nil, failsAnyway(why, err, "with all operations on the reference '"+b.args.Reference+"'", "clusters and operations")
		}
	}
	if b.args.By != "op" {
		culprit, err := b.stage(ctx, "clusters", suspects)
		if err != nil || b.report.Nothing != "" {
			return b.report, err
		}
		suspects = []suspect{culprit}
		b.report.Cluster = culprit.f.ClusterName(int(culprit.cluster))
	}
	if b.args.By == "cluster" {
		return b.report, nil
	}
	culprit, err := b.stage(ctx, "operations", single(suspects))
	if err != nil || b.report.Nothing != "" {
		return b.report, err
	}
	op := culprit.f.Ops[culprit.nodes[0]]
	o := b.plan.ReportOp(op)
	b.report.Op, b.report.Place = &o, plan.PlaceOf(op)
	return b.report, nil
}

// single splits suspects into one suspect for each node, in program order.
func single(suspects []suspect) []suspect {
	var all []suspect
	for _, s := range suspects {
		for _, v := range s.nodes {
			all = append(all, suspect{s.f, s.cluster, []int32{v}})
		}
	}
	slices.SortStableFunc(all, func(a, b suspect) int {
		if a.f != b.f {
			return a.f.First - b.f.First
		}
		return int(a.nodes[0] - b.nodes[0])
	})
	return all
}

// stage searches suspects for the culprit. If there is no culprit, it records this in the report.
func (b *bisection) stage(ctx context.Context, over string, suspects []suspect) (suspect, error) {
	if len(suspects) == 0 {
		return suspect{}, diag.Errorf(diag.Span{}, "everything runs on the reference %s, so there are no %s to search", b.args.Reference, over).
			WithHelp("name the suspected devices with --devices, or pass another --reference")
	}
	s := Stage{Over: over, Suspects: len(suspects)}
	i, found, err := search(len(suspects), func(k int) (bool, error) {
		why, err := b.run(ctx, suspects[:k])
		s.Runs = append(s.Runs, Step{First: k, Wrong: why != "", Why: why})
		return why != "", err
	})
	b.report.Stages = append(b.report.Stages, s)
	switch {
	case err != nil:
		return suspect{}, err
	case found:
		return suspects[i], nil
	case over == "operations" && b.report.Cluster != "":
		return suspect{}, diag.Errorf(diag.Span{}, "cluster %s is wrong together with other clusters, but not alone", b.report.Cluster).
			WithHelp("search among all operations with --by=op")
	}
	their := "their devices"
	if len(suspects) == 1 {
		their = "its device"
	}
	what := cli.Plural(len(suspects), strings.TrimSuffix(over, "s"))
	b.report.nothing(b.args, "with "+what+" on "+their, "of "+b.args.Reference)
	return suspect{}, nil
}

// run runs the program with the given suspects on their devices, and all other nodes on the
// reference. It returns how the results are wrong, or "" if they are correct.
func (b *bisection) run(ctx context.Context, at []suspect) (wrong string, err error) {
	text, err := b.partition(at)
	if err != nil {
		return "", err
	}
	if b.args.FailCmd != "" {
		return b.command(ctx, text)
	}
	o := b.options
	o.Placement.AllowSplit = true // the partition may split fusion groups
	if o.Placement.File, err = replay.Parse(diag.NewSource("bisect", text)); err != nil {
		panic("bisect: BUG: a partition that does not parse: " + err.Error())
	}
	return b.compare(ctx, bare(b.plan.Module), o)
}

// command runs the user's command on the program and a partition. A partition applies only to a
// program without clusters. If the user's program has clusters, the command receives a copy in
// which they are inlined.
func (b *bisection) command(ctx context.Context, partition []byte) (wrong string, err error) {
	files := map[string]string{"{program}": b.args.File}
	type text struct{ ending, text string }
	written := map[string]text{"{partition}": {".partition", string(partition)}}
	if b.plan.Divided {
		written["{program}"] = text{".mlir", asm.String(bare(b.plan.Module).Op) + "\n"}
	}
	for word, w := range written {
		file, err := writeTemporary(w.ending, w.text)
		if err != nil {
			return "", err
		}
		defer os.Remove(file)
		files[word] = file
	}
	return failCommand(ctx, b.args.FailCmd, files)
}

// compare describes how the results of a program differ from the reference results.
func (b *bisection) compare(ctx context.Context, m ir.Module, o compile.Options) (wrong string, err error) {
	e, err := compile.Module(ctx, m, o)
	if err != nil {
		return b.failed(ctx, err)
	}
	return b.compareRun(ctx, e)
}

// compareRun is compare for a compiled program. It closes the program.
func (b *bisection) compareRun(ctx context.Context, e *compile.Executable) (wrong string, err error) {
	defer e.Close()
	got, err := e.Run(ctx, b.inputs...)
	if err != nil {
		return b.failed(ctx, err)
	}
	limit := -1.0
	if x := b.args.Tolerance; x != nil {
		limit = *x
	}
	return difference(got, b.want, limit), nil
}

// failed returns the message of err, since a failed run counts as a wrong result. If the context
// has ended, it returns err itself.
func (b *bisection) failed(ctx context.Context, err error) (string, error) {
	if ctx.Err() != nil {
		return "", err
	}
	return diag.All(err)[0].Message, nil
}

// elsewhere returns a part with only the name and the RunOn device of p, or nil if p has no RunOn
// device. The other fields of p describe the whole cluster, so they are not valid in a run.
func elsewhere(p *placement.Part) *placement.Part {
	if p == nil || p.RunOn == "" {
		return nil
	}
	return &placement.Part{Name: p.Name, RunOn: p.RunOn}
}

// partition returns the partition for a run as text. The given suspects stay on their devices. The
// other nodes of a cluster become a cluster on the reference. This causes no cycle, because the
// suspects of a cluster precede its other nodes in program order.
func (b *bisection) partition(at []suspect) ([]byte, error) {
	devices := b.plan.DeviceNames()
	reference := int32(slices.Index(devices, b.args.Reference))
	if reference < 0 {
		reference = int32(len(devices))
		devices = append(devices, b.args.Reference)
	}
	var parts []replay.Part
	for _, f := range b.plan.Funcs {
		stays := make([]bool, f.Len())
		for _, s := range at {
			if s.f != f {
				continue
			}
			for _, v := range s.nodes {
				stays[v] = true
			}
		}
		var p placement.Partition
		for _, c := range f.Clusters {
			kept, moved := placement.Cluster{Device: c.Device, Part: elsewhere(c.Part)}, placement.Cluster{Device: reference}
			for _, v := range c.Nodes {
				if stays[v] {
					kept.Nodes = append(kept.Nodes, v)
				} else {
					moved.Nodes = append(moved.Nodes, v)
				}
			}
			for _, k := range []placement.Cluster{kept, moved} {
				if len(k.Nodes) > 0 {
					p.Clusters = append(p.Clusters, k)
				}
			}
		}
		g := *f.Func
		h := *g.Graph
		h.Devices, g.Graph = devices, &h
		parts = append(parts, replay.Part{Func: &g, Partition: &p})
	}
	var text bytes.Buffer
	err := replay.Write(&text, parts, true)
	return text.Bytes(), err
}
