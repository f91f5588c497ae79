// Package interpreter is the dialect of StableHLO's interpreter: operations that run programs in
// parallel, and that print or record tensors.
package interpreter

import (
	"fmt"
	"io"
	"os"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Dialect returns the description of the dialect for a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "interpreter",
		Doc:  "Operations of StableHLO's interpreter.",
		Ops:  func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[RunParallel](), ir.Decl[Print](), ir.Decl[Probe]()} },
	}
}

const elements = "4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized"

func ranked() ir.Constraint {
	return ir.Constraint{
		Text:   "ranked tensor of " + elements + " values",
		Accept: func(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) && !t.Elem().IsIndex() },
	}
}

func tensorOrToken() ir.Constraint {
	return ir.Constraint{
		Text:   ranked().Text + " or token",
		Accept: func(t ir.Type) bool { return ranked().Accept(t) || t.String() == "!stablehlo.token" },
	}
}

// RunParallel runs a grid of programs in parallel. Row i of the grid has the programs of replica i,
// one for each partition.
//
//	%r:2 = "interpreter.run_parallel"(%a, %b) <{programs = [[@f], [@g]]}> : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
type RunParallel struct{ ir.Ref }

// Inputs and Outputs return the arguments and results of all programs, row by row.
func (o RunParallel) Inputs() []*ir.Value  { return o.Op.OperandsOf(0) }
func (o RunParallel) Outputs() []*ir.Value { return o.Op.ResultsOf(0) }

// Programs returns the names of the functions to run, as a grid. Infeed returns the names of the
// functions that compute the data of the infeed.
func (o RunParallel) Infeed() []ir.Attr     { return elems(o.Op.AttrAt(0)) }
func (o RunParallel) Programs() [][]ir.Attr { return grid(o.Op.AttrAt(1)) }

func elems(a ir.Attr) []ir.Attr {
	if d, ok := ir.AttrAs[*ir.ArrayAttr](a); ok {
		return d.Elems
	}
	return nil
}

func grid(a ir.Attr) [][]ir.Attr {
	var rows [][]ir.Attr
	for _, row := range elems(a) {
		rows = append(rows, elems(row))
	}
	return rows
}

// Spec implements ir.View.
func (RunParallel) Spec() ir.Spec {
	return ir.Spec{
		Name:     "interpreter.run_parallel",
		Doc:      "Runs a grid of programs.",
		Operands: []ir.Field{{Name: "inputs", Type: tensorOrToken(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: tensorOrToken(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "infeed", Optional: true, Type: ir.AttrConstraint{Text: "flat symbol ref array attribute", Accept: isNames}},
			{Name: "programs", Type: ir.AttrConstraint{Text: "Array of FlatSymbolRefArrayAttr", Accept: isGrid}},
		},
	}
}

func isNames(a ir.Attr) bool {
	if !ir.IsAttr[*ir.ArrayAttr](a) {
		return false
	}
	for _, e := range elems(a) {
		if r, ok := ir.AttrAs[*ir.SymbolRefAttr](e); !ok || len(r.Nested) > 0 {
			return false
		}
	}
	return true
}

func isGrid(a ir.Attr) bool {
	if !ir.IsAttr[*ir.ArrayAttr](a) {
		return false
	}
	for _, e := range elems(a) {
		if !isNames(e) {
			return false
		}
	}
	return true
}

// function returns the function with the given name, both as an operation and as an ir.Callable. It
// fails if there is no such function.
func (o RunParallel) function(name ir.Attr) (*ir.Op, ir.Callable, error) {
	f := ir.LookupNearest(o.Op, name)
	if f != nil {
		if callee, ok := ir.Cast[ir.Callable](f); ok {
			return f, callee, nil
		}
	}
	r, _ := ir.AttrAs[*ir.SymbolRefAttr](name)
	return nil, nil, ir.ErrorAt(o.Op, "Function \"%s\" not found", r.Root)
}

// Verify implements ir.Verifier. It accepts an operation without a parent, since its functions are
// found through the module. The interpreter creates operations without parents to check shapes in a
// run.
func (o RunParallel) Verify() error {
	if o.Op.Parent() == nil {
		return nil
	}
	rows := o.Programs()
	if len(rows) == 0 || len(rows[0]) == 0 {
		return ir.ErrorAt(o.Op, "`programs` attribute cannot be empty")
	}
	args, results := 0, 0
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			return ir.ErrorAt(o.Op, "Sizes of second dimension of `programs` should all match %d but got %d", len(rows[0]), len(row))
		}
		for _, name := range row {
			_, f, err := o.function(name)
			if err != nil {
				return err
			}
			args, results = args+len(f.CallableType().Inputs), results+len(f.CallableType().Results)
		}
	}
	if n := o.Op.NumOperands(); n != args {
		return ir.ErrorAt(o.Op, "Number of inputs (%d) should match the sum of the number of inputs of all programs (%d)", n, args)
	}
	if n := o.Op.NumResults(); n != results {
		return ir.ErrorAt(o.Op, "Number of results (%d) should match the sum of the number of results of all programs (%d)", n, results)
	}
	return o.checkInfeed()
}

