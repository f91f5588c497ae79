package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Verify implements ir.Verifier.
func (o CustomCall) Verify() error {
	err := firstOf(o.checkLayouts, o.checkAliases, o.checkConfig, o.checkBuffers)
	if err == nil {
		return nil
	}
	return ir.Errorf(o.Op, "%s", err)
}

func (o CustomCall) checkLayouts() error {
	ins, ok1 := ir.AttrAs[*ir.ArrayAttr](o.OperandLayouts())
	outs, ok2 := ir.AttrAs[*ir.ArrayAttr](o.ResultLayouts())
	switch {
	case !ok1 && !ok2:
		return nil
	case ok1 != ok2:
		return fmt.Errorf("Layout attributes should be specified for either both operands and results or none.")
	}
	results := o.Op.ResultTypes()
	if len(results) == 1 {
		if d, ok := ir.TypeAs[*ir.TupleType](results[0]); ok {
			results = d.Elems
		}
	}
	if err := checkTypeLayouts(o.Op.OperandTypes(), ins.Elems, "operand"); err != nil {
		return err
	}
	return checkTypeLayouts(results, outs.Elems, "result")
}

// checkTypeLayouts checks that layouts[i] is valid for ts[i]. "what" is "operand" or "result".
func checkTypeLayouts(ts []ir.Type, layouts []ir.Attr, what string) error {
	if len(ts) != len(layouts) {
		return fmt.Errorf("Number of %ss must match the number of %s layouts, %d != %d", what, what, len(ts), len(layouts))
	}
	for i, t := range ts {
		layout, _ := layouts[i].Ints()
		shape, ranked := t.Shape()
		switch {
		case ir.IsType[*ir.TupleType](t):
			return fmt.Errorf("Tuple types are not fully supported with layout constraints yet")
		case !t.IsShaped() && len(layout) > 0:
			return fmt.Errorf("Only tensor types can have non-empty layout: %s #%d of type '%s' has layout %s", what, i, t, layouts[i])
		case ranked && (len(layout) != len(shape) || !isPermutation(layout)):
			return fmt.Errorf("incorrect layout %s for type '%s', layout must be a permutation of [0, %d)", layouts[i], t, len(shape))
		}
	}
	return nil
}

// part returns the component of the nested tuple type t at the given path, and whether the
// component exists.
func part(t ir.Type, path []int64) (ir.Type, bool) {
	for _, i := range path {
		d, ok := ir.TypeAs[*ir.TupleType](t)
		if !ok || i < 0 || i >= int64(len(d.Elems)) {
			return ir.Type{}, false
		}
		t = d.Elems[i]
	}
	return t, true
}

// output returns the type of the only result, or else the tuple type of all results.
func (o CustomCall) output() ir.Type {
	if o.Op.NumResults() == 1 {
		return o.Op.ResultAt(0).Type()
	}
	return ir.NewType(&ir.TupleType{Elems: o.Op.ResultTypes()})
}

// Aliases returns the pairs of result and operand that share a buffer.
func (o CustomCall) Aliases() []*OutputOperandAlias {
	d, ok := ir.AttrAs[*ir.ArrayAttr](o.OutputOperandAliases())
	if !ok {
		return nil
	}
	var as []*OutputOperandAlias
	for _, e := range d.Elems {
		if a, ok := ir.AttrAs[*OutputOperandAlias](e); ok {
			as = append(as, a)
		}
	}
	return as
}

func (o CustomCall) checkAliases() error {
	n := int64(o.Op.NumOperands())
	for _, a := range o.Aliases() {
		if a.OperandIndex < 0 || a.OperandIndex >= n {
			return fmt.Errorf("expects operandIndex in the output_operand_alias attribute to be in range [0, %d); got: %d.", n, a.OperandIndex)
		}
		from, ok := part(o.Op.OperandAt(int(a.OperandIndex)).Type(), a.OperandTupleIndices)
		if !ok {
			return fmt.Errorf("operand_tuple_indices in the output_operand_alias attribute out of bounds")
		}
		to, ok := part(o.output(), a.OutputTupleIndices)
		if !ok {
			return fmt.Errorf("output_tuple_indices in the output_operand_alias attribute out of bounds")
		}
		if from != to {
			return fmt.Errorf("shapes mismatch in the output_operand_alias attribute: operand part has type '%s' and output part has type '%s'", from, to)
		}
	}
	return nil
}

// apiVersions lists the names of the API versions by number.
func apiVersions() []string {
	return []string{"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"}
}

func (o CustomCall) checkConfig() error {
	config := o.BackendConfig()
	if config.IsNil() {
		return nil
	}
	names, version := apiVersions(), intAt(o.Op, 3)
	if version < 0 || version >= int64(len(names)) {
		return nil
	}
	typed := names[version] == "API_VERSION_TYPED_FFI"
	switch {
	case typed && !ir.IsAttr[*ir.DictAttr](config):
		return fmt.Errorf("backend_config for api_version %s must be a dictionary attribute.", names[version])
	case !typed && !ir.IsAttr[*ir.StringAttr](config):
		return fmt.Errorf("backend_config for api_version %s must be a string attribute.", names[version])
	}
	return nil
}

