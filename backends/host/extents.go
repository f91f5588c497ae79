package host

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// beyondReach is a number of bytes. A value of this size or more is an error, even if it is never
// stored. Sums of smaller sizes do not overflow an int64.
const beyondReach = 1 << 48

// sizeOf returns the number of bytes of a value of type t. The result is 0 for types other than
// tensors, for dynamic shapes, and for element types that tensors cannot have. sizeOf fails if the
// number exceeds the size of every possible tensor.
func sizeOf(t ir.Type) (uint64, error) {
	shape, ok := t.Shape()
	if !ok || !t.HasStaticShape() || t.Kind() == tensor.Invalid {
		return 0, nil
	}
	n, err := tensor.CheckShape(t.Kind(), shape)
	return uint64(n) * uint64(t.Kind().Size()), err
}

// room fails if a value of type t takes more bytes than the host has.
func room(t ir.Type) error {
	bytes, err := sizeOf(t)
	if has, more := hostbytes.Exceeds(bytes); more {
		return fmt.Errorf("'%s' takes %d bytes, but the host has %d", t, bytes, has)
	}
	return err
}

// reach fails if a value of type t takes more bytes than any host has.
func reach(t ir.Type) error {
	bytes, err := sizeOf(t)
	if bytes >= beyondReach {
		return fmt.Errorf("'%s' takes %d bytes, which is more than any host has", t, bytes)
	}
	return err
}

// CheckValues fails if a result of op, or of an operation inside op, takes more memory than the
// host has. It is for backends that store all values.
func CheckValues(op *ir.Op) error { return checkValues(op, room) }

func checkValues(op *ir.Op, fits func(ir.Type) error) (err error) {
	op.Walk(func(o *ir.Op) bool {
		for v := range o.Results() {
			if why := fits(v.Type()); why != nil && err == nil {
				err = ir.Errorf(o, "can't store its result: %v", why)
			}
		}
		return err == nil
	})
	return err
}

// largest returns the error of CheckValues for m, since it names an operation. If CheckValues does
// not fail, largest returns err.
func largest(m ir.Module, err error) error {
	if one := CheckValues(m.Op); one != nil {
		return one
	}
	return err
}

// checkMemory fails if the arguments and results, which a run holds all at once, take more memory
// than the host has. It also fails if tensors cannot have the element type of a result.
func (s *Signature) checkMemory(f fn.Func) error {
	for i, t := range s.inputs {
		if err := room(t); err != nil {
			return ir.Errorf(f.Op, "cannot have argument #%d: %v", i, err)
		}
	}
	for i, t := range s.outputs {
		if t.IsShaped() && t.Kind() == tensor.Invalid {
			return ir.Errorf(f.Op, "cannot return result #%d: there are no tensors of type '%s'", i, t).
				WithHelp("convert the result to another element type; if the types of a graph are not inferred yet, infer them with lathe-opt --infer-shapes")
		}
		if err := room(t); err != nil {
			return ir.Errorf(f.Op, "cannot return result #%d: %v", i, err)
		}
	}
	all := s.bytes()
	if has, more := hostbytes.Exceeds(all); more {
		return ir.Errorf(f.Op, "has arguments and results that take %d bytes together, but the host has %d", all, has)
	}
	return nil
}

// bytes returns the total size of the arguments and results with static shapes, or beyondReach if
// one of their sizes is invalid.
func (s *Signature) bytes() (all uint64) {
	for _, types := range [][]ir.Type{s.inputs, s.outputs} {
		for _, t := range types {
			bytes, err := sizeOf(t)
			if err != nil {
				return beyondReach
			}
			all += bytes
		}
	}
	return all
}

// checkMemory fails if a run of the program takes more memory than the host has. Values that fusion
// eliminated take no memory.
func (l *Lowered) checkMemory() error {
	kept := uint64(l.Program.Host.ArenaBytes)
	for _, g := range l.Program.Host.Globals {
		kept += uint64(len(g.Data))
	}
	all := kept + l.Signature.bytes()
	if has, more := hostbytes.Exceeds(all); more {
		return diag.Errorf(diag.Span{}, "a run takes %d bytes, %d of them for constants and intermediate values, but the host has %d", all, kept, has)
	}
	return nil
}