func (o RunParallel) checkInfeed() error {
	if o.Op.AttrAt(0).IsNil() {
		return nil
	}
	if len(o.Infeed()) == 0 {
		return ir.ErrorAt(o.Op, "infeed attribute is optional or should not be empty")
	}
	for _, name := range o.Infeed() {
		_, f, err := o.function(name)
		if err != nil {
			return err
		}
		r, _ := ir.AttrAs[*ir.SymbolRefAttr](name)
		switch outs := f.CallableType().Results; {
		case len(outs) != 1:
			return ir.ErrorAt(o.Op, "Function \"%s\" should return 1 tensor but returns %d", r.Root, len(outs))
		case !outs[0].IsShaped():
			return ir.ErrorAt(o.Op, "Function \"%s\" should return a tensor type, but instead returns '%s'", r.Root, outs[0])
		}
	}
	return nil
}

// Eval runs the programs in parallel and returns their results.
func (o RunParallel) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	var jobs [][]interp.Job
	for _, names := range o.Programs() {
		var row []interp.Job
		for _, name := range names {
			f, callee, err := o.function(name)
			if err != nil {
				return nil, err
			}
			n := len(callee.CallableType().Inputs)
			row = append(row, interp.Job{Func: f, Args: append([]interp.Value(nil), in[:n]...)})
			in = in[n:]
		}
		jobs = append(jobs, row)
	}
	var infeed []*ir.Op
	for _, name := range o.Infeed() {
		f, _, err := o.function(name)
		if err != nil {
			return nil, err
		}
		infeed = append(infeed, f)
	}
	return c.Parallel(jobs, infeed)
}

// Print writes a tensor to standard output.
//
//	interpreter.print %x : tensor<i1>
type Print struct{ ir.Unary }

// Spec implements ir.View.
func (Print) Spec() ir.Spec {
	return ir.Spec{
		Name:     "interpreter.print",
		Doc:      "Writes a tensor to the standard output.",
		Operands: []ir.Field{{Name: "operand", Type: ranked()}},
		Traits:   ir.AlwaysEffect,
		Format:   "$operand attr-dict `:` type($operand)",
	}
}

// Eval writes the tensor.
func (o Print) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	return nil, o.write(os.Stdout, ts[0])
}

func (o Print) write(w io.Writer, t *tensor.Tensor) error {
	a := ir.NewDense(ir.Tensor(ir.KindType(t.Kind), t.Shape...), t)
	_, err := fmt.Fprintf(w, "%s\n", a)
	return err
}

// Probe records a tensor under a name and returns the tensor.
//
//	%r = interpreter.probe %x, probe_id = "p0" : tensor<3xi32>
type Probe struct{ ir.Ref }

// Operand returns the tensor, and ProbeID returns the name under which it is recorded.
func (o Probe) Operand() *ir.Value { return o.Op.OperandAt(0) }
func (o Probe) ProbeID() string {
	s, _ := o.Op.AttrAt(0).Str()
	return s
}

// Spec implements ir.View.
func (Probe) Spec() ir.Spec {
	return ir.Spec{
		Name:     "interpreter.probe",
		Doc:      "Records a tensor and returns it.",
		Operands: []ir.Field{{Name: "operand", Type: ranked()}},
		Results:  []ir.Field{{Name: "result", Type: ranked()}},
		Attrs: []ir.AttrField{
			{Name: "probe_id", Type: ir.AttrConstraint{Text: "string attribute", Form: ir.FormNoType, Type: ir.None(), Accept: ir.StringConstraint.Accept}},
		},
		Traits: ir.SameOperandsAndResultType | ir.AlwaysEffect,
		Format: "$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)",
		Rules:  []ir.TypeRule{{From: "result", To: "operand"}},
	}
}

// Eval records the tensor.
func (o Probe) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	return []interp.Value{ts[0]}, c.Record(o.ProbeID(), ts[0])
}
