package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// Verify implements ir.Verifier.
func (o Scatter) Verify() error {
	return at(o.Op, o.check(typesOf(o.Inputs()), typesOf(o.Updates())))
}

// VerifyRegions implements ir.RegionVerifier.
func (o Scatter) VerifyRegions() error {
	inputs := typesOf(o.Inputs())
	elems := accumulated(o.UpdateComputation(), inputs)
	want := make([]ir.Type, len(inputs))
	for i, t := range inputs {
		want[i] = t.WithElem(elems[i])
	}
	return checkResults(o.Op, want, nil)
}

func (o Scatter) check(inputs, updates []ir.Type) error {
	d, indices := o.ScatterDimensionNumbers(), o.ScatterIndices().Type().Dims()
	var inits []ir.Type
	for i, t := range updates {
		if !compatibleShapes(inputs[0].Dims(), inputs[i].Dims()) {
			return fmt.Errorf("Not all inputs have compatible shapes.")
		}
		inits = append(inits, ir.Tensor(t.Elem()))
	}
	for _, t := range updates {
		if !compatibleShapes(updates[0].Dims(), t.Dims()) {
			return fmt.Errorf("Not all updates have compatible shapes.")
		}
	}
	if err := checkIndexVector(d.IndexVectorDim, len(indices), "scatter_indices"); err != nil {
		return err
	}
	if err := (reducer{o.UpdateComputation(), inputs, inits, nil}).check(); err != nil {
		return err
	}
	if d.IndexVectorDim == int64(len(indices)) {
		indices = append(slices.Clone(indices), 1)
	}
	for _, t := range updates {
		if want := len(indices) - 1 + len(d.UpdateWindowDims); rankOf(t) != want {
			return fmt.Errorf("expects updates tensor must be of rank %d ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got %d.", want, rankOf(t))
		}
	}
	for i, t := range updates {
		if err := d.check(inputs[i].Dims(), indices, int64(rankOf(t))); err != nil {
			return err
		}
	}
	for i, t := range updates {
		if err := d.checkUpdates(inputs[i].Dims(), indices, t.Dims()); err != nil {
			return err
		}
	}
	return nil
}

// check checks the dimension numbers against the shapes of the operand and the indices, and the
// rank of the updates. If index_vector_dim is the rank of scatter_indices, indices must have an
// additional last extent of 1.
func (d *ScatterDims) check(operand, indices []int64, updateRank int64) error {
	n, of := int64(len(operand)), "rank-of('operand')"
	window := indexList{"update_window_dims", d.UpdateWindowDims, updateRank, "rank-of('updates')"}
	inserted := indexList{"inserted_window_dims", d.InsertedWindowDims, n, of}
	batching := indexList{"input_batching_dims", d.InputBatchingDims, n, of}
	places := indexList{"scatter_indices_batching_dims", d.ScatterIndicesBatchingDims, int64(len(indices)), "rank-of('scatter_indices')"}
	to := indexList{"scatter_dims_to_operand_dims", d.ScatterDimsToOperandDims, n, of}
	if size := len(window.dims) + len(inserted.dims) + len(batching.dims); len(operand) != size {
		return fmt.Errorf("Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. %d but got %d.", size, n)
	}
	return firstOf(
		func() error { return checkOrder(window, true, "Expects", "; got: [", "].") },
		window.checkBounds,
		func() error { return checkDistinct(inserted, batching) },
		func() error { return checkOrder(inserted, false, "Expects", "; got: [", "].") },
		inserted.checkBounds,
		func() error { return checkOrder(batching, false, "Expects", "; got: [", "].") },
		batching.checkBounds,
		func() error { return checkUnique(places, "Expects", "; got: [", "].") },
		places.checkBounds,
		func() error { return d.checkBatching(operand, indices) },
		func() error { return d.checkCount(indices) },
		func() error { return checkDistinct(to, batching) },
		to.checkBounds,
	)
}

func (d *ScatterDims) checkBatching(operand, indices []int64) error {
	if slices.Contains(d.ScatterIndicesBatchingDims, d.IndexVectorDim) {
		return fmt.Errorf("expects scatter_indices_batching_dims not to include index_vector_dim %d.", d.IndexVectorDim)
	}
	if len(d.InputBatchingDims) != len(d.ScatterIndicesBatchingDims) {
		return fmt.Errorf("input_batching_dims and scatter_indices_batching_dims should have the same size.")
	}
	for i, from := range d.InputBatchingDims {
		if a, b := operand[from], indices[d.ScatterIndicesBatchingDims[i]]; !compatibleDim(a, b) {
			return fmt.Errorf("input_batching_dims[%d] and scatter_indices_batching_dims[%d] must have compatible sizes, but got %d and %d.", i, i, a, b)
		}
	}
	return nil
}

// checkCount requires that index vectors have one component for each element of
// scatter_dims_to_operand_dims.
func (d *ScatterDims) checkCount(indices []int64) error {
	n := int64(len(d.ScatterDimsToOperandDims))
	if have := indices[d.IndexVectorDim]; have != ir.Dynamic && have != n {
		return fmt.Errorf("Scatter op has %d elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=%d of scatter_indices is %d. These two numbers must be equal.", n, d.IndexVectorDim, have)
	}
	return nil
}

// checkUpdates compares the window dimensions of the updates with the operand, and all other
// dimensions of the updates with the indices.
func (d *ScatterDims) checkUpdates(operand, indices, updates []int64) error {
	var window []int64
	for i, n := range operand {
		if !slices.Contains(d.InsertedWindowDims, int64(i)) && !slices.Contains(d.InputBatchingDims, int64(i)) {
			window = append(window, n)
		}
	}
	for i, dim := range d.UpdateWindowDims {
		if have, most := updates[dim], window[i]; have != ir.Dynamic && most != ir.Dynamic && have > most {
			return fmt.Errorf("expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension %d, updates bound is %d, operand bound is %d.", dim, have, most)
		}
	}
	seen := int64(0)
	for i, n := range updates {
		if slices.Contains(d.UpdateWindowDims, int64(i)) {
			continue
		}
		if seen == d.IndexVectorDim {
			seen++
		}
		if !compatibleDim(n, indices[seen]) {
			return fmt.Errorf("expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension %d, updates bound is %d , scatter_indices bound is %d.", i, n, indices[seen])
		}
		seen++
	}
	return nil
}
