package ir

import (
	"io"
	"sync"
)

// partText is the number of bytes of text that a [blockPart] may buffer until earlier parts are
// written.
const partText = 1 << 20

// opAtOnce writes op like [Writer.Op], but prints its parts concurrently. It writes nothing and
// returns false if op has no parts, if an option of w excludes concurrent printing, or if op or a
// part has a type or attribute that can have an alias.
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

// numberPart numbers the values of a part, and returns a writer for the part.
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

// blockParts prints the parts of the block w.partsOf concurrently.
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
	now   int      // the index of the part that may write
	ended [][]byte // for each part that finished before earlier parts, the rest of its text
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

// write writes text of the part t.now. The caller must hold mu.
func (t *turns) write(p []byte) {
	if t.err == nil {
		_, t.err = t.out.Write(p)
	}
}

// done stores the rest of the text of a finished part. Then it writes stored texts in order, up to
// the first part that has not finished.
func (t *turns) done(part int, w *Writer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.ended[part] = w.buf; t.now < len(t.ended) && t.ended[t.now] != nil; t.now++ {
		t.write(t.ended[t.now])
		t.free = append(t.free, t.ended[t.now][:0])
	}
	t.next.Broadcast()
}

// turn is the output of a part while the part is printed. The part's writer calls Write if its text
// becomes too long for memory. Write waits until all earlier parts are written. Since parts start
// in order, all of them have started, so Write does not wait forever.
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
