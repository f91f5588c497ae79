package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// fields writes the entries of a struct-like attribute, except entries that are empty or zero.
type fields struct {
	w   *ir.Writer
	any bool
}

func (f *fields) name(n string) {
	if f.any {
		f.w.Str(", ")
	}
	f.any = true
	f.w.Str(n + " = ")
}

func (f *fields) dims(n string, v []int64) {
	if len(v) > 0 {
		f.name(n)
		printDims(f.w, v)
	}
}

func (f *fields) int(n string, v int64) {
	if v != 0 {
		f.name(n)
		f.w.Int(v)
	}
}

func printDims(w *ir.Writer, v []int64) {
	w.Byte('[')
	printInts(w, v)
	w.Byte(']')
}

func printInts(w *ir.Writer, v []int64) {
	for i, n := range v {
		if i > 0 {
			w.Str(", ")
		}
		if n == ir.Dynamic {
			w.Byte('?')
			continue
		}
		w.Int(n)
	}
}

// Print implements ir.AttrData.
func (d *DotDims) Print(w *ir.Writer) {
	w.Str("#stablehlo.dot<")
	f := fields{w: w}
	f.dims("lhs_batching_dimensions", d.LHSBatching)
	f.dims("rhs_batching_dimensions", d.RHSBatching)
	f.dims("lhs_contracting_dimensions", d.LHSContracting)
	f.dims("rhs_contracting_dimensions", d.RHSContracting)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *GatherDims) Print(w *ir.Writer) {
	w.Str("#stablehlo.gather<")
	f := fields{w: w}
	f.dims("offset_dims", d.OffsetDims)
	f.dims("collapsed_slice_dims", d.CollapsedSliceDims)
	f.dims("operand_batching_dims", d.OperandBatchingDims)
	f.dims("start_indices_batching_dims", d.StartIndicesBatchingDims)
	f.dims("start_index_map", d.StartIndexMap)
	f.int("index_vector_dim", d.IndexVectorDim)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *ScatterDims) Print(w *ir.Writer) {
	w.Str("#stablehlo.scatter<")
	f := fields{w: w}
	f.dims("update_window_dims", d.UpdateWindowDims)
	f.dims("inserted_window_dims", d.InsertedWindowDims)
	f.dims("input_batching_dims", d.InputBatchingDims)
	f.dims("scatter_indices_batching_dims", d.ScatterIndicesBatchingDims)
	f.dims("scatter_dims_to_operand_dims", d.ScatterDimsToOperandDims)
	f.int("index_vector_dim", d.IndexVectorDim)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *ConvDims) Print(w *ir.Writer) {
	w.Str("#stablehlo.conv<")
	d.printBare(w)
	w.Byte('>')
}

// printBare writes the dimension numbers without the enclosing <>.
func (d *ConvDims) printBare(w *ir.Writer) {
	printConvDims(w, d.InputSpatial, d.InputBatch, 'b', d.InputFeature, 'f')
	w.Byte('x')
	printConvDims(w, d.KernelSpatial, d.KernelInputFeature, 'i', d.KernelOutputFeature, 'o')
	w.Str("->")
	printConvDims(w, d.OutputSpatial, d.OutputBatch, 'b', d.OutputFeature, 'f')
}

func printConvDims(w *ir.Writer, spatial []int64, at1 int64, c1 byte, at2 int64, c2 byte) {
	w.Byte('[')
	for i := range int64(len(spatial) + 2) {
		if i > 0 {
			w.Str(", ")
		}
		switch s := slices.Index(spatial, i); {
		case i == at1:
			w.Byte(c1)
		case i == at2:
			w.Byte(c2)
		default:
			w.Int(int64(s))
		}
	}
	w.Byte(']')
}

