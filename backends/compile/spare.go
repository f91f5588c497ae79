package compile

import (
	"slices"
	"sync"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// spare holds donated memory for later results. It keeps at most twice as many tensors as a run has
// results. This is enough for loops in which the results of a run become inputs of one of the next
// two runs.
type spare struct {
	types  []ir.Type
	static bool // the shapes of the results are known before a run

	mu   sync.Mutex
	free []*tensor.Tensor
}

func newSpare(types []ir.Type) *spare {
	return &spare{types: types, static: !slices.ContainsFunc(types, func(t ir.Type) bool { return !t.HasStaticShape() })}
}

// take returns a tensor for each output: a donated tensor of the same type or, if there is none, a
// new tensor. It fails if the host lacks memory.
func (s *spare) take() ([]*tensor.Tensor, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	outputs := make([]*tensor.Tensor, len(s.types))
	for i, t := range s.types {
		shape, _ := t.Shape()
		at := slices.IndexFunc(s.free, func(f *tensor.Tensor) bool { return f.Kind == t.Kind() && slices.Equal(f.Shape, shape) })
		if at < 0 {
			var err error
			if outputs[i], err = tensor.TryNew(t.Kind(), shape...); err != nil {
				return nil, err
			}
			continue
		}
		outputs[i] = s.free[at]
		s.free = slices.Delete(s.free, at, at+1)
	}
	return outputs, nil
}

// give keeps the tensors of ts that have the type of a result, up to the maximum number.
func (s *spare) give(ts ...*tensor.Tensor) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range ts {
		same := func(o ir.Type) bool {
			shape, _ := o.Shape()
			return t.Kind == o.Kind() && slices.Equal(t.Shape, shape)
		}
		if len(s.free) < 2*len(s.types) && slices.ContainsFunc(s.types, same) {
			s.free = append(s.free, t)
		}
	}
}
