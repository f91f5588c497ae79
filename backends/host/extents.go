package host

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// beyondReach is more bytes than a value can have, even one that is never stored: sums of
// what is less stay within an int64.
const beyondReach = 1 << 48

// sizeOf is how many bytes a value of type t takes, 0 where that is known only in a run or t
// is no tensor. It fails where no tensor can be so large.
func sizeOf(t ir.Type) (uint64, error) {
	shape, ok := t.Shape()
	if !ok || !t.HasStaticShape() || t.Kind() == tensor.Invalid {
		return 0, nil
	}
	n, err := tensor.CheckShape(t.Kind(), shape)
	return uint64(n) * uint64(t.Kind().Size()), err
}

// room fails where a value of type t takes more bytes than the host has.
func room(t ir.Type) error {
	bytes, err := sizeOf(t)
	if has, more := hostbytes.Exceeds(bytes); more {
		return fmt.Errorf("'%s' takes %d bytes, but the host has %d", t, bytes, has)
	}
	return err
}

// reach fails where a value of type t takes more bytes than any host has.
func reach(t ir.Type) error {
	bytes, err := sizeOf(t)
	if bytes >= beyondReach {
		return fmt.Errorf("'%s' takes %d bytes, which no host has", t, bytes)
	}
	return err
}

// CheckValues fails where a result of op, or of an operation inside it, takes more memory
// than the host has. It is for backends that store all values.
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

// largest is err, or an error that names the operation of m whose result alone is too large.
func largest(m ir.Module, err error) error {
	if one := CheckValues(m.Op); one != nil {
		return one
	}
	return err
}

// checkMemory fails where arguments and results, one or all of them, take more memory than
// the host has: a run has them all at once. It also fails for results of which there are no tensors.
func (s *Signature) checkMemory(f fn.Func) error {
	for i, t := range s.inputs {
		if err := room(t); err != nil {
			return ir.Errorf(f.Op, "can't take argument #%d: %v", i, err)
		}
	}
	for i, t := range s.outputs {
		if t.IsShaped() && t.Kind() == tensor.Invalid {
			return ir.Errorf(f.Op, "can't give result #%d: there are no tensors of type '%s'", i, t).
				WithHelp("convert it to elements of another type")
		}
		if err := room(t); err != nil {
			return ir.Errorf(f.Op, "can't give result #%d: %v", i, err)
		}
	}
	all := s.bytes()
	if has, more := hostbytes.Exceeds(all); more {
		return ir.Errorf(f.Op, "has arguments and results that take %d bytes together, but the host has %d", all, has)
	}
	return nil
}

// bytes are those of all arguments and results whose shapes are known.
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

// checkMemory fails where a run of the program takes more memory than the host has. Values
// that fusion leaves no trace of take none.
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
