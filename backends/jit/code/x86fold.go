package code

import "github.com/lathe-ir/lathe/backends/jit/amd64"

// fold replaces a load whose result has one user by a memory operand of this user, if possible.
// This saves an instruction and a register.
func (g *x86) fold() {
	f := g.f
	uses, defs := make([]int, len(f.class)), make([]int, len(f.class))
	for i := range f.insts {
		f.insts[i].operands(func(r reg, _ bool) { uses[r]++ }, func(r reg, _ bool) { defs[r]++ })
	}
	loads := map[reg]int{} // index of each load in the current straight-line code, by result
	for i := range f.insts {
		in := &f.insts[i]
		switch in.kind {
		case label, jump, compareJump:
			clear(loads)
			continue
		}
		stores := in.kind == remainder || in.kind == tile || in.kind == read && in.hasMem && in.op != amd64.PrefetchT0
		if last := in.foldable(); last > 0 {
			for _, at := range [...]int{last, in.swapped(last)} {
				if l, ok := loads[in.r[at]]; ok && in.take(&f.insts[l], at, g.t) {
					f.insts[l] = inst{kind: nothing}
					break
				}
			}
		}
		in.operands(func(reg, bool) {}, func(d reg, _ bool) {
			for r, l := range loads {
				if m := &f.insts[l].mem; m.base == d || m.index == d {
					delete(loads, r)
				}
			}
		})
		if stores {
			for r, l := range loads {
				if !f.insts[l].mem.fixed {
					delete(loads, r)
				}
			}
		}
		if r := in.r[0]; in.isLoad() && uses[r] == 1 && defs[r] == 1 {
			loads[r] = i
		}
	}
}

// isLoad reports whether the instruction loads a vector or a scalar float, or one element into all
// lanes, and does nothing else.
func (in *inst) isLoad() bool {
	if in.kind != define || !in.hasMem || in.mask != 0 {
		return false
	}
	switch in.op {
	case amd64.VMovUPS, amd64.VMovSSLoad, amd64.VMovSDLoad, amd64.VPBroadcastD, amd64.VPBroadcastQ:
		return true
	}
	return false
}

// foldable returns the index of the operand that may be in memory; 0 if no operand may.
func (in *inst) foldable() int {
	if in.hasMem || in.clobbers != 0 {
		return 0
	}
	switch in.kind {
	case fma:
		return 2
	case tied:
		if in.op == amd64.VPDPBUSD {
			return 3
		}
	case define, defineEarly:
		for at := 3; at > 0; at-- {
			if in.r[at] != 0 {
				return at
			}
		}
	}
	return 0
}

// swapped returns the index of the operand that can be exchanged with the operand at the given
// index. It returns the given index if there is no such operand.
func (in *inst) swapped(at int) int {
	switch in.op {
	case amd64.VAddPS, amd64.VAddPD, amd64.VAddSS, amd64.VAddSD, amd64.VMulPS, amd64.VMulPD, amd64.VMulSS, amd64.VMulSD,
		amd64.VPAndD, amd64.VPOrD, amd64.VPXorD, amd64.VPAddB, amd64.VPAddW, amd64.VPAddD, amd64.VPAddQ:
		return 3 - at
	}
	if in.kind == fma {
		return 3 - at
	}
	return at
}

// take replaces operand "at" by the memory that l loads. It returns false if the machine
// instruction does not allow this.
func (in *inst) take(l *inst, at int, t Target) bool {
	bytes, ok := amd64.TakesMemory(in.op, in.size)
	if !ok || in.op == amd64.VMovAPS { // VMovAPS requires aligned addresses
		return false
	}
	element := 0
	switch l.op {
	case amd64.VMovSSLoad:
		ok = bytes == 4
	case amd64.VMovSDLoad:
		ok = bytes == 8
	case amd64.VMovUPS:
		ok = bytes == int(l.size)
	case amd64.VPBroadcastD:
		element = 4
	case amd64.VPBroadcastQ:
		element = 8
	}
	if !ok || element > 0 && (!t.AVX512 || amd64.Splats(in.op) != element || bytes != int(l.size)) {
		return false
	}
	last := in.foldable()
	in.r[at], in.r[last] = in.r[last], 0
	in.mem, in.hasMem, in.splat = l.mem, true, element > 0
	return true
}