// Print implements ir.AttrData.
func (d *ChannelHandle) Print(w *ir.Writer) {
	w.Str("#stablehlo.channel_handle<handle = ")
	w.Int(d.Handle)
	w.Str(", type = ")
	w.Int(d.Type)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *OutputOperandAlias) Print(w *ir.Writer) {
	w.Str("#stablehlo.output_operand_alias<output_tuple_indices = ")
	printDims(w, d.OutputTupleIndices)
	w.Str(", operand_index = ")
	w.Int(d.OperandIndex)
	w.Str(", operand_tuple_indices = ")
	printDims(w, d.OperandTupleIndices)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *DotAlgorithm) Print(w *ir.Writer) {
	w.Str("#stablehlo.dot_algorithm")
	d.printBare(w)
}

func (d *DotAlgorithm) printBare(w *ir.Writer) {
	w.Str("<lhs_precision_type = ")
	w.Type(d.LHSPrecision)
	w.Str(", rhs_precision_type = ")
	w.Type(d.RHSPrecision)
	w.Str(", accumulation_type = ")
	w.Type(d.Accumulation)
	w.Str(", lhs_component_count = ")
	w.Int(d.LHSComponents)
	w.Str(", rhs_component_count = ")
	w.Int(d.RHSComponents)
	w.Str(", num_primitive_operations = ")
	w.Int(d.PrimitiveOps)
	w.Str(", allow_imprecise_accumulation = ")
	if d.Imprecise {
		w.Str("true>")
	} else {
		w.Str("false>")
	}
}

// Print implements ir.AttrData.
func (d *ResultAccuracy) Print(w *ir.Writer) {
	w.Str("#stablehlo.result_accuracy<")
	for _, e := range []struct {
		name string
		v    ir.Attr
	}{{"atol", d.Atol}, {"rtol", d.Rtol}} {
		if f, ok := ir.AttrAs[*ir.FloatAttr](e.v); ok && f.Float() != 0 {
			w.Str(e.name + " = " + tensor.FormatFloat(tensor.F64, f.Lo, 0) + ", ")
		}
	}
	if d.Ulps != 0 {
		w.Str("ulps = ")
		w.Int(d.Ulps)
		w.Str(", ")
	}
	w.Str("mode = ")
	w.Attr(d.Mode)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *Bounds) Print(w *ir.Writer) {
	w.Str("#stablehlo.bounds<")
	printInts(w, d.Bounds)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *MeshAxis) Print(w *ir.Writer) {
	w.Str("#stablehlo.mesh_axis<name = ")
	w.Quoted(d.Name)
	w.Str(", size = ")
	w.Int(d.Size)
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *Mesh) Print(w *ir.Writer) {
	w.Str("#stablehlo.mesh<axes = [")
	for i, a := range d.Axes {
		if i > 0 {
			w.Str(", ")
		}
		w.Attr(a)
	}
	w.Byte(']')
	if !d.DeviceIDs.IsNil() {
		w.Str(", device_ids = ")
		w.Attr(d.DeviceIDs)
	}
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *SubAxis) Print(w *ir.Writer) {
	w.Str("#stablehlo.sub_axis_info")
	d.printBare(w)
}

func (d *SubAxis) printBare(w *ir.Writer) {
	w.Byte('(')
	w.Int(d.PreSize)
	w.Byte(')')
	w.Int(d.Size)
}

// Print implements ir.AttrData.
func (d *AxisRef) Print(w *ir.Writer) {
	w.Str("#stablehlo.axis_ref<name = ")
	w.Quoted(d.Name)
	if s, ok := ir.AttrAs[*SubAxis](d.Sub); ok {
		w.Str(", sub_axis_info = ")
		s.printBare(w)
	}
	w.Byte('>')
}

// Print implements ir.AttrData.
func (d *ReplicaGroupMesh) Print(w *ir.Writer) {
	w.Str("#stablehlo.replica_group_mesh_axes<mesh = ")
	w.Attr(d.Mesh)
	w.Str(", axes = ")
	w.Attr(d.Axes)
	w.Byte('>')
}
