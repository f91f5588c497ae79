package kernels

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pack"
	"github.com/lathe-ir/lathe/lowering/stream"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/passes"
)

const passDoc = `convert linalg on planned buffers to kernel form

Every nest becomes a private kernel, which the host function calls; equal nests share one
kernel. Elementary functions are expanded into arithmetic. Decisions in the attribute
'lathe.schedule' of a nest replace the decisions that the pass would make.`

const scheduleDoc = `choose tiles, blocks and unrolling of nests

The attribute 'lathe.schedule' of a nest gets the choices of the pass. For a nest that is computed
in tiles, they are the strips of columns and the height of the tiles. If such a nest reduces, they
are also the numbers of tiles and terms in a block, whether these terms are unrolled, and whether
columns are prefetched. For an elementwise loop, the choice is the number of vectors that are
computed together. Fields that the attribute already has are not changed. These fields must fit the
nest. The schedule does not change results.`

// PassOptions are the options of schedule-nests and linalg-to-kernels.
type PassOptions struct {
	Target string `opt:"target" help:"the processor for which kernels are made; 'host' is this machine"`
}

// SchedulePass returns schedule-nests.
func SchedulePass() passes.Pass {
	return passes.OnWith("schedule-nests", scheduleDoc, PassOptions{Target: "portable"}, func(_ *passes.Run, f fn.Func, o PassOptions) error {
		t, err := target.Named(o.Target)
		if err != nil || f.Op.Attr("kernel.host").IsNil() {
			return err
		}
		if err := pack.Verify(f.Op); err != nil {
			return err
		}
		f.Op.Walk(func(op *ir.Op) bool {
			if _, ok := structured.Of(op); !ok || err != nil {
				return err == nil
			}
			if !tiles.Continues(op) && !pads(op) && !packsConstant(op) {
				err = record(op, t)
			}
			return false
		})
		return err
	})
}

// record chooses a schedule for the group of nests that op begins, and sets it as the attribute
// lathe.schedule of op.
func record(op *ir.Op, t target.Target) error {
	g := newGroup(tiles.Of(op))
	s := plan(g, t.Lanes(g.width()), t, 0)
	if s.wrong != nil {
		return s.wrong
	}
	r := s.recordOf(g, t)
	r.Set(op)
	return nil
}

// Pass returns linalg-to-kernels.
func Pass() passes.Pass { return pass(newKeys) }

func pass(keysOf func() *keys) passes.Pass {
	return passes.OnWith("linalg-to-kernels", passDoc, PassOptions{Target: "portable"}, func(r *passes.Run, m ir.Module, o PassOptions) error {
		t, err := target.Named(o.Target)
		if err != nil {
			return err
		}
		var host fn.Func
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if ok && !f.Op.Attr("kernel.grid").IsNil() {
				return ir.Errorf(f.Op, "is a kernel, so the module is already in kernel form")
			}
			if !ok || f.Op.Attr("kernel.host").IsNil() {
				continue
			}
			if host.Op != nil {
				return ir.Errorf(f.Op, "is a second host function, but kernel form allows only one")
			}
			host = f
		}
		if host.Op == nil {
			return nil
		}
		if err := pack.Verify(host.Op); err != nil {
			return err
		}
		if err := stream.Verify(host.Op); err != nil {
			return err
		}
		if err := checkNests(host.Op); err != nil {
			return err
		}
		err = outline(r.Ctx, m, host, t, keysOf())
		host.Op.Erase()
		return err
	})
}

// checkNests returns an error for the first nest that has unknown extents, has an operand with too
// many elements, or reads words of a padded buffer.
func checkNests(root *ir.Op) (err error) {
	root.Walk(func(op *ir.Op) bool {
		if !ir.Is[linalg.Generic](op) || err != nil {
			return err == nil
		}
		if _, ok := structured.Of(op); !ok {
			err = ir.Errorf(op, "must have static extents, since kernels have no dynamic shapes")
		}
		for v := range op.Operands() {
			if t := v.Type(); t.HasStaticShape() && tensor.NumElements(t.Dims()) > math.MaxInt/16 {
				err = ir.Errorf(op, "has an operand of type '%s', which has too many elements", t)
			} else if !op.Attr(pack.WordsAttr).IsNil() && layoutOf(v).padding != nil {
				err = ir.Errorf(op, "must not have '%s', since it reads a padded buffer", pack.WordsAttr)
			}
		}
		return false
	})
	return err
}
