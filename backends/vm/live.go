package vm

import (
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
)

// span is the range of positions in which a value is live.
type span struct {
	start, end int
	loops      int // number of loops around its definition
	defined    bool
}

// liveness finds the spans of a kernel's values, and which values share memory.
type liveness struct {
	c     *compiler
	spans []span
	pos   int
	loops []int // indices of the current loops in l.ends, innermost last
	ends  []int // positions of the ends of loops
	later []extension
	joins []join
}

// extension is a value that is defined before a loop and used in it, so it is live until the loop
// ends.
type extension struct {
	v    kernel.ID
	loop int
}

// join is a loop that ends at position end. Each carried value shares memory with the loop's result
// and, if possible, with the yielded value, so that reductions work in place.
type join struct {
	in  *kernel.Instr
	end int
}

func (c *compiler) liveness() *liveness {
	l := &liveness{c: c, spans: make([]span, len(c.k.Values))}
	l.define(c.k.Lo)
	l.define(c.k.Hi)
	l.pos++
	l.block(c.k.Body)
	for _, e := range l.later {
		l.spans[e.v].end = max(l.spans[e.v].end, l.ends[e.loop])
	}
	for _, j := range l.joins {
		l.join(j)
	}
	return l
}

func (l *liveness) define(v kernel.ID) {
	l.spans[v] = span{start: l.pos, end: l.pos, loops: len(l.loops), defined: true}
}

func (l *liveness) use(v kernel.ID) {
	s := &l.spans[v]
	s.end = max(s.end, l.pos)
	if s.loops < len(l.loops) {
		l.later = append(l.later, extension{v, l.loops[s.loops]})
	}
}

func (l *liveness) block(b *kernel.Block) {
	if b == nil {
		return
	}
	for _, in := range b.Code {
		if l.c.absorbed[in] {
			continue
		}
		l.instr(in)
		l.pos++
	}
}

func (l *liveness) instr(in *kernel.Instr) {
	for _, v := range l.c.operands(in) {
		l.use(v)
	}
	for _, t := range in.Addr.Terms {
		l.use(t.Value)
	}
	switch in.Code {
	case kernelop.For:
		l.loop(in)
		return
	case kernelop.If:
		for _, r := range in.Results {
			l.define(r)
		}
		for _, b := range in.Blocks {
			l.pos++
			l.block(b)
			l.yields(b)
		}
		for _, r := range in.Results {
			l.spans[r].end = l.pos
		}
		return
	}
	for _, r := range in.Results {
		l.define(r)
	}
}

func (l *liveness) yields(b *kernel.Block) {
	if b == nil {
		return
	}
	for _, v := range b.Yield {
		l.use(v)
	}
}

func (l *liveness) loop(in *kernel.Instr) {
	for _, r := range in.Results {
		l.define(r)
	}
	l.loops = append(l.loops, len(l.ends))
	loop := len(l.ends)
	l.ends = append(l.ends, 0)
	body := in.Blocks[0]
	for _, v := range body.Args {
		l.define(v)
	}
	l.pos++
	l.block(body)
	l.yields(body)
	l.loops = l.loops[:len(l.loops)-1]
	l.ends[loop] = l.pos
	l.spans[in.Args[1]].end = max(l.spans[in.Args[1]].end, l.pos) // the bound is read after each iteration
	l.spans[body.Args[0]].end = l.pos
	l.joins = append(l.joins, join{in, l.pos})
}

// join makes the values of a loop share memory. It is called for inner loops before outer loops.
func (l *liveness) join(j join) {
	body := j.in.Blocks[0]
	defs := map[kernel.ID]*kernel.Instr{}
	for _, in := range body.Code {
		for _, r := range in.Results {
			defs[r] = in
		}
	}
	for i, r := range j.in.Results {
		carried, y := body.Args[i+1], body.Yield[i]
		share := once(body.Yield, y) && l.inPlace(defs[y], carried, y)
		l.spans[carried].end = j.end
		l.c.unite(r, carried)
		l.spans[r].end = max(l.spans[r].end, j.end)
		if share {
			l.c.unite(y, carried)
		}
	}
}

// inPlace reports whether the instruction def may write y to the memory of the carried value.
func (l *liveness) inPlace(def *kernel.Instr, carried, y kernel.ID) bool {
	if def == nil || l.c.k.Type(y) != l.c.k.Type(carried) {
		return false
	}
	if def.Code == kernelop.For {
		for i, r := range def.Results {
			if r == y {
				return def.Args[3+i] == carried && l.c.k.Uses[carried] == 1
			}
		}
	}
	return def.Code.Elementwise() && l.spans[carried].end <= l.spans[y].start
}

func once(vs []kernel.ID, v kernel.ID) bool {
	n := 0
	for _, w := range vs {
		if w == v {
			n++
		}
	}
	return n == 1
}
