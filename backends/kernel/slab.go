package kernel

// slab allocates short slices in chunks. An allocation for each slice would take much longer.
type slab[T any] []T

// chunk is the number of elements of a chunk.
const chunk = 64

// take returns a new slice of n zero elements.
func (s *slab[T]) take(n int) []T {
	if n > len(*s) {
		*s = make([]T, max(n, chunk))
	}
	out := (*s)[:n:n]
	*s = (*s)[n:]
	return out
}

// slabs allocates the instructions of a kernel.
type slabs struct {
	instrs slab[Instr]
	ids    slab[ID]
}

func (s *slabs) instr(in Instr) *Instr {
	p := &s.instrs.take(1)[0]
	*p = in
	return p
}

func (s *slabs) list(v ID) []ID {
	l := s.ids.take(1)
	l[0] = v
	return l
}