func (o CustomCall) checkBuffers() error {
	ins, outs := o.Op.OperandTypes(), o.Op.ResultTypes()
	switch o.CallTargetName() {
	case "CreateBuffer":
		switch {
		case len(ins) != 0:
			return fmt.Errorf("CreateBuffer custom_call shouldn't have any inputs")
		case len(outs) != 1:
			return fmt.Errorf("CreateBuffer custom_call should have one result")
		case !isBuffer(outs[0]):
			return fmt.Errorf("CreateBuffer custom_call should have a memref result")
		}
		return nil
	case "Pin":
		return checkPin("Pin", ins, outs, isAnyTensor, isBuffer, "tensor", "memref")
	case "Unpin":
		return checkPin("Unpin", ins, outs, isBuffer, isAnyTensor, "memref", "tensor")
	}
	return o.checkBufferAliases()
}

func isBuffer(t ir.Type) bool { return ir.IsType[*ir.MemRefType](t) }

// checkPin checks a call that converts a tensor to a buffer, or a buffer to a tensor. The function
// "from" accepts valid operand types, and the function "to" accepts valid result types.
func checkPin(name string, ins, outs []ir.Type, from, to func(ir.Type) bool, fromName, toName string) error {
	switch {
	case len(ins) != 1:
		return fmt.Errorf("%s custom_call should have one input", name)
	case !from(ins[0]):
		return fmt.Errorf("%s custom_call should have a %s input", name, fromName)
	case len(outs) != 1:
		return fmt.Errorf("%s custom_call should have one output", name)
	case !to(outs[0]):
		return fmt.Errorf("%s custom_call should have a %s output", name, toName)
	case !ir.CompatibleShapes(ins[0], outs[0]) || ins[0].Elem() != outs[0].Elem():
		return fmt.Errorf("%s custom_call should have compatible input and output types", name)
	}
	return nil
}

// checkBufferAliases requires that each buffer in the results aliases a different buffer in the
// operands.
func (o CustomCall) checkBufferAliases() error {
	var inputs, outputs []string
	for _, a := range o.Aliases() {
		t, _ := part(o.Op.OperandAt(int(a.OperandIndex)).Type(), a.OperandTupleIndices)
		if !isBuffer(t) {
			continue
		}
		out, in := "["+list(a.OutputTupleIndices)+"]", fmt.Sprintf("%d[%s]", a.OperandIndex, list(a.OperandTupleIndices))
		switch {
		case slices.Contains(outputs, out):
			return fmt.Errorf("buffer output %s is used in output_operand_alias more than once", out)
		case slices.Contains(inputs, in):
			return fmt.Errorf("buffer operand %s is used in output_operand_alias more than once", in)
		}
		outputs, inputs = append(outputs, out), append(inputs, in)
	}
	return checkLeaves(o.output(), nil, outputs)
}

func checkLeaves(t ir.Type, path []int64, aliased []string) error {
	if d, ok := ir.TypeAs[*ir.TupleType](t); ok {
		for i, e := range d.Elems {
			if err := checkLeaves(e, append(path, int64(i)), aliased); err != nil {
				return err
			}
		}
		return nil
	}
	if name := "[" + list(path) + "]"; isBuffer(t) && !slices.Contains(aliased, name) {
		return fmt.Errorf("buffer output %s is not used in output_operand_alias", name)
	}
	return nil
}

// VerifySymbols implements ir.SymbolUser.
func (o Composite) VerifySymbols(t *ir.Symbols) error {
	if !isNamespaced(o.CompositeName()) {
		return ir.ErrorAt(o.Op, "name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. \"my_namespace.my_op\"")
	}
	name, _ := ir.AttrAs[*ir.SymbolRefAttr](o.Decomposition())
	f := t.Resolve(o.Decomposition())
	var callee ir.Callable
	if f != nil {
		callee, _ = ir.Cast[ir.Callable](f)
	}
	if callee == nil {
		return ir.ErrorAt(o.Op, "'%s' does not reference a valid function", name.Root)
	}
	sig := callee.CallableType()
	if err := checkSignature(o.Op.OperandTypes(), sig.Inputs, "operand"); err != nil {
		return at(o.Op, err)
	}
	return at(o.Op, checkSignature(o.Op.ResultTypes(), sig.Results, "result"))
}

func checkSignature(have, want []ir.Type, what string) error {
	if len(have) != len(want) {
		return fmt.Errorf("has %d %s(s), but decomposition has %d", len(have), what, len(want))
	}
	for i, t := range have {
		if t != want[i] {
			return fmt.Errorf("%s at index %d has type '%s', but decomposition has type '%s'", what, i, t, want[i])
		}
	}
	return nil
}

// isNamespaced reports whether s matches the regular expression in the message of VerifySymbols.
func isNamespaced(s string) bool {
	parts := strings.Split(s, ".")
	for i, p := range parts {
		for j, c := range p {
			letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
			switch {
			case letter, i == 0 && j > 0 && c == '_', i > 0 && (c == '_' || c == '$'):
			case c >= '0' && c <= '9' && (i > 0 || j > 0):
			default:
				return false
			}
		}
		if p == "" {
			return false
		}
	}
	return len(parts) > 1
}
