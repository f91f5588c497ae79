package stablehlo

import "github.com/lathe-ir/lathe/ir"

// Enum is a value of one of the dialect's enumerations.
//
//	#stablehlo<comparison_direction GE>
type Enum struct {
	Mnemonic string
	Word     string
}

// Print implements ir.AttrData. In result_accuracy_mode, the mnemonic is outside the angle
// brackets.
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

// mnemonics returns the mnemonics of all attributes of the dialect.
func mnemonics() []string {
	return []string{
		precision, accuracyMode, fftType, direction, comparisonType, transposeKind, distribution, rngAlgorithm,
		"dot", "gather", "scatter", "conv", "bounds", "type_extensions", "result_accuracy", "channel_handle", "output_operand_alias",
		"dot_algorithm", "mesh_axis", "mesh", "sub_axis_info", "axis_ref", "replica_group_mesh_axes",
	}
}

// words returns the words of the enumeration, or nil if the mnemonic is not an enumeration.
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

// Word returns the word of an Enum, or "" if a is another attribute.
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

// ChannelHandle identifies a channel between processes, or between a process and the host.
//
//	#stablehlo.channel_handle<handle = 1, type = 0>
type ChannelHandle struct{ Handle, Type int64 }

// OutputOperandAlias declares that a result shares an operand's buffer.
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

// ResultAccuracy is the required accuracy of a transcendental function.
//
//	#stablehlo.result_accuracy<ulps = 10, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>
type ResultAccuracy struct {
	Atol, Rtol ir.Attr // f64
	Ulps       int64
	Mode       ir.Attr
}

// Bounds are the upper bounds of the extents of a tensor type. ir.Dynamic means that the dimension
// is static, or has no bound.
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

// SubAxis is the factor Size of an axis whose size is PreSize · Size · n.
//
//	#stablehlo.sub_axis_info(1)2
type SubAxis struct{ PreSize, Size int64 }

// AxisRef refers to an axis or a sub-axis.
//
//	#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>
type AxisRef struct {
	Name string
	Sub  ir.Attr // may be nil
}

// ReplicaGroupMesh defines replica groups by a mesh and some of its axes.
//
//	#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>
type ReplicaGroupMesh struct {
	Mesh ir.Attr
	Axes ir.Attr
}
