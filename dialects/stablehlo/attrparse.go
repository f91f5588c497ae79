package stablehlo

import (
	"errors"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
)

// ParseAttr implements asm.AttrSyntax.
func (syntax) ParseAttr(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	if ws := words(mnemonic); ws != nil {
		return parseEnum(p, mnemonic, ws)
	}
	switch mnemonic {
	case "dot":
		d := &DotDims{}
		return parsed(d, parseStruct(p, "dot",
			field{"lhs_batching_dimensions", dims(&d.LHSBatching)},
			field{"rhs_batching_dimensions", dims(&d.RHSBatching)},
			field{"lhs_contracting_dimensions", dims(&d.LHSContracting)},
			field{"rhs_contracting_dimensions", dims(&d.RHSContracting)}))
	case "gather":
		d := &GatherDims{}
		return parsed(d, parseStruct(p, "gather",
			field{"offset_dims", dims(&d.OffsetDims)},
			field{"collapsed_slice_dims", dims(&d.CollapsedSliceDims)},
			field{"operand_batching_dims", dims(&d.OperandBatchingDims)},
			field{"start_indices_batching_dims", dims(&d.StartIndicesBatchingDims)},
			field{"start_index_map", dims(&d.StartIndexMap)},
			field{"index_vector_dim", integer(&d.IndexVectorDim)}))
	case "scatter":
		d := &ScatterDims{}
		return parsed(d, parseStruct(p, "scatter",
			field{"update_window_dims", dims(&d.UpdateWindowDims)},
			field{"inserted_window_dims", dims(&d.InsertedWindowDims)},
			field{"input_batching_dims", dims(&d.InputBatchingDims)},
			field{"scatter_indices_batching_dims", dims(&d.ScatterIndicesBatchingDims)},
			field{"scatter_dims_to_operand_dims", dims(&d.ScatterDimsToOperandDims)},
			field{"index_vector_dim", integer(&d.IndexVectorDim)}))
	case "conv":
		return parseConv(p)
	case "bounds", "type_extensions":
		return parseBounds(p, mnemonic)
	case "result_accuracy":
		return parseAccuracy(p)
	}
	return parseOrdered(p, mnemonic)
}

// parseOrdered reads the attributes that ParseAttr does not read itself.
func parseOrdered(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	switch mnemonic {
	case "channel_handle":
		d := &ChannelHandle{}
		return parsed(d, parseStruct(p, "channel_handle", field{"handle", integer(&d.Handle)}, field{"type", integer(&d.Type)}))
	case "output_operand_alias":
		d := &OutputOperandAlias{}
		return parsed(d, inOrder(p,
			field{"output_tuple_indices", dims(&d.OutputTupleIndices)},
			field{"operand_index", integer(&d.OperandIndex)},
			field{"operand_tuple_indices", dims(&d.OperandTupleIndices)}))
	case "dot_algorithm":
		d, off := &DotAlgorithm{}, p.Offset()
		return checked(p, off, d, inOrder(p,
			field{"lhs_precision_type", typ(&d.LHSPrecision)},
			field{"rhs_precision_type", typ(&d.RHSPrecision)},
			field{"accumulation_type", typ(&d.Accumulation)},
			field{"lhs_component_count", integer(&d.LHSComponents)},
			field{"rhs_component_count", integer(&d.RHSComponents)},
			field{"num_primitive_operations", integer(&d.PrimitiveOps)},
			field{"allow_imprecise_accumulation", boolean(&d.Imprecise)}))
	case "mesh_axis":
		d := &MeshAxis{}
		return parsed(d, parseStruct(p, "mesh_axis", field{"name", str(&d.Name)}, field{"size", integer(&d.Size)}))
	case "mesh":
		return parseMesh(p)
	case "sub_axis_info":
		return parseSubAxis(p)
	case "axis_ref":
		d := &AxisRef{}
		sub := func(p *asm.Parser) (err error) { d.Sub, err = parseSubAxis(p); return }
		return parsed(d, parseStruct(p, "axis_ref", field{"name", str(&d.Name)}, field{"sub_axis_info", sub}))
	case "replica_group_mesh_axes":
		d := &ReplicaGroupMesh{}
		return parsed(d, parseStruct(p, "replica_group_mesh_axes", field{"mesh", attr(&d.Mesh)}, field{"axes", attr(&d.Axes)}))
	}
	return ir.Attr{}, p.Errorf("unknown StableHLO attribute").WithLabel("there is no attribute '"+mnemonic+"'").
		DidYouMean("#stablehlo.", mnemonic, slices.Values(mnemonics()))
}

