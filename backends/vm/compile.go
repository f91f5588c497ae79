package vm

import (
	"context"
	"slices"
	"sync"
	"unsafe"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// code is a compiled kernel.
type code struct {
	instrs   []instr
	places   []int // by register: offset in a machine's memory, in words; -1: not in this memory
	consts   [][]byte
	words    int
	lo, hi   kernel.ID
	machines sync.Pool // of *machine
}

// compiler compiles a kernel to code. The registers are the kernel's values, by their IDs, followed
// by temporaries.
type compiler struct {
	k        *kernel.Kernel
	fused    map[*kernel.Instr]fusion
	absorbed map[*kernel.Instr]bool
	web      []kernel.ID // union-find: values that share memory
	out      *code
	err      error
}

// compile returns the code of k, or a diagnostic.
func compile(k *kernel.Kernel) (*code, error) {
	c := &compiler{k: k, out: &code{lo: k.Lo, hi: k.Hi}}
	c.fused, c.absorbed = fuse(k)
	c.web = make([]kernel.ID, len(k.Values))
	for i := range c.web {
		c.web[i] = kernel.ID(i)
	}
	c.out.consts = make([][]byte, len(k.Values))
	k.Body.Walk(c.constant)
	live := c.liveness()
	c.allocate(live)
	c.block(k.Body)
	return c.out, c.err
}

// constant records the bytes of a constant, for all lanes.
func (c *compiler) constant(in *kernel.Instr) {
	if in.Code != kernelop.Const {
		return
	}
	t := c.k.Type(in.Results[0])
	words := make([]uint64, (t.Bytes()+7)/8)
	data := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), t.Bytes())
	for n := 0; n < len(data); n += len(in.Data) {
		copy(data[n:], in.Data)
	}
	c.out.consts[in.Results[0]] = data
}

// operands returns the values that an instruction reads, including operands of instructions that
// are fused into it.
func (c *compiler) operands(in *kernel.Instr) []kernel.ID {
	f, ok := c.fused[in]
	if !ok {
		return in.Args
	}
	if in.Code == kernelop.AddF {
		return []kernel.ID{f.a, f.b, f.c}
	}
	return []kernel.ID{f.a, f.b}
}

// unite makes a and b share memory.
func (c *compiler) unite(a, b kernel.ID) { c.web[c.find(a)] = c.find(b) }

func (c *compiler) find(v kernel.ID) kernel.ID {
	for c.web[v] != v {
		v = c.web[v]
	}
	return v
}

// refers reports whether an instruction loads from memory that the kernel does not write, so that
// the value can be used in place. Booleans are never used in place; see [truths].
func (c *compiler) refers(in *kernel.Instr) bool {
	p := c.k.Params[in.Param]
	return in.Code == kernelop.Load && !p.Written && p.InPlace < 0 && p.Kind != tensor.I1
}

// allocate assigns memory of the machine to each set of values that share memory. Memory is reused
// when its values are dead.
func (c *compiler) allocate(l *liveness) {
	elsewhere := map[kernel.ID]bool{}
	c.k.Body.Walk(func(in *kernel.Instr) {
		if in.Code == kernelop.Const || c.refers(in) {
			elsewhere[in.Results[0]] = true
		}
	})
	spans := map[kernel.ID]span{}
	var roots []kernel.ID
	for i, s := range l.spans {
		v := kernel.ID(i)
		if !s.defined || elsewhere[v] {
			continue
		}
		root := c.find(v)
		all, seen := spans[root]
		if !seen {
			roots = append(roots, root)
			all = s
		}
		spans[root] = span{start: min(all.start, s.start), end: max(all.end, s.end)}
	}
	slices.SortStableFunc(roots, func(a, b kernel.ID) int { return spans[a].start - spans[b].start })
	c.place(roots, spans)
	for i := range c.out.places {
		if v := kernel.ID(i); l.spans[i].defined && !elsewhere[v] {
			c.out.places[i] = c.out.places[c.find(v)]
		}
	}
}

// place assigns memory by a linear scan: roots are sorted by the start of their spans.
func (c *compiler) place(roots []kernel.ID, spans map[kernel.ID]span) {
	c.out.places = make([]int, len(c.k.Values))
	for i := range c.out.places {
		c.out.places[i] = -1
	}
	free := map[int][]int{} // places by size
	var active []kernel.ID
	for _, v := range roots {
		active = slices.DeleteFunc(active, func(a kernel.ID) bool {
			dead := spans[a].end < spans[v].start
			if dead {
				free[c.words(a)] = append(free[c.words(a)], c.out.places[a])
			}
			return dead
		})
		size := c.words(v)
		if f := free[size]; len(f) > 0 {
			c.out.places[v], free[size] = f[len(f)-1], f[:len(f)-1]
		} else {
			c.out.places[v] = c.out.words
			c.out.words += size
		}
		active = append(active, v)
	}
}

func (c *compiler) words(v kernel.ID) int { return (c.k.Type(v).Bytes() + 7) / 8 }

// temporary returns a new register for a value of the type of v.
func (c *compiler) temporary(v kernel.ID) kernel.ID {
	c.out.places = append(c.out.places, c.out.words)
	c.out.consts = append(c.out.consts, nil)
	c.out.words += c.words(v)
	return kernel.ID(len(c.out.places) - 1)
}

// fail keeps the first error.
func (c *compiler) fail(in *kernel.Instr, format string, args ...any) {
	if c.err == nil {
		c.err = ir.Errorf(in.Op, format, args...)
	}
}

// machine returns a machine for one call.
func (c *code) machine() *machine {
	if m, ok := c.machines.Get().(*machine); ok {
		return m
	}
	m := &machine{at: make([]unsafe.Pointer, len(c.places)), mem: make([]uint64, c.words)}
	for r, at := range c.places {
		switch {
		case c.consts[r] != nil:
			m.at[r] = unsafe.Pointer(&c.consts[r][0])
		case at >= 0:
			m.at[r] = unsafe.Pointer(&m.mem[at])
		}
	}
	return m
}

// call runs the iterations lo to hi of the kernel. It ends early when ctx is done.
func (c *code) call(ctx context.Context, buffers []unsafe.Pointer, lo, hi int64) {
	m := c.machine()
	m.ctx, m.buffers, m.fuel = ctx, buffers, pollAfter
	*m.index(int32(c.lo)), *m.index(int32(c.hi)) = lo, hi
	m.exec(c.instrs)
	m.ctx, m.buffers = nil, nil
	c.machines.Put(m)
}
