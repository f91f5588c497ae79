package ir

import (
	"io"
	"sync"
)

// partText is how much text of a part waits in memory for the parts before it.
const partText = 1 << 20

// opAtOnce writes op as Op does, its parts at once. It reports false, having
// written nothing, where op has no parts or their text depends on each other:
// aliases and numbers that are unique.
func (w *Writer) opAtOnce(op *Op) bool {
	o := &w.Opts
	if w.Each == nil || w.out == nil || w.Started != nil || o.Generic || o.UniqueIDs || o.ValueUsers || o.DebugInfo || o.SkipRegions || o.LocalScope {
		return false
	}
	ps := parts(op)
	if ps == nil {
		return false
	}
	ws := make([]*Writer, len(ps))
	w.Each(len(ps), func(i int) { ws[i] = w.numberPart(ps[i]) })
	for _, part := range ws {
		if part.aliasable {
			return false
		}
	}
	if w.aliasable = mayAlias(op); w.aliasable {
		return false
	}
	w.partsOf, w.parts, w.partWriters = op.RegionAt(0).Blocks[0], ps, ws
	w.OpBody(op)
	w.Byte('\n')
	w.resourceSections(op)
	w.maybeFlush()
	return true
}

// numberPart returns a writer for a part in which its values have numbers.
func (w *Writer) numberPart(p blockPart) *Writer {
	part := w.Fork()
	part.indent, part.limit = 1, partText
	for o := p.first; o != p.end; o = o.next {
		part.aliasable = part.aliasable || mayAlias(o)
		for i := range o.NumRegions() {
			part.numberRegion(o.RegionAt(i), counters{used: &nameScope{}})
		}
	}
	return part
}

// blockParts writes the operations of the block that is cut into parts.
func (w *Writer) blockParts() {
	w.Flush()
	t := &turns{out: w.out}
	t.next.L = &t.mu
	w.Each(len(w.parts), func(i int) {
		part := w.partWriters[i]
		part.out, part.buf = &turn{t, i}, t.buffer()
		defer t.done(i, part)
		for o := w.parts[i].first; o != w.parts[i].end; o = o.next {
			part.Indent()
			part.OpBody(o)
			part.Byte('\n')
			part.maybeFlush()
		}
		part.Flush()
	})
	for _, part := range w.partWriters {
		for _, r := range part.resources {
			w.noteResource(r)
		}
		if w.err == nil {
			w.err = part.err
		}
	}
}

// turns lets the parts write one after another.
type turns struct {
	out  io.Writer
	mu   sync.Mutex
	next sync.Cond
	now  int      // the part whose turn it is
	free [][]byte // buffers of parts that are done
}

func (t *turns) buffer() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.free)
	if n == 0 {
		return nil
	}
	b := t.free[n-1]
	t.free = t.free[:n-1]
	return b
}

// await returns, with the lock, when it is the part's turn. As parts begin in
// order, one of them can always go on.
func (t *turns) await(part int) {
	t.mu.Lock()
	for t.now != part {
		t.next.Wait()
	}
}

// done ends the turn of a part, which has written all.
func (t *turns) done(part int, w *Writer) {
	t.await(part)
	t.now++
	t.free = append(t.free, w.buf[:0])
	t.next.Broadcast()
	t.mu.Unlock()
}

// turn is the output of one part: it waits until those before it are done.
type turn struct {
	t    *turns
	part int
}

func (t *turn) Write(p []byte) (int, error) {
	t.t.await(t.part)
	t.t.mu.Unlock()
	return t.t.out.Write(p)
}
