package tuning

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `give nests the schedules of a tuning file

The attribute 'lathe.schedule' of each nest, or of the first nest of a tile, gets the key of the nest
and the schedule that the file has for it. The key is a hash of the nests of the tile: their loops,
types and operations. Fields that the attribute already has are not changed. Results don't change.`

// Options are the options of apply-tuning.
type Options struct {
	File   string `opt:"file" help:"the tuning file, or its text, which begins with a brace"`
	Target string `opt:"target" help:"the processor for which kernels are made; 'host' is this machine"`
}

// Name is the name of the pass.
const Name = "apply-tuning"

// Pass returns apply-tuning.
func Pass() passes.Pass {
	return passes.OnWith(Name, doc, Options{Target: "portable"}, func(_ *passes.Run, f fn.Func, o Options) error {
		t, err := target.Named(o.Target)
		if err != nil || o.File == "" {
			return err
		}
		file, err := Open(o.File)
		if err != nil {
			return err
		}
		if file.Target != t.String() {
			return diag.Errorf(diag.Span{}, "the tuning file is for the target '%s', but the program is compiled for '%s'", file.Target, t).
				WithHelp("tune again, with lathe tune PROGRAM -o FILE")
		}
		return file.apply(f)
	})
}

// apply sets the [schedule.Record] of each tile of f (see [tiles.Of]). f is in linalg on tensors.
func (file *File) apply(f fn.Func) error {
	var err error
	f.Op.Walk(func(op *ir.Op) bool {
		if _, ok := structured.Of(op); !ok || err != nil {
			return err == nil
		}
		var r schedule.Record
		if r, err = schedule.Of(op); err == nil && !tiles.Continues(op) {
			r.Key = KeyOf(op)
			if e := file.Find(r.Key); e != nil {
				r.Fill(e.Schedule)
			}
			r.Set(op)
		}
		return false
	})
	return err
}

// KeyOf returns the key of the tile that begins with op (see [tiles.Of]). Tiles with equal nests
// have equal keys in every process.
func KeyOf(op *ir.Op) string {
	members := tiles.Of(op)
	inside := map[*ir.Value]bool{}
	var args []*ir.Value
	var types []ir.Type
	var constants []int64
	for _, m := range members {
		for v := range m.Operands() {
			if !inside[v] {
				if ir.Is[arith.Constant](v.Def()) {
					constants = append(constants, int64(len(args)))
				}
				inside[v] = true
				args, types = append(args, v), append(types, v.Type())
			}
		}
		for v := range m.Results() {
			inside[v] = true
		}
	}
	// The key is the hash of a function that contains the nests and has their operands as
	// arguments.
	f := fn.New(ir.NewBuilder(op.Registry()), "nest", types, nil)
	var m ir.Mapping
	for i, v := range args {
		m.Map(v, f.Entry().Arg(i))
	}
	b := ir.NewBuilder(op.Registry())
	b.AtEnd(f.Entry())
	for _, member := range members {
		c := b.Clone(member, &m)
		c.SetAttr(schedule.Attr, ir.Attr{})
		c.SetAttr(tiles.Attr, ir.Attr{})
	}
	f.Op.SetAttr("constants", ir.NewDenseI64(constants...))
	key := fmt.Sprintf("%016x", f.Op.Hash())
	f.Op.Erase()
	return key
}
