package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// indexList is a list of dimensions, which must be in [0, limit). In messages, "name" is the name
// of the list, and "of" is the text for the limit.
type indexList struct {
	name  string
	dims  []int64
	limit int64
	of    string
}

func (l indexList) checkBounds() error {
	for _, d := range l.dims {
		if d < 0 || d >= l.limit {
			return fmt.Errorf("Expects each element of %s to be in range [0, %s) i.e. [0, %d). got: %d.", l.name, l.of, l.limit, d)
		}
	}
	return nil
}

// checkDistinct requires that no dimension occurs twice in the concatenation of a and b.
func checkDistinct(a, b indexList) error {
	all := slices.Concat(a.dims, b.dims)
	for i, d := range all {
		if slices.Contains(all[:i], d) {
			return fmt.Errorf("has duplicated dimension from %s and %s: %d", a.name, b.name, d)
		}
	}
	return nil
}

func checkIndexVector(dim int64, rank int, of string) error {
	if dim < 0 || dim > int64(rank) {
		return fmt.Errorf("Expects index_vector_dim to be in range [0, rank-of('%s')] i.e. [0, %d]. got: %d.", of, rank, dim)
	}
	return nil
}

// check checks the dimension numbers against the operand shapes. "sizes" is the length of
// slice_sizes.
func (d *GatherDims) check(operand, indices []int64, sizes int) error {
	rank, of := int64(len(operand)), "rank-of('operand')"
	offset := indexList{name: "offset_dims", dims: d.OffsetDims}
	collapsed := indexList{"collapsed_slice_dims", d.CollapsedSliceDims, rank, of}
	batching := indexList{"operand_batching_dims", d.OperandBatchingDims, rank, of}
	starts := indexList{"start_indices_batching_dims", d.StartIndicesBatchingDims, int64(len(indices)), "rank-of('start_indices')"}
	index := indexList{"start_index_map", d.StartIndexMap, rank, of}
	if n := len(offset.dims) + len(collapsed.dims) + len(batching.dims); len(operand) != n {
		return fmt.Errorf("offset_dims size (%d) plus collapse_slice_dims size (%d) plus operand_batching_dims size (%d) is not equal to operand rank (%d)",
			len(offset.dims), len(collapsed.dims), len(batching.dims), rank)
	}
	err := firstOf(
		func() error { return checkIndexVector(d.IndexVectorDim, len(indices), "start_indices") },
		func() error { return d.checkIndexMap(indices) },
		func() error { return checkOrder(offset, true, "expects", ", got: [", "]") },
		func() error { return checkDistinct(collapsed, batching) },
		func() error { return checkOrder(collapsed, false, "expects", ", got: [", "]") },
		collapsed.checkBounds,
		func() error { return checkOrder(batching, false, "expects", ", got: [", "]") },
		batching.checkBounds,
		func() error { return checkUnique(starts, "expects", ", got: [", "]") },
		starts.checkBounds,
		func() error { return d.checkBatching(operand, indices) },
		func() error { return checkDistinct(index, batching) },
		index.checkBounds,
	)
	if err == nil && sizes != len(operand) {
		err = fmt.Errorf("slice_sizes size (%d) not equal to operand rank (%d)", sizes, rank)
	}
	return err
}

// checkOrder requires that l is sorted and, if "unique" is true, has no duplicates. "head", "open"
// and "tail" are parts of the error message.
func checkOrder(l indexList, unique bool, head, open, tail string) error {
	if !slices.IsSorted(l.dims) {
		return fmt.Errorf("%s %s to be sorted%s%s%s", head, l.name, open, list(l.dims), tail)
	}
	if unique {
		return checkUnique(l, head, open, tail)
	}
	return nil
}

func checkUnique(l indexList, head, open, tail string) error {
	if repeats(l.dims) {
		return fmt.Errorf("%s %s to not repeat%s%s%s", head, l.name, open, list(l.dims), tail)
	}
	return nil
}

func (d *GatherDims) checkIndexMap(indices []int64) error {
	size := int64(1)
	if d.IndexVectorDim < int64(len(indices)) {
		size = indices[d.IndexVectorDim]
	}
	if size != ir.Dynamic && size != int64(len(d.StartIndexMap)) {
		return fmt.Errorf("start_index_map size (%d) is not equal to size of index dimension (%d) of start_indices (%d)", len(d.StartIndexMap), d.IndexVectorDim, size)
	}
	return nil
}

