package ir

// IsPure reports whether op is known to have no memory effects and does not have the trait
// NoSideEffect, which forbids speculative execution. If op has the trait RecursiveEffects, IsPure
// also examines the nested operations. Unlike CanSpeculate, it does not call a Speculator.
func (op *Op) IsPure() bool {
	if op.def.traits&Pure != 0 {
		return op.NumRegions() == 0 || op.def.traits&RecursiveEffects == 0 || op.insideAll((*Op).IsPure)
	}
	return op.EffectFree() && op.def.traits&NoSideEffect == 0
}

// Speculator is an operation that decides whether it may be executed speculatively, that is, on
// paths on which the program does not execute it.
type Speculator interface{ Speculatable() bool }

// CanSpeculate reports whether op may be executed speculatively: it cannot fail and cannot run
// forever.
func (op *Op) CanSpeculate() bool {
	if s, ok := Cast[Speculator](op); ok {
		return s.Speculatable()
	}
	t := op.def.traits
	return t&Pure != 0 && t&NoSideEffect == 0 && (t&RecursiveEffects == 0 || op.InsideSpeculatable())
}

// InsideSpeculatable reports whether CanSpeculate is true for all operations in op's regions.
func (op *Op) InsideSpeculatable() bool { return op.insideAll((*Op).CanSpeculate) }

// EffectFree reports whether op is known to have no memory effects. If op has the trait
// RecursiveEffects, EffectFree also examines the nested operations.
func (op *Op) EffectFree() bool { return op.EffectFreeWith(nil) }

// EffectFreeWith is EffectFree with the results of earlier calls in the map "answers". A caller
// that visits nested operations first thus examines each operation only once.
func (op *Op) EffectFreeWith(answers map[*Op]bool) bool {
	es, known := op.ownEffects()
	if !known || len(es) > 0 {
		return false
	}
	return op.def.traits&RecursiveEffects == 0 || op.insideAll(func(o *Op) bool {
		free, ok := answers[o]
		return ok && free || !ok && o.EffectFreeWith(answers)
	})
}

// Effects returns the memory effects of op. If op has the trait RecursiveEffects, they include the
// effects of its regions. known is false if the effects cannot be determined.
func (op *Op) Effects() (es []Effect, known bool) {
	es, known = op.ownEffects()
	if !known || op.def.traits&RecursiveEffects == 0 {
		return es, known
	}
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				inner, ok := o.Effects()
				if !ok {
					return nil, false
				}
				es = append(es, inner...)
			}
		}
	}
	return es, true
}

// ownEffects returns the effects of op without the effects of its regions.
func (op *Op) ownEffects() (es []Effect, known bool) {
	t := op.def.traits
	switch {
	case t&AlwaysEffect != 0:
		return nil, false
	case op.def.effecter:
		return op.View().(Effecter).Effects(), true
	case t&(Pure|NoSideEffect|RecursiveEffects) != 0:
		return nil, true
	}
	if m, ok := Cast[Effecter](op); ok {
		return m.Effects(), true
	}
	return nil, false
}

func (op *Op) insideAll(f func(*Op) bool) bool {
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if !f(o) {
					return false
				}
			}
		}
	}
	return true
}

// Dead reports whether op can be erased. No result may have a use, op must be neither a terminator
// nor a symbol, and it may only read memory and allocate its results.
func (op *Op) Dead() bool { return op.Unused() && op.DeadIfUnused() }

// DeadIfUnused reports whether op could be erased if its results had no uses.
func (op *Op) DeadIfUnused() bool {
	t := op.def.traits
	if t&(Terminator|Symbol) != 0 {
		return false
	}
	if t&(Pure|NoSideEffect) != 0 && t&RecursiveEffects == 0 {
		return true
	}
	es, known := op.Effects()
	if !known {
		return false
	}
	for _, e := range es {
		switch e.Kind {
		case Read:
		case Allocate:
			if e.Value == nil || e.Value.Def() != op {
				return false
			}
		default:
			return false
		}
	}
	return true
}
