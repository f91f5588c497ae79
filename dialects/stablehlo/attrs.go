package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Enum is one of the dialect's enumerations.
//
//	#stablehlo<comparison_direction GE>
type Enum struct {
	Mnemonic string
	Word     string
}

// Print implements ir.AttrData. One enumeration keeps the older spelling, with
// the mnemonic outside of the brackets.
func (e *Enum) Print(w *ir.Writer) {
	if e.Mnemonic == accuracyMode {
		w.Str("#stablehlo." + e.Mnemonic + "<" + e.Word + ">")
		return
	}
	w.Str("#stablehlo<" + e.Mnemonic + " " + e.Word + ">")
}

// The mnemonics of the enumerations.
const (
	precision      = "precision"
	accuracyMode   = "result_accuracy_mode"
	fftType        = "fft_type"
	direction      = "comparison_direction"
	comparisonType = "comparison_type"
	transposeKind  = "transpose"
	distribution   = "rng_distribution"
	rngAlgorithm   = "rng_algorithm"
)

// words returns the words of an enumeration, or nil for any other mnemonic.
func words(mnemonic string) []string {
	switch mnemonic {
	case precision:
		return []string{"DEFAULT", "HIGH", "HIGHEST"}
	case accuracyMode:
		return []string{"DEFAULT", "HIGHEST", "TOLERANCE"}
	case fftType:
		return []string{"FFT", "IFFT", "RFFT", "IRFFT"}
	case direction:
		return []string{"EQ", "NE", "GE", "GT", "LE", "LT"}
	case comparisonType:
		return []string{"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}
	case transposeKind:
		return []string{"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}
	case distribution:
		return []string{"UNIFORM", "NORMAL"}
	case rngAlgorithm:
		return []string{"DEFAULT", "THREE_FRY", "PHILOX"}
	}
	return nil
}

// NewEnum returns #stablehlo<mnemonic word>.
func NewEnum(mnemonic, word string) ir.Attr { return ir.NewAttr(&Enum{mnemonic, word}) }

// Word returns the word of an enumeration, or "" where a is none.
func Word(a ir.Attr) string {
	if e, ok := ir.AttrAs[*Enum](a); ok {
		return e.Word
	}
	return ""
}

// DotDims are the dimension numbers of dot_general.
//
//	#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>
type DotDims struct {
	LHSBatching, RHSBatching       []int64
	LHSContracting, RHSContracting []int64
}

// GatherDims are the dimension numbers of gather.
//
//	#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>
type GatherDims struct {
	OffsetDims               []int64
	CollapsedSliceDims       []int64
	OperandBatchingDims      []int64
	StartIndicesBatchingDims []int64
	StartIndexMap            []int64
	IndexVectorDim           int64
}

// ScatterDims are the dimension numbers of scatter.
//
//	#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
type ScatterDims struct {
	UpdateWindowDims           []int64
	InsertedWindowDims         []int64
	InputBatchingDims          []int64
	ScatterIndicesBatchingDims []int64
	ScatterDimsToOperandDims   []int64
	IndexVectorDim             int64
}

// ConvDims are the dimension numbers of a convolution.
//
//	#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
type ConvDims struct {
	InputBatch, InputFeature                int64
	InputSpatial                            []int64
	KernelInputFeature, KernelOutputFeature int64
	KernelSpatial                           []int64
	OutputBatch, OutputFeature              int64
	OutputSpatial                           []int64
}

// ChannelHandle names a channel between processes.
//
//	#stablehlo.channel_handle<handle = 1, type = 0>
type ChannelHandle struct{ Handle, Type int64 }

// OutputOperandAlias says that a result shares an operand's buffer.
//
//	#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
type OutputOperandAlias struct {
	OutputTupleIndices  []int64
	OperandIndex        int64
	OperandTupleIndices []int64
}

// DotAlgorithm constrains how a product may be computed.
//
//	#stablehlo.dot_algorithm<lhs_precision_type = tf32, …, allow_imprecise_accumulation = false>
type DotAlgorithm struct {
	LHSPrecision, RHSPrecision, Accumulation ir.Type
	LHSComponents, RHSComponents             int64
	PrimitiveOps                             int64
	Imprecise                                bool
}

// ResultAccuracy is the accuracy asked of a transcendental function.
//
//	#stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
type ResultAccuracy struct {
	Atol, Rtol ir.Attr // f64
	Ulps       int64
	Mode       ir.Attr
}

// Bounds are the upper bounds of the dynamic dimensions of a tensor type.
//
//	#stablehlo.bounds<?, 4>
type Bounds struct{ Bounds []int64 }

// MeshAxis is one axis of a mesh of devices.
//
//	#stablehlo.mesh_axis<name = "x", size = 2>
type MeshAxis struct {
	Name string
	Size int64
}

// Mesh is a grid of devices.
//
//	#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>]>
type Mesh struct {
	Axes      []ir.Attr
	DeviceIDs ir.Attr // may be nil
}

// SubAxis says which part of an axis is meant.
//
//	#stablehlo.sub_axis_info(1)2
type SubAxis struct{ PreSize, Size int64 }

// AxisRef refers to an axis or to a part of one.
//
//	#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>
type AxisRef struct {
	Name string
	Sub  ir.Attr // may be nil
}

// ReplicaGroupMesh gives replica groups by axes of a mesh.
//
//	#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
type ReplicaGroupMesh struct {
	Mesh ir.Attr
	Axes ir.Attr
}

// fields writes the entries of a struct that are not empty or zero.
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

// printBare writes the numbers without the brackets around them.
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
