package jit

import (
	"fmt"
	"runtime"
	"sync"
	"unsafe"

	"github.com/lathe-ir/lathe/backends/jit/code"
	"github.com/lathe-ir/lathe/backends/jit/codemem"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// object is the machine code of a program's kernels.
type object struct {
	code     []byte
	kernels  []entry
	compiled []code.Kernel // nil if the code was imported
}

// entry has the offset of a kernel's code and the size of its argument block. stream is the offset
// of the version whose stores bypass the caches; see [code.Kernel].
type entry struct{ offset, block, stream int }

// kernels implements backends.Kernels and FallibleKernels.
type kernels struct {
	object *object
	region *codemem.Region
	list   []callable
}

// callable is one kernel.
type callable struct {
	entry
	name   string
	params []kernel.Param
	long   bool      // calls may take long and must be stoppable; see kernel.Kernel.Long
	blocks sync.Pool // of *block
}

// block is the argument block of one call.
type block struct {
	words []uint64
	start unsafe.Pointer // a multiple of 64
	args  []uint64       // lo, hi, the addresses of buffers and, in a long kernel, the address of the stop word
}

// link loads o, the code of the kernels ks, into executable memory.
func link(o *object, ks []*kernel.Kernel) (*kernels, error) {
	region := &codemem.Region{}
	if len(o.code) > 0 {
		var err error
		if region, err = codemem.New(o.code); err != nil {
			return nil, unable(err.Error())
		}
	}
	out := &kernels{object: o, region: region, list: make([]callable, len(ks))}
	for i, k := range ks {
		c := &out.list[i]
		c.entry, c.name, c.params, c.long = o.kernels[i], k.Name, k.Params, k.Long
	}
	out.writePerfMap()
	// If a program is dropped without Close, its memory is freed when the program is
	// garbage-collected.
	runtime.AddCleanup(out, func(r *codemem.Region) { r.Close() }, region)
	return out, nil
}

// newBlock returns a block of c.
func (c *callable) newBlock() *block {
	if b, ok := c.blocks.Get().(*block); ok {
		return b
	}
	const align = 64
	b := &block{words: make([]uint64, (c.block+align)/8)}
	skip := -uintptr(unsafe.Pointer(&b.words[0])) & (align - 1)
	b.start = unsafe.Pointer(&b.words[skip/8])
	b.args = b.words[skip/8:][:code.BlockArgs/8+len(c.params)+1]
	return b
}

// Call implements backends.Kernels.
func (ks *kernels) Call(k int, buffers []unsafe.Pointer, lo, hi int64) {
	if err := ks.TryCall(k, buffers, lo, hi); err != nil {
		panic(err)
	}
}

// TryCall implements backends.FallibleKernels. If the code causes a fault, TryCall returns an
// error. But if the kernel is long, the fault ends the process.
func (ks *kernels) TryCall(k int, buffers []unsafe.Pointer, lo, hi int64) error {
	c := &ks.list[k]
	if raceEnabled {
		c.note(buffers)
	}
	b := c.newBlock()
	b.args[0], b.args[1] = uint64(lo), uint64(hi)
	for i, p := range buffers {
		b.args[code.BlockArgs/8+i] = uint64(uintptr(p))
	}
	var err error
	if at := c.codeFor(buffers); c.long {
		ks.region.CallLong(at, b.start)
	} else {
		err = ks.region.Call(at, b.start)
	}
	runtime.KeepAlive(buffers)
	runtime.KeepAlive(ks)
	c.blocks.Put(b)
	if err != nil {
		return fmt.Errorf("kernel %s, iterations %d to %d: %w", c.name, lo, hi, err)
	}
	return nil
}

// codeFor returns the offset of the code for a call on buffers. It is the version whose stores
// bypass the caches if there is one, and if the buffers that it writes are aligned.
func (c *callable) codeFor(buffers []unsafe.Pointer) int {
	if c.stream == 0 {
		return c.offset
	}
	for i, p := range c.params {
		if p.Written && uintptr(buffers[i])%code.StreamAlign != 0 {
			return c.offset
		}
	}
	return c.stream
}

// note reports to the race detector which buffers a call reads. The detector does not see machine
// code.
func (c *callable) note(buffers []unsafe.Pointer) {
	for i, p := range c.params {
		// Slices of one grid write different parts of a buffer, so writes are not reported.
		if !p.Written && p.InPlace < 0 {
			raceRead(buffers[i], tensor.NumElements(p.Shape)*p.Kind.Size())
		}
	}
}

// Close implements backends.Kernels.
func (ks *kernels) Close() error { return ks.region.Close() }

// ExportKernels implements backends.KernelsExporter. It returns the entries of the kernels and the
// code.
func (ks *kernels) ExportKernels() ([]byte, error) {
	var e sealed.Encoder
	e.Uint(uint64(len(ks.object.kernels)))
	for _, k := range ks.object.kernels {
		e.Uint(uint64(k.offset))
		e.Uint(uint64(k.block))
		e.Uint(uint64(k.stream))
	}
	e.Blob(ks.object.code)
	return e.Bytes(), nil
}

// decode reads the code of the kernels ks from the bytes that ExportKernels wrote.
func decode(made []byte, ks []*kernel.Kernel) (*object, error) {
	d := sealed.NewDecoder(made)
	o := &object{kernels: sealed.DecodeList(d, 3, func() entry { return entry{d.Index(1 << 31), d.Index(1 << 31), d.Index(1 << 31)} })}
	o.code = append([]byte(nil), d.Blob()...)
	bad := d.Err() != nil || len(o.kernels) != len(ks)
	for i, k := range o.kernels {
		bad = bad || max(k.offset, k.stream) >= len(o.code) || k.block < code.BlockArgs+8*len(ks[i].Params)
	}
	if bad {
		return nil, sealed.Bad("has no kernels for backend jit")
	}
	return o, nil
}
