package inline

import "github.com/lathe-ir/lathe/ir"

// inline replaces a call by a copy of the callee's body or, if move is true, by the body itself. It
// returns the inlined operations.
func (in *inliner) inline(c call, move bool) (came []*ir.Op) {
	var body ir.Region
	if move {
		body.TakeBlocks(c.to.region())
	} else {
		in.b.CloneRegion(c.to.region(), &body, &ir.Mapping{})
	}
	caller, _ := ir.Cast[ir.Caller](c.op)
	for i, a := range caller.Args() {
		body.Entry().Arg(i).ReplaceAllUses(a)
	}
	later := move && c.to.ids != nil // the range of ids records the call, and addCalls adds it to the sources of the operations
	if later {
		c.to.ids.calls = c.op.Sources()
	} else {
		c.to.ids = nil // a copy has the same ids as the body, so a range of ids does not identify one body
	}
	locs := &callSites{at: c.op.Loc(), known: map[ir.Attr]ir.Attr{}}
	for _, b := range body.Blocks {
		for op := range b.Ops() {
			came = append(came, op)
			op.Walk(func(o *ir.Op) bool {
				if !move {
					in.made++
				}
				o.SetLoc(locs.of(o.Loc()))
				if !later || o.ID() == 0 {
					o.Derive(c.op)
				}
				return true
			})
		}
	}
	if len(body.Blocks) == 1 {
		in.single(c.op, body.Entry())
		c.from.ops-- // the return is erased
	} else {
		in.several(c.op, &body)
	}
	c.op.Erase()
	return came
}

// single inlines a body of one block: it moves the operations of b before the call, and the
// operands of the return replace the results of the call.
func (in *inliner) single(call *ir.Op, b *ir.Block) {
	ret := b.Terminator()
	for op := range b.Ops() {
		if op != ret {
			op.MoveBefore(call)
		}
	}
	for i := range call.NumResults() {
		call.ResultAt(i).ReplaceAllUses(ret.OperandAt(i))
	}
	ret.Erase()
}

// several splits the block after the call and inserts the callee's blocks between the halves.
// Returns become branches to the second half. The block arguments of that half replace the results
// of the call.
func (in *inliner) several(call *ir.Op, body *ir.Region) {
	blk := call.Block()
	rest := blk.SplitAt(call.Next())
	for i := range call.NumResults() {
		r := call.ResultAt(i)
		r.ReplaceAllUses(rest.AddArg(r.Type(), call.Loc()))
	}
	for _, b := range body.Blocks {
		t := b.Terminator()
		if t.NumSuccessors() > 0 {
			continue
		}
		in.b.AtEnd(b)
		in.b.Loc = t.Loc()
		br := in.b.Op("cf.br", ir.Init{Operands: t.OperandList(), Successors: []*ir.Block{rest}})
		br.Derive(t)
		t.Erase()
	}
	first := body.Entry()
	for op := range first.Ops() {
		op.MoveBefore(call)
	}
	at := blk
	for _, b := range body.Blocks[1:] {
		blk.Region().InsertAfter(at, b)
		at = b
	}
}

// maxCallSites is the largest number of nested call sites in a location. Adding an outer call
// creates all levels of the location again, so further outer calls are left out.
const maxCallSites = 16

// callSites creates locations of the form callsite(inner at call).
type callSites struct {
	at    ir.Loc
	known map[ir.Attr]ir.Attr
}

func (s *callSites) of(inner ir.Loc) ir.Loc {
	if inner == s.at {
		return inner
	}
	at := inner.Attr()
	if all := s.stack(at); all != at {
		return ir.NewLoc(all)
	}
	return inner
}

// stack adds the call as the outermost call site of a location. Many operations have the same outer
// call sites, so their location is created only once.
func (s *callSites) stack(inner ir.Attr) ir.Attr {
	if _, depth := inner.Extent(); depth > maxCallSites {
		return inner
	}
	l, ok := s.known[inner]
	if ok {
		return l
	}
	if c, ok := ir.AttrAs[*ir.CallLoc](inner); ok {
		l = ir.NewAttr(&ir.CallLoc{Callee: c.Callee, Caller: s.stack(c.Caller)})
	} else {
		l = ir.NewAttr(&ir.CallLoc{Callee: inner, Caller: s.at.Attr()})
	}
	s.known[inner] = l
	return l
}
