// Package target describes the processors that kernels are lowered for. The order in which a
// reduction combines elements depends only on the shape of the computation and on the target. A
// schedule also depends only on the shape and the target, except for nests that have a record of
// decisions, for example from a tuning file.
package target

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Target describes one kind of processor. Targets are values. Equal targets give equal kernels.
type Target struct {
	Name        string
	VectorBytes int64 // bytes of one vector register, a power of two
	Registers   int   // vector registers
	Masks       bool  // masks have separate registers
	FMA         bool  // a fused multiply-add takes one instruction
	DotInt8     bool  // an instruction adds four products of 8-bit integers to a sum of 32 bits
	Tiles       bool  // instructions multiply tiles of 8-bit integers with 16 rows of 64 bytes
	DotBF16     bool  // an instruction adds two products of bf16 numbers to a sum in f32
	Streaming   bool  // stores can bypass the caches
	Mesh        bool  // cores share the last-level cache over a mesh, so reading from it takes long
	Line        int64 // bytes of a cache line
	L1, L2, L3  int64 // bytes of the caches that one core can use; 0: there is none
	Workers     int   // cores that share a grid; 0: the number of threads of a run
	GridLimit   int64 // the largest number of iterations of a grid; 0: there is no limit
}

// Lanes returns the number of lanes of a vector of elements with the given size in bytes.
func (t Target) Lanes(bytes int64) int64 { return max(1, t.VectorBytes/max(1, bytes)) }

// String returns a text with every field. Cache keys contain this text.
func (t Target) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s vector=%d registers=%d line=%d l1=%d l2=%d l3=%d", t.Name, t.VectorBytes, t.Registers, t.Line, t.L1, t.L2, t.L3)
	for _, f := range []struct {
		name string
		has  bool
	}{{"masks", t.Masks}, {"fma", t.FMA}, {"dot-int8", t.DotInt8}, {"tiles", t.Tiles}, {"dot-bf16", t.DotBF16}, {"streaming", t.Streaming}, {"mesh", t.Mesh}} {
		if f.has {
			b.WriteString(" " + f.name)
		}
	}
	if t.Workers > 0 {
		fmt.Fprintf(&b, " workers=%d", t.Workers)
	}
	if t.GridLimit > 0 {
		fmt.Fprintf(&b, " grid=%d", t.GridLimit)
	}
	return b.String()
}

// HostName is the name of the target for the machine that runs the program.
const HostName = "host"

// table lists the targets that can be selected by name. Cache sizes are the smallest that such
// processors usually have.
func table() []Target {
	return []Target{
		{Name: "avx512", VectorBytes: 64, Registers: 32, Masks: true, FMA: true, Streaming: true, Line: 64, L1: 32 << 10, L2: 1 << 20, L3: 16 << 20},
		{Name: "avx2", VectorBytes: 32, Registers: 16, FMA: true, Streaming: true, Line: 64, L1: 32 << 10, L2: 256 << 10, L3: 8 << 20},
		{Name: "neon", VectorBytes: 16, Registers: 32, FMA: true, Line: 64, L1: 64 << 10, L2: 512 << 10, L3: 8 << 20},
		// This target is for SSE2, and for every processor that matches no other target.
		{Name: "portable", VectorBytes: 16, Registers: 16, Line: 64, L1: 32 << 10, L2: 256 << 10, L3: 4 << 20},
		// This target is for the interpreter of kernels. Vectors are long enough to hide the cost
		// of dispatch, and short enough that the values of a kernel stay in the first-level cache.
		{Name: "vm", VectorBytes: 256, Registers: 16, FMA: true, Line: 64, L1: 32 << 10, L2: 256 << 10, L3: 4 << 20},
	}
}

// Names lists the targets that Named accepts.
func Names() []string {
	names := []string{HostName}
	for _, t := range table() {
		names = append(names, t.Name)
	}
	return names
}

// Named returns the target with the given name, or the target of this machine for "host". Values of
// fields may follow the name: "avx2+l2=1048576".
func Named(name string) (Target, error) {
	name, fields, changed := strings.Cut(name, "+")
	t, ok := lookup(name)
	if ok && changed {
		t.Name += "+" + fields
		for _, field := range strings.Split(fields, "+") {
			if err := t.change(field); err != nil {
				return Target{}, err
			}
		}
	}
	if ok {
		return t, nil
	}
	return Target{}, diag.Errorf(diag.Span{}, "expected a target, one of %s, but got '%s'", strings.Join(Names(), ", "), name)
}

func lookup(name string) (Target, bool) {
	if name == HostName {
		return Host(), true
	}
	for _, t := range table() {
		if t.Name == name {
			return t, true
		}
	}
	return Target{}, false
}

// change sets a field of t, as described by a text such as "l2=1048576".
func (t *Target) change(field string) error {
	name, text, _ := strings.Cut(field, "=")
	v, err := strconv.ParseInt(text, 10, 64)
	wrong := err != nil || v < 0
	switch name {
	case "vector":
		t.VectorBytes = v
		wrong = wrong || v < 8 || v&(v-1) != 0
	case "registers":
		t.Registers = int(v)
	case "line":
		t.Line = v
	case "l1":
		t.L1 = v
	case "l2":
		t.L2 = v
	case "l3":
		t.L3 = v
	case "mesh":
		t.Mesh, wrong = v == 1, wrong || v > 1
	case "tiles":
		t.Tiles, wrong = v == 1, wrong || v > 1
	default:
		wrong = true
	}
	if wrong {
		return diag.Errorf(diag.Span{}, "expected vector, registers, line, l1, l2 or l3 with a number, or mesh or tiles with 0 or 1, but got '%s'", field).
			WithHelp("write the target as in avx2+l2=1048576, with a power of two as the size of a vector")
	}
	return nil
}

// known is like Named, but panics if the name is not valid.
func known(name string) Target {
	t, err := Named(name)
	if err != nil {
		panic("target: BUG: " + err.Error())
	}
	return t
}
