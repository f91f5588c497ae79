package ir

import (
	"io"
	"sync"
)

// partText is the number of bytes of a part's text that are kept in memory until the earlier parts
// are written.
const partText = 1 << 20

// opAtOnce writes op like Op, but prints its parts concurrently. It returns false without output if
// op has no parts, or if their texts depend on each other, as with aliases and unique numbers.
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

// numberPart returns a writer for a part, whose values it numbers.
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
	t := &turns{out: w.out, err: w.err, ended: make([][]byte, len(w.parts))}
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
	})
	for _, part := range w.partWriters {
		if t.err == nil {
			t.err = part.err
		}
		for _, r := range part.resources {
			w.noteResource(r)
		}
	}
	w.err = t.err
}

// turns writes the output of the parts in order.
type turns struct {
	out   io.Writer
	mu    sync.Mutex
	next  sync.Cond
	now   int      // the part whose turn it is
	ended [][]byte // rest of each part that ended before its turn
	free  [][]byte // buffers that were written and can be reused
	err   error    // the first error of out
}

func (t *turns) buffer() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.free)
	if n == 0 {
		return make([]byte, 0, flushAt)
	}
	b := t.free[n-1]
	t.free = t.free[:n-1]
	return b
}

// write writes the text of the part whose turn it is. The lock is held.
func (t *turns) write(p []byte) {
	if t.err == nil {
		_, t.err = t.out.Write(p)
	}
}

// done receives the rest of a part's output. If it is the part's turn, done writes it, and then the
// waiting parts. Otherwise an earlier part writes it later.
func (t *turns) done(part int, w *Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.ended[part] = w.buf; t.now < len(t.ended) && t.ended[t.now] != nil; t.now++ {
		t.write(t.ended[t.now])
		t.free = append(t.free, t.ended[t.now][:0])
	}
	t.next.Broadcast()
}

// turn is the output of a part that is not finished. If its text becomes too long to keep in
// memory, the part waits for its turn and then writes it. Since parts begin in order, one of them
// can always continue.
type turn struct {
	t    *turns
	part int
}

func (t *turn) Write(p []byte) (int, error) {
	t.t.mu.Lock()
	defer t.t.mu.Unlock()
	for t.t.now != t.part {
		t.t.next.Wait()
	}
	t.t.write(p)
	return len(p), t.t.err
}
