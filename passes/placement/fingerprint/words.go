package fingerprint

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"math/bits"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// words hashes names, types and attributes, each once.
type words struct {
	names    map[string]uint64
	types    map[ir.Type]uint64
	known    map[ir.Attr]uint64
	defaults map[*ir.OpDef]map[string]ir.Attr
}

func newWords() *words {
	return &words{map[string]uint64{}, map[ir.Type]uint64{}, map[ir.Attr]uint64{}, map[*ir.OpDef]map[string]ir.Attr{}}
}

func (w *words) name(s string) uint64 {
	sum, known := w.names[s]
	if !known {
		sum = hashed(s)
		w.names[s] = sum
	}
	return sum
}

func (w *words) typed(t ir.Type) uint64 {
	sum, known := w.types[t]
	if !known {
		sum = hashed(t.String())
		w.types[t] = sum
	}
	return sum
}

// attrs hashes the attributes of op, independent of order. It skips attributes of the dialect
// cluster, and attributes that have their default value.
func (w *words) attrs(op *ir.Op) (sum uint64) {
	defaults := w.defaultsOf(op.Def())
	for name, a := range op.InherentAttrs() {
		if d, ok := defaults[name]; ok && ir.EqualAttr(d, a) {
			continue
		}
		sum += placement.Mix(join(w.name(name), w.attr(a)))
	}
	for _, e := range op.DiscardableAttrs() {
		if !strings.HasPrefix(e.Name, "cluster.") {
			sum += placement.Mix(join(w.name(e.Name), w.attr(e.Attr)))
		}
	}
	if p := op.Properties(); !op.Def().Registered() && !p.IsNil() {
		sum += placement.Mix(w.attr(p))
	}
	return sum
}

// defaultsOf returns the default values of the attributes that have one.
func (w *words) defaultsOf(def *ir.OpDef) map[string]ir.Attr {
	defaults, known := w.defaults[def]
	if !known {
		for _, a := range def.Spec.Attrs {
			if !a.Default.IsNil() {
				if defaults == nil {
					defaults = map[string]ir.Attr{}
				}
				defaults[a.Name] = a.Default
			}
		}
		w.defaults[def] = defaults
	}
	return defaults
}

func (w *words) attr(a ir.Attr) uint64 {
	sum, known := w.known[a]
	if known {
		return sum
	}
	if d, ok := ir.AttrAs[*ir.DenseElements](a); ok {
		sum = w.dense(d)
	} else {
		sum = hashed(a.String())
	}
	w.known[a] = sum
	return sum
}

// dense hashes the elements of a constant instead of their text, because there may be millions.
func (w *words) dense(d *ir.DenseElements) uint64 {
	if one, ok := d.Splat(); ok {
		return join(w.typed(d.Type)+1, raw(one.Data))
	}
	return join(w.typed(d.Type), raw(d.Tensor().Data))
}

func hashed(s string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, s)
	return placement.Mix(h.Sum64())
}

// raw hashes bytes, eight at a time.
func raw(b []byte) uint64 {
	sum := uint64(len(b))
	for len(b) >= 8 {
		sum = join(sum, binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	for _, c := range b {
		sum = join(sum, uint64(c))
	}
	return placement.Mix(sum)
}

// join folds the next word into a hash; the order of words matters.
func join(sum, word uint64) uint64 {
	high, low := bits.Mul64(sum^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return (high ^ low) + bits.RotateLeft64(word*0xbf58476d1ce4e5b9, 31)
}
