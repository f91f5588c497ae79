// Package query implements lathe query, which reports the operations that each device supports.
package query

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/placement/engine"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Args is the command line of the command "query", in kong's form.
type Args struct {
	Devices *string `required:"" help:"Devices in order of priority, or a file that describes them." placeholder:"A,B|FILE.yaml"`
	JSON    bool    `name:"json" help:"Print one JSON object."`
	File    string  `arg:"" help:"The program; - for standard input."`
}

// Schema identifies the format of a Report.
const Schema = "lathe.query/1"

// Report describes which operations each device supports.
type Report struct {
	Schema  string   `json:"schema"`
	File    string   `json:"file"`
	Devices []string `json:"devices"` // in order of priority
	// Taken[i] is the number of operations that Devices[i] supports.
	Taken []int       `json:"taken"`
	Ops   []Operation `json:"operations"`
}

// Operation is an operation and the answers of the devices.
type Operation struct {
	plan.Op
	Place string `json:"place,omitempty"` // the location in the text
	// Device is the first device that supports the operation, or "".
	Device string `json:"device,omitempty"`
	// Refused[i] is the reason why Devices[i] refuses the operation, or "" if it supports it.
	Refused []string `json:"refused"`
}

// Run queries the devices of the command line about each operation of a program. It ignores the
// devices to which attributes pin operations, but uses device descriptions in the program.
func Run(ctx context.Context, p *plan.Planner, a Args, stdin io.Reader, stdout io.Writer) error {
	pl, err := p.Read(ctx, a.File, stdin)
	if err != nil {
		return err
	}
	if engine.Divided(pl.Module) {
		return ir.Errorf(pl.Module.Op, "is already divided into clusters, so its operations cannot be queried").
			WithHelp("run lathe-opt --cluster-inline on the program first")
	}
	devices, err := open(p, pl.Module, a.Devices)
	if err != nil {
		return err
	}
	unpin(pl.Module)
	answers, err := affinity.Choose(ctx, pl.Module, devices, affinity.Options{AskAll: true, KeepUnplaced: true, Names: pl.Names})
	if err != nil {
		return err
	}
	r := &Report{Schema: Schema, File: a.File, Taken: make([]int, len(devices)), Ops: []Operation{}}
	for _, d := range devices {
		r.Devices = append(r.Devices, d.Name)
	}
	for _, answer := range answers {
		op := Operation{Op: pl.ReportOp(answer.Op), Place: plan.PlaceOf(answer.Op), Refused: answer.Refused}
		for d, why := range answer.Refused {
			if why != "" {
				continue
			}
			r.Taken[d]++
			if op.Device == "" {
				op.Device = r.Devices[d]
			}
		}
		r.Ops = append(r.Ops, op)
	}
	if a.JSON {
		return cli.WriteJSON(stdout, r)
	}
	return r.write(stdout)
}

// open opens the devices that the command line names.
func open(p *plan.Planner, m ir.Module, list *string) ([]irplace.Device, error) {
	names, err := cli.SplitDevices(list)
	if err != nil {
		return nil, err
	}
	listed, err := irplace.Listed(m)
	if err != nil {
		return nil, err
	}
	return p.Devices(names, listed...)
}

// unpin removes the attributes that place operations on devices.
func unpin(m ir.Module) {
	m.Op.Walk(func(op *ir.Op) bool {
		for _, attr := range []string{cluster.DeviceAttr, cluster.PinAttr, cluster.CandidatesAttr} {
			op.SetDiscardable(attr, ir.Attr{})
		}
		return true
	})
}

func (r *Report) write(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "operation\tdevice\tlocation")
	none := 0
	for _, op := range r.Ops {
		device := op.Device
		if device == "" {
			device, none = "none", none+1
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", plan.OpText(op.Op), device, diag.OneLine(op.Place))
		for d, why := range op.Refused {
			if why != "" {
				fmt.Fprintf(w, "  %s refuses it: %s\n", r.Devices[d], why)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for d, name := range r.Devices {
		if _, err := fmt.Fprintf(out, "%s supports %d of %s\n", name, r.Taken[d], cli.Plural(len(r.Ops), "operation")); err != nil {
			return err
		}
	}
	if none > 0 {
		_, err := fmt.Fprintf(out, "supported by no device: %s\n", cli.Plural(none, "operation"))
		return err
	}
	return nil
}
