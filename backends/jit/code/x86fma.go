package code

import "github.com/lathe-ir/lathe/backends/jit/amd64"

// fmaForms are the three forms of a fused multiply-add: f132 computes dst·op3 + op2, f213 computes
// op2·dst + op3, and f231 computes op2·op3 + dst.
type fmaForms struct{ f132, f213, f231 amd64.Op }

func fmaOf(op amd64.Op) fmaForms {
	switch op {
	case amd64.VFMAdd231PD:
		return fmaForms{amd64.VFMAdd132PD, amd64.VFMAdd213PD, amd64.VFMAdd231PD}
	case amd64.VFMAdd231SS:
		return fmaForms{amd64.VFMAdd132SS, amd64.VFMAdd213SS, amd64.VFMAdd231SS}
	case amd64.VFMAdd231SD:
		return fmaForms{amd64.VFMAdd132SD, amd64.VFMAdd213SD, amd64.VFMAdd231SD}
	}
	return fmaForms{amd64.VFMAdd132PS, amd64.VFMAdd213PS, amd64.VFMAdd231PS}
}

// fma encodes dst = a·b + c. It chooses the form that overwrites the operand which is already in
// dst. One of the operands can be in memory.
func (e *x86Emitter) fma(in *inst) {
	a, b, c := in.r[1], in.r[2], in.r[3]
	forms := fmaOf(in.op)
	i := amd64.Inst{Size: in.size, R: noRegs, Mask: amd64.None}
	to := e.place(in.r[0]).reg
	isTo := func(r reg) bool { return to != amd64.None && e.place(r).reg == to }
	inMemory := func(r reg) bool { return e.place(r).reg == amd64.None }
	done := func() {}
	if in.hasMem {
		i.Mem, i.HasMem, i.Splat = e.memory(&in.mem), true, in.splat
	}
	switch {
	case in.hasMem && isTo(a) && !isTo(c):
		i.Op, i.R[0] = forms.f132, to
		i.R[1] = e.in(c)
	case in.hasMem:
		if to == amd64.None {
			to, done = e.out(in.r[0], amd64.None)
		}
		e.copyTo(to, c)
		i.Op, i.R[0], i.R[1] = forms.f231, to, e.in(a)
	case !isTo(c) && (isTo(a) || isTo(b)):
		if isTo(b) {
			a, b = b, a
		}
		if inMemory(c) || isTo(b) { // only f213 reads c from memory; if a is b, either form works
			i.Op, i.R[0] = forms.f213, to
			i.R[1] = e.in(b)
			e.fold(&i, 2, c)
		} else {
			i.Op, i.R[0] = forms.f132, to
			i.R[1] = e.in(c)
			e.fold(&i, 2, b)
		}
	default:
		if to == amd64.None {
			to, done = e.out(in.r[0], amd64.None)
		}
		e.copyTo(to, c)
		if inMemory(a) {
			a, b = b, a
		}
		i.Op, i.R[0] = forms.f231, to
		i.R[1] = e.in(a)
		e.fold(&i, 2, b)
	}
	e.asm.Emit(i)
	done()
}
