package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
)

// group consists of a nest and the elementwise nests that run in the same loop over tiles. The
// elementwise nests read the results of earlier nests, element by element, in the order in which
// the first nest computes its results.
type group struct{ stages []stage }

func (g *group) first() *nest { return g.stages[0].nest }

// newStage returns n as a stage. For a later stage of a group, the caller sets the fields "first"
// and "from", and calls the method "into".
func newStage(n *nest) stage { return stage{nest: n, keep: n.kept()} }

func newGroup(tile []*ir.Op) *group {
	g := &group{stages: []stage{newStage(newNest(nestOf(tile[0])))}}
	results := slices.Clone(g.first().Outs)
	for _, op := range tile[1:] {
		s := newStage(newNest(nestOf(op)))
		last := g.stages[len(g.stages)-1]
		s.first = last.first + len(last.ins) + len(last.outs)
		for _, v := range s.Ins {
			s.from = append(s.from, slices.Index(results, v))
		}
		s.into(g.first())
		results = append(results, s.Outs...)
		g.stages = append(g.stages, s)
	}
	return g
}

// into expresses the accesses of s in the loops of the first nest of its group. The loops of s are
// the dimensions of that nest's result.
func (s *stage) into(first *nest) {
	s.loops = make([]int, len(s.extents))
	for i, e := range first.OutMap(0).Results {
		s.loops[i], _ = e.Dim()
	}
	for _, list := range [][]access{s.ins, s.outs} {
		for i := range list {
			coef := make([]int64, len(first.extents))
			for d, c := range list[i].coef {
				coef[s.loops[d]] += c
			}
			list[i].coef = coef
		}
	}
}

// kept reports for each output whether it is stored. An output in a memref.alloca is not stored:
// only later nests of the group read it, in registers.
func (n *nest) kept() []bool {
	keep := make([]bool, len(n.Outs))
	for i, v := range n.Outs {
		keep[i] = !ir.Is[memref.Alloca](v.Def())
	}
	return keep
}

// accesses reports whether f is true for each access by which g reads or writes memory.
func (g *group) accesses(f func(access) bool) bool {
	for k := range g.stages {
		s := &g.stages[k]
		if !s.reads(f) {
			return false
		}
		for i, a := range s.outs {
			if s.keep[i] && !f(a) {
				return false
			}
		}
	}
	return true
}

// reads reports whether f is true for each access by which s reads memory.
func (s *stage) reads(f func(access) bool) bool {
	for i, a := range s.ins {
		if s.inMemory(i) && !f(a) {
			return false
		}
	}
	return true
}

// inMemory reports whether s reads input i from memory, and not from an earlier stage.
func (s *stage) inMemory(i int) bool { return s.from == nil || s.from[i] < 0 }

// stored reports whether f is true for each access by which g stores an output.
func (g *group) stored(f func(access) bool) bool {
	for k := range g.stages {
		for i, a := range g.stages[k].outs {
			if g.stages[k].keep[i] && !f(a) {
				return false
			}
		}
	}
	return true
}

func (g *group) walkAsOne(outer, inner int, extent int64) bool {
	return g.accesses(func(a access) bool { return a.coef[outer] == a.coef[inner]*extent })
}

// apart reports whether g has a packed operand in which the two loops have different roles (see
// type dimension).
func (g *group) apart(outer, inner int) bool {
	return !g.accesses(func(a access) bool { return a.panels == nil || a.panels.depth[outer] == a.panels.depth[inner] })
}

// usesIndex reports whether the body of a nest of g reads the index of loop d.
func (g *group) usesIndex(d int) bool {
	return slices.ContainsFunc(g.stages, func(s stage) bool { return s.usesIndex(d) })
}
