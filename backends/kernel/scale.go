package kernel

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/elementary"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Scales describes the exponentials of f32 vectors in a kernel. If a processor has an instruction
// for Y·2ᴷ, such as VSCALEFPS, a target can use this instruction instead of a part of an
// exponential. Scales recognizes exponentials by their definition in ir/elementary.
type Scales struct {
	// Products has the last multiplication of each exponential. It computes Y·2ᴷ for a whole number
	// K, and rounds once.
	Products map[*Instr]Scale
	// An exponential rounds a number x to an integer as (x + s) - s, where a select chooses s from
	// two large numbers. Both numbers give the same integer. Shifts has these selects. The map has
	// true for a select if only the exponential uses s and x + s. A target can then omit the select
	// and use either number.
	Shifts map[*Instr]bool
}

// Scale is Y·2ᴷ. Y and K are vectors of f32.
type Scale struct{ Y, K ID }

// Scales finds the exponentials in k.
func (k *Kernel) Scales() (s Scales) {
	defs := map[ID]*Instr{}
	k.Body.Walk(func(in *Instr) {
		for _, r := range in.Results {
			defs[r] = in
		}
	})
	var exp, y, n *pattern
	k.Body.Walk(func(in *Instr) {
		if in.Code != kernelop.MulF || k.Type(in.Results[0]).Kind != tensor.F32 || k.Type(in.Results[0]).Lanes == 0 {
			return
		}
		if exp == nil {
			exp = elementary.Apply32(patterns{}, elementary.Exp, &pattern{}, nil)
			y = exp.args[0].args[0] // exp is (y·p)·m, where p·m = 2ⁿ
			n = y.args[1].args[0]   // y is q·r + 1, where r is n·c + s
			s = Scales{map[*Instr]Scale{}, map[*Instr]bool{}}
		}
		bound := map[*pattern]ID{}
		if exp.match(in.Results[0], defs, bound) {
			s.Products[in] = Scale{bound[y], bound[n]}
			sum, shift := bound[n.args[0]], bound[n.args[1]]
			s.Shifts[defs[shift]] = k.Uses[sum] == 2 && k.Uses[shift] == 2
		}
	})
	return s
}

// pattern is an expression. A pattern without a code matches any value.
type pattern struct {
	code kernelop.Code
	pred kernelop.Pred
	args []*pattern
	data []byte // data of a constant
}

// match reports whether the operations of p compute v. It records the values of p and of its
// subexpressions in the map "bound".
func (p *pattern) match(v ID, defs map[ID]*Instr, bound map[*pattern]ID) bool {
	if b, ok := bound[p]; ok {
		return b == v
	}
	if p.code != kernelop.Invalid {
		d := defs[v]
		if d == nil || d.Code != p.code || d.Pred != p.pred || len(d.Args) != len(p.args) || !slices.Equal(d.Data, p.data) {
			return false
		}
		for i, a := range p.args {
			if !a.match(d.Args[i], defs, bound) {
				return false
			}
		}
	}
	bound[p] = v
	return true
}

// patterns implements [elementary.Ops32] with patterns as values.
type patterns struct{}

func expression(c kernelop.Code, args ...*pattern) *pattern { return &pattern{code: c, args: args} }

func compared32(p kernelop.Pred, x, y *pattern) *pattern {
	return &pattern{code: kernelop.CmpF, pred: p, args: []*pattern{x, y}}
}

func literal32(v uint32) *pattern {
	return &pattern{code: kernelop.Const, data: binary.LittleEndian.AppendUint32(nil, v)}
}

func (patterns) F(c float64) *pattern             { return literal32(math.Float32bits(float32(c))) }
func (patterns) I(c int64) *pattern               { return literal32(uint32(c)) }
func (patterns) AddF(x, y *pattern) *pattern      { return expression(kernelop.AddF, x, y) }
func (patterns) SubF(x, y *pattern) *pattern      { return expression(kernelop.SubF, x, y) }
func (patterns) MulF(x, y *pattern) *pattern      { return expression(kernelop.MulF, x, y) }
func (patterns) DivF(x, y *pattern) *pattern      { return expression(kernelop.DivF, x, y) }
func (patterns) AbsF(x *pattern) *pattern         { return expression(kernelop.AbsF, x) }
func (patterns) Sqrt(x *pattern) *pattern         { return expression(kernelop.SqrtF, x) }
func (patterns) And(x, y *pattern) *pattern       { return expression(kernelop.AndI, x, y) }
func (patterns) Or(x, y *pattern) *pattern        { return expression(kernelop.OrI, x, y) }
func (patterns) Floor(x *pattern) *pattern        { return expression(kernelop.FloorF, x) }
func (patterns) RoundEven(x *pattern) *pattern    { return expression(kernelop.RoundEvenF, x) }
func (patterns) CopySign(x, s *pattern) *pattern  { return expression(kernelop.CopySign, x, s) }
func (patterns) FMA(x, y, z *pattern) *pattern    { return expression(kernelop.FMA, x, y, z) }
func (patterns) AddI(x, y *pattern) *pattern      { return expression(kernelop.AddI, x, y) }
func (patterns) SubI(x, y *pattern) *pattern      { return expression(kernelop.SubI, x, y) }
func (patterns) ShL(x, y *pattern) *pattern       { return expression(kernelop.ShLI, x, y) }
func (patterns) ShRS(x, y *pattern) *pattern      { return expression(kernelop.ShRSI, x, y) }
func (patterns) Bits(x *pattern) *pattern         { return expression(kernelop.Bitcast, x) }
func (patterns) Float(x *pattern) *pattern        { return expression(kernelop.Bitcast, x) }
func (patterns) Less(x, y *pattern) *pattern      { return compared32(kernelop.FOLT, x, y) }
func (patterns) Equal(x, y *pattern) *pattern     { return compared32(kernelop.FOEQ, x, y) }
func (patterns) IsNaN(x *pattern) *pattern        { return compared32(kernelop.FUNO, x, x) }
func (patterns) Select(c, t, f *pattern) *pattern { return expression(kernelop.Select, c, t, f) }
