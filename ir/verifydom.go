package ir

// level is a region around the operation that is being checked.
type level struct {
	region   *Region
	op       *Op // the operation of region that is, or contains, the checked operation
	isolated int // index of the level of the innermost isolated region; 0 if there is none
}

// dominance checks that the operands of all operations inside op are defined before their use.
func (v *verifier) dominance(op *Op) {
	v.levels, v.far = v.levels[:0], map[*Region]int{}
	var around []*Op
	for o := op; o.def.traits&IsolatedFromAbove == 0 && o.Parent() != nil; o = o.Parent() {
		around = append(around, o)
	}
	for i := len(around) - 1; i >= 0; i-- {
		v.enter(around[i].block.region)
		v.levels[len(v.levels)-1].op = around[i]
	}
	v.dominanceInside(op)
}

func (v *verifier) enter(r *Region) {
	n := len(v.levels)
	l := level{region: r}
	switch {
	case r.owner.def.traits&IsolatedFromAbove != 0:
		l.isolated = n
	case n > 0:
		l.isolated = v.levels[n-1].isolated
	}
	v.levels = append(v.levels, l)
	if n >= nearLevels {
		v.far[v.levels[n-nearLevels].region] = n - nearLevels
	}
}

func (v *verifier) leave() {
	n := len(v.levels) - 1
	v.levels = v.levels[:n]
	if n >= nearLevels {
		delete(v.far, v.levels[n-nearLevels].region)
	}
}

// nearLevels is the number of innermost levels that levelOf searches one by one. The map "far" has
// the other levels.
const nearLevels = 16

// levelOf returns the index of the level for region r. It returns false if there is no such level.
func (v *verifier) levelOf(r *Region) (int, bool) {
	for i := len(v.levels) - 1; i >= max(0, len(v.levels)-nearLevels); i-- {
		if v.levels[i].region == r {
			return i, true
		}
	}
	i, ok := v.far[r]
	return i, ok
}

func (v *verifier) dominanceInside(op *Op) {
	for i := range op.NumRegions() {
		r := op.RegionAt(i)
		v.enter(r)
		n := len(v.levels) - 1
		for _, b := range r.Blocks {
			reachable := len(r.Blocks) == 1 || v.dom.Reachable(b)
			for o := b.first; o != nil; o = o.next {
				v.levels[n].op = o
				if reachable {
					v.operands(o)
				}
				if o.ext != nil && len(o.ext.regions) > 0 {
					v.dominanceInside(o)
				}
			}
		}
		v.leave()
	}
}

func (v *verifier) operands(o *Op) {
	for i := range o.operandSlice() {
		val := o.operandSlice()[i].val
		// In the common case, the value is defined earlier in this block.
		if val.index&argBit == 0 {
			def := (*Op)(val.owner)
			if def.block == o.block && def.order < o.order && o.block.ordered {
				continue
			}
		} else if (*Block)(val.owner) == o.block {
			continue
		}
		if len(v.errs) < v.most {
			v.operand(o, val, i)
		}
	}
}

// operand checks operand i of o, whose value is val. It visits the regions between o and the
// definition only if there may be an error, since there can be thousands of them.
func (v *verifier) operand(o *Op, val *Value, i int) {
	if b := val.Block(); b != nil {
		n, around := v.levelOf(b.region)
		if around && n >= v.levels[len(v.levels)-1].isolated {
			if !v.dom.Dominates(val, o, v.levels[n].op) {
				v.notDominated(o, val, i)
			}
			return
		}
	}
	if v.isolated(o, val) {
		v.notDominated(o, val, i)
	}
}

// isolated reports an error and returns false if the innermost isolated region around o does not
// contain the definition of val. Otherwise it returns true.
func (v *verifier) isolated(o *Op, val *Value) bool {
	for r := o.ParentRegion(); r != nil; r = r.owner.ParentRegion() {
		if r.owner.def.traits&IsolatedFromAbove == 0 {
			continue
		}
		if b := val.Block(); b != nil && (b.region == r || r.IsAncestor(b.Parent())) {
			return true
		}
		d := Errorf(o, "using value defined outside the region")
		NoteAt(d, r.owner, "required by region isolation constraints")
		v.add(o, d)
		return false
	}
	return true
}

func (v *verifier) notDominated(o *Op, val *Value, i int) {
	d := ErrorAt(o, "operand #%d does not dominate this use", i)
	if def := val.Def(); def != nil {
		where := "op in the same block"
		switch {
		case def.block == o.block:
		case def.ParentRegion() == o.ParentRegion():
			where = "op in the same region"
		case def.ParentRegion() != nil && def.ParentRegion().IsAncestor(o):
			where = "op in a parent region"
		case o.ParentRegion() != nil && o.ParentRegion().IsAncestor(def):
			where = "op in a child region"
		default:
			where = "op is neither in a parent nor in a child region"
		}
		NoteAt(d, def, "operand defined here (%s)", where)
	} else if p := val.ArgBlock().Parent(); p != nil {
		NoteAt(d, p, "operand defined as a block argument")
	}
	v.add(o, d)
}