func (d *GatherDims) checkBatching(operand, indices []int64) error {
	if slices.Contains(d.StartIndicesBatchingDims, d.IndexVectorDim) {
		return fmt.Errorf("expects start_indices_batching_dims not to include index_vector_dim %d", d.IndexVectorDim)
	}
	if len(d.OperandBatchingDims) != len(d.StartIndicesBatchingDims) {
		return fmt.Errorf("operand_batching_dims and start_indices_batching_dims should have the same size")
	}
	for i, from := range d.OperandBatchingDims {
		if a, b := operand[from], indices[d.StartIndicesBatchingDims[i]]; !compatibleDim(a, b) {
			return fmt.Errorf("operand_batching_dims[%d] and start_indices_batching_dims[%d] must have compatible sizes, but got %d and %d", i, i, a, b)
		}
	}
	return nil
}

// checkSizes checks the slice sizes against the shape of the operand.
func (d *GatherDims) checkSizes(operand, sizes []int64) error {
	for _, l := range []indexList{{name: "collapsed_slice_dims", dims: d.CollapsedSliceDims}, {name: "operand_batching_dims", dims: d.OperandBatchingDims}} {
		for _, i := range l.dims {
			if sizes[i] > 1 {
				return fmt.Errorf("Expects that for each dim in %s, slice_sizes[dim] should be <= 1, but got %d", l.name, sizes[i])
			}
		}
	}
	for i, n := range sizes {
		if n < 0 || operand[i] != ir.Dynamic && n > operand[i] {
			return fmt.Errorf("slice size (%d) is out of bounds for operand dimension (%d) at index %d", n, operand[i], i)
		}
	}
	return nil
}

// result returns the shape and the bounds of the result. indices is the type of start_indices.
func (d *GatherDims) result(indices ir.Type, sizes []int64) (shape, bounds []int64, err error) {
	from, limits := indices.Dims(), boundsOf(indices)
	rank := len(d.OffsetDims) + len(from) - 1
	if d.IndexVectorDim == int64(len(from)) {
		rank++
	}
	if err := (indexList{"offset_dims", d.OffsetDims, int64(rank), "implied-result-rank"}).checkBounds(); err != nil {
		return nil, nil, err
	}
	var window []int64
	for i, n := range sizes {
		if !slices.Contains(d.CollapsedSliceDims, int64(i)) && !slices.Contains(d.OperandBatchingDims, int64(i)) {
			window = append(window, n)
		}
	}
	at := 0
	for i := range rank {
		if k := slices.Index(d.OffsetDims, int64(i)); k >= 0 {
			shape, bounds = append(shape, window[k]), append(bounds, ir.Dynamic)
			continue
		}
		if int64(at) == d.IndexVectorDim {
			at++
		}
		shape, bounds = append(shape, from[at]), append(bounds, boundAt(limits, at))
		at++
	}
	return shape, bounds, d.checkCollapsed(sizes, shape)
}

// checkCollapsed fails if the slices are empty but the result is not.
func (d *GatherDims) checkCollapsed(sizes, result []int64) error {
	for _, i := range d.CollapsedSliceDims {
		if sizes[i] == 0 && !slices.ContainsFunc(result, func(n int64) bool { return n == 0 || n == ir.Dynamic }) {
			return fmt.Errorf("Expects slices with elements for a result with elements, but slice_sizes[%d] is 0", i)
		}
	}
	return nil
}

// InferTypes implements ir.TypeInferrer.
func (Gather) InferTypes(in ir.Init) ([]ir.Type, error) {
	d, _ := ir.AttrAs[*GatherDims](in.Attrs[0])
	operand, sizes := shapeOf(in, 0), ints(in, 1)
	if err := d.check(operand, shapeOf(in, 1), len(sizes)); err != nil {
		return nil, err
	}
	if err := d.checkSizes(operand, sizes); err != nil {
		return nil, err
	}
	shape, bounds, err := d.result(in.Operands[1].Type(), sizes)
	return like(in, 0, shape, bounds), err
}

// VerifyTypes implements ir.TypeVerifier.
func (o Gather) VerifyTypes() error {
	return checkAll(o.Op, "operand, result", "element type", elemOf, o.Operand().Type(), o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o Gather) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// InferTypes implements ir.TypeInferrer.
func (DynamicGather) InferTypes(in ir.Init) ([]ir.Type, error) {
	d, _ := ir.AttrAs[*GatherDims](in.Attrs[0])
	operand, count := shapeOf(in, 0), shapeOf(in, 2)
	if err := d.check(operand, shapeOf(in, 1), int(count[0])); err != nil {
		return nil, err
	}
	sizes, ok := constInts(in.Operands[2])
	if !ok {
		sizes = slices.Repeat([]int64{ir.Dynamic}, len(operand))
	} else if err := d.checkSizes(operand, sizes); err != nil {
		return nil, err
	}
	shape, bounds, err := d.result(in.Operands[1].Type(), sizes)
	return like(in, 0, shape, bounds), err
}

// Verify implements ir.Verifier.
func (o DynamicGather) Verify() error { return checkInferred(o.Op, o.InferTypes) }