func parsed(d ir.AttrData, err error) (ir.Attr, error) {
	if err != nil {
		return ir.Attr{}, err
	}
	return ir.NewAttr(d), nil
}

// checked is like parsed, but also calls d.check, and reports its error at the offset off.
func checked(p *asm.Parser, off int, d interface {
	ir.AttrData
	check() error
}, err error) (ir.Attr, error) {
	if err == nil {
		if bad := d.check(); bad != nil {
			err = p.ErrorAt(off, "%s", bad)
		}
	}
	return parsed(d, err)
}

// parseEnum reads a word of an enumeration, with or without angle brackets.
func parseEnum(p *asm.Parser, mnemonic string, ws []string) (ir.Attr, error) {
	bracket := p.Try(asm.Less)
	name := enumName(mnemonic)
	i, err := p.EnumWord(asm.Enum{Class: "stablehlo::" + name, Attr: "StableHLO_" + name + "Attr", Words: ws})
	if err != nil {
		return ir.Attr{}, err
	}
	if bracket {
		if err := p.Expect(asm.Greater); err != nil {
			return ir.Attr{}, err
		}
	}
	return NewEnum(mnemonic, ws[i]), nil
}

// enumName returns the C++ name of the enumeration, which is part of MLIR's error messages.
func enumName(mnemonic string) string {
	switch mnemonic {
	case precision:
		return "Precision"
	case accuracyMode:
		return "ResultAccuracyMode"
	case fftType:
		return "FftType"
	case direction:
		return "ComparisonDirection"
	case comparisonType:
		return "ComparisonType"
	case transposeKind:
		return "Transpose"
	case distribution:
		return "RngDistribution"
	}
	return "RngAlgorithm"
}

// field is one entry of a struct-like attribute.
type field struct {
	name  string
	parse func(*asm.Parser) error
}

func dims(to *[]int64) func(*asm.Parser) error {
	return func(p *asm.Parser) (err error) { *to, err = parseDims(p); return }
}

func integer(to *int64) func(*asm.Parser) error {
	return func(p *asm.Parser) (err error) { *to, err = p.Int(); return }
}

func typ(to *ir.Type) func(*asm.Parser) error {
	return func(p *asm.Parser) (err error) { *to, err = p.Type(); return }
}

func str(to *string) func(*asm.Parser) error {
	return func(p *asm.Parser) (err error) { *to, err = p.StringLit(); return }
}

func attr(to *ir.Attr) func(*asm.Parser) error {
	return func(p *asm.Parser) (err error) { *to, err = p.Attr(); return }
}

func boolean(to *bool) func(*asm.Parser) error {
	return func(p *asm.Parser) error {
		off := p.Offset()
		w, err := p.Keyword()
		if err == nil && w != "true" && w != "false" {
			return p.ErrorAt(off, "expected 'true' or 'false'")
		}
		*to = w == "true"
		return err
	}
}

// parseDims reads [1, ?].
func parseDims(p *asm.Parser) (v []int64, err error) {
	err = p.List(asm.LSquare, asm.RSquare, func() error {
		n, err := parseDim(p)
		v = append(v, n)
		return err
	})
	return v, err
}

func parseDim(p *asm.Parser) (int64, error) {
	if p.Try(asm.Question) {
		return ir.Dynamic, nil
	}
	return p.Int()
}

// parseStruct reads <name = value, …>, with the fields in any order. The parameter "what" is the
// name of the attribute in errors.
func parseStruct(p *asm.Parser, what string, fs ...field) error {
	if err := p.Expect(asm.Less); err != nil {
		return err
	}
	return structBody(p, what, fs)
}

func structBody(p *asm.Parser, what string, fs []field) error {
	seen := make([]bool, len(fs))
	for !p.Try(asm.Greater) {
		i := slices.IndexFunc(fs, func(f field) bool { return p.Peek() == asm.BareID && p.PeekText() == f.name })
		switch {
		case i < 0:
			return p.Errorf("expected one of: %s", quotedNames(fs)).WithHelp("use only these entries in a '" + what + "' attribute")
		case seen[i]:
			err := p.Errorf("duplicated `%s` entry", fs[i].name)
			if title := structTitle(what); title != "" {
				return errors.Join(err, p.Errorf("failed parsing %s", title))
			}
			return err
		}
		seen[i] = true
		p.TryKeyword(fs[i].name)
		if err := p.Expect(asm.Equal); err != nil {
			return err
		}
		if err := fs[i].parse(p); err != nil {
			return err
		}
		if !p.Try(asm.Comma) {
			return p.Expect(asm.Greater)
		}
	}
	return nil
}

// structTitle returns the name of the attribute in MLIR's message "failed parsing …". It returns ""
// if MLIR has no such message for the attribute.
func structTitle(what string) string {
	switch what {
	case "dot", "gather", "scatter":
		return what + " dimension numbers"
	case "channel_handle":
		return "channel handle"
	case "ragged_dot":
		return "ragged dot dimension numbers attribute"
	}
	return ""
}

func quotedNames(fs []field) string {
	var names []string
	for _, f := range fs {
		names = append(names, "`"+f.name+"`")
	}
	return strings.Join(names, ", ")
}

// inOrder reads <name = value, …> with the fields in the given order.
func inOrder(p *asm.Parser, fs ...field) error {
	if err := p.Expect(asm.Less); err != nil {
		return err
	}
	for i, f := range fs {
		if i > 0 {
			if err := p.Expect(asm.Comma); err != nil {
				return err
			}
		}
		if err := p.ExpectKeyword(f.name); err != nil {
			return err
		}
		if err := p.Expect(asm.Equal); err != nil {
			return err
		}
		if err := f.parse(p); err != nil {
			return err
		}
	}
	return p.Expect(asm.Greater)
}

// parseBounds reads bounds<?, 4>, or type_extensions<bounds = [?, 4]>.
func parseBounds(p *asm.Parser, mnemonic string) (ir.Attr, error) {
	d := &Bounds{}
	if mnemonic == "type_extensions" {
		return parsed(d, inOrder(p, field{"bounds", dims(&d.Bounds)}))
	}
	return parsed(d, p.List(asm.Less, asm.Greater, func() error {
		n, err := parseDim(p)
		d.Bounds = append(d.Bounds, n)
		return err
	}))
}

// parseAccuracy reads <atol = 1.0, rtol = 1.0, ulps = 2, mode = …>.
func parseAccuracy(p *asm.Parser) (ir.Attr, error) {
	off, d := p.Offset(), &ResultAccuracy{Atol: ir.NewFloat(0, ir.F64()), Rtol: ir.NewFloat(0, ir.F64())}
	if err := p.Expect(asm.Less); err != nil {
		return ir.Attr{}, err
	}
	float := func(to *ir.Attr) func(*asm.Parser) error {
		return func(p *asm.Parser) error {
			v, err := p.Float()
			*to = ir.NewFloat(v, ir.F64())
			return err
		}
	}
	for _, f := range []field{{"atol", float(&d.Atol)}, {"rtol", float(&d.Rtol)}, {"ulps", integer(&d.Ulps)}} {
		if !p.TryKeyword(f.name) {
			continue
		}
		if err := p.Expect(asm.Equal); err != nil {
			return ir.Attr{}, err
		}
		if err := f.parse(p); err != nil {
			return ir.Attr{}, err
		}
		if err := p.Expect(asm.Comma); err != nil {
			return ir.Attr{}, err
		}
	}
	if err := p.ExpectKeyword("mode"); err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(asm.Equal); err != nil {
		return ir.Attr{}, err
	}
	var err error
	if d.Mode, err = p.Attr(); err != nil {
		return ir.Attr{}, err
	}
	return checked(p, off, d, p.Expect(asm.Greater))
}

func parseMesh(p *asm.Parser) (ir.Attr, error) {
	d := &Mesh{}
	axes := func(p *asm.Parser) error {
		return p.List(asm.LSquare, asm.RSquare, func() error {
			a, err := p.Attr()
			d.Axes = append(d.Axes, a)
			return err
		})
	}
	return parsed(d, parseStruct(p, "mesh", field{"axes", axes}, field{"device_ids", attr(&d.DeviceIDs)}))
}

func parseSubAxis(p *asm.Parser) (ir.Attr, error) {
	d := &SubAxis{}
	if err := p.Expect(asm.LParen); err != nil {
		return ir.Attr{}, err
	}
	var err error
	if d.PreSize, err = p.Int(); err != nil {
		return ir.Attr{}, err
	}
	if err := p.Expect(asm.RParen); err != nil {
		return ir.Attr{}, err
	}
	d.Size, err = p.Int()
	return parsed(d, err)
}
