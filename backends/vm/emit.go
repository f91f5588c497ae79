package vm

import (
	"encoding/binary"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (c *compiler) block(b *kernel.Block) {
	if b == nil {
		return
	}
	for _, in := range b.Code {
		if c.absorbed[in] || in.Code == kernelop.Const || in.Code == kernelop.Prefetch {
			continue
		}
		switch in.Code {
		case kernelop.For:
			c.loop(in)
		case kernelop.If:
			c.branch(in)
		default:
			c.emit(c.instr(in))
		}
	}
}

func (c *compiler) emit(i instr) int {
	c.out.instrs = append(c.out.instrs, i)
	return len(c.out.instrs) - 1
}

// target makes the next instruction the target of the jump with the given index.
func (c *compiler) target(jump int) { c.out.instrs[jump].target = int32(len(c.out.instrs)) }

func (c *compiler) loop(in *kernel.Instr) {
	body := in.Blocks[0]
	for i := range in.Results {
		c.move(body.Args[i+1], in.Args[i+3])
	}
	step := int64(binary.LittleEndian.Uint64(c.out.consts[in.Args[2]]))
	iv, bound := int32(body.Args[0]), int32(in.Args[1])
	enter := c.emit(instr{control: enterLoop, d: iv, a: int32(in.Args[0]), b: bound})
	first := int32(len(c.out.instrs))
	c.block(body)
	c.moveAll(body.Args[1:], body.Yield)
	c.emit(instr{control: nextLoop, d: iv, b: bound, imm: step, target: first})
	c.target(enter)
}

func (c *compiler) branch(in *kernel.Instr) {
	skip := c.emit(instr{control: jumpIfNot, a: int32(in.Args[0])})
	c.block(in.Blocks[0])
	if in.Blocks[0] != nil {
		c.moveAll(in.Results, in.Blocks[0].Yield)
	}
	if in.Blocks[1] == nil || len(in.Blocks[1].Code) == 0 && len(in.Results) == 0 {
		c.target(skip)
		return
	}
	end := c.emit(instr{control: jump})
	c.target(skip)
	c.block(in.Blocks[1])
	c.moveAll(in.Results, in.Blocks[1].Yield)
	c.target(end)
}

// moveAll copies each value from[i] to the value to[i], as if all at once. A source that is also a
// destination is first copied to a temporary.
func (c *compiler) moveAll(to, from []kernel.ID) {
	written := map[kernel.ID]bool{}
	for _, d := range to {
		written[c.find(d)] = true
	}
	src := append([]kernel.ID(nil), from...)
	for i, v := range from {
		if c.find(v) != c.find(to[i]) && written[c.find(v)] {
			src[i] = c.temporary(v)
			c.copy(src[i], v, v)
		}
	}
	for i, d := range to {
		if src[i] != from[i] {
			c.copy(d, src[i], d)
		} else {
			c.move(d, src[i])
		}
	}
}

// move copies v to d if they do not share memory.
func (c *compiler) move(d, v kernel.ID) {
	if c.find(d) != c.find(v) {
		c.copy(d, v, d)
	}
}

// copy copies v to d. The value "like" has the type of the copy.
func (c *compiler) copy(d, v, like kernel.ID) {
	t := c.k.Type(like)
	c.emit(instr{
		run: bySize(t.Kind, copyOf[uint8], copyOf[uint16], copyOf[uint32], copyOf[uint64]),
		d:   int32(d), a: int32(v), n: t.N(),
	})
}

// instr returns the instruction of the machine for a straight-line instruction of the kernel.
func (c *compiler) instr(in *kernel.Instr) instr {
	i := instr{imm: int64(in.Pos), n: 1}
	for j, v := range c.operands(in) {
		switch j {
		case 0:
			i.a = int32(v)
		case 1:
			i.b = int32(v)
		case 2:
			i.c = int32(v)
		}
	}
	if len(in.Results) > 0 {
		i.d = int32(in.Results[0])
		i.n = c.k.Type(in.Results[0]).N()
	}
	if in.Code.Family() == kernelop.Memory {
		c.memory(&i, in)
		return i
	}
	if i.run = c.action(&i, in); i.run == nil {
		c.fail(in, "of element type %s is not supported by 'vm'", c.k.Type(in.Args[0]).Kind)
	}
	return i
}

// action returns the action of an instruction, and sets the fields of i that the action needs. It
// returns nil if there is no action.
func (c *compiler) action(i *instr, in *kernel.Instr) action {
	if f, ok := c.fused[in]; ok {
		return f.run
	}
	var from, to kernel.Type
	if len(in.Args) > 0 {
		from = c.k.Type(in.Args[0])
	}
	to = c.k.Type(in.Results[0])
	switch in.Code.Family() {
	case kernelop.Compares:
		return compare(i, in, from.Kind)
	case kernelop.Selects:
		if from.Lanes == 0 && to.Lanes > 0 {
			return bySize(to.Kind, chooseAll[uint8], chooseAll[uint16], chooseAll[uint32], chooseAll[uint64])
		}
		return bySize(to.Kind, choose[uint8], choose[uint16], choose[uint32], choose[uint64])
	case kernelop.LaneMoves:
		return lanes(in, to.Kind)
	case kernelop.Casts:
		return castAction(in.Code, from.Kind, to.Kind)
	case kernelop.FloatMath, kernelop.FloatExtreme:
		return floatAction(in.Code, from.Kind)
	case kernelop.IntMath:
		return intAction(in.Code, from.Kind)
	}
	return nil
}

// compare returns the action of a comparison, whose operands it may exchange.
func compare(i *instr, in *kernel.Instr, k tensor.Kind) action {
	p, flipped := flip(in.Code, in.Pred)
	if flipped {
		i.a, i.b = i.b, i.a
	}
	if in.Code == kernelop.CmpI {
		return compareInts(p, k)
	}
	return compareFloats(p, k)
}

// lanes returns the action of an instruction that creates a vector from indices or scalars, or
// moves lanes.
func lanes(in *kernel.Instr, k tensor.Kind) action {
	switch {
	case in.Code == kernelop.StepVec:
		return steps
	case in.Code == kernelop.CreateMask:
		return createMask
	case in.Code == kernelop.Shuffle:
		return bySize(k, shuffle[uint8](in.Lanes), shuffle[uint16](in.Lanes), shuffle[uint32](in.Lanes), shuffle[uint64](in.Lanes))
	case in.Code == kernelop.Broadcast:
		return bySize(k, broadcast[uint8], broadcast[uint16], broadcast[uint32], broadcast[uint64])
	case in.Code == kernelop.Extract && len(in.Args) == 1:
		return bySize(k, extract[uint8], extract[uint16], extract[uint32], extract[uint64])
	case in.Code == kernelop.Extract:
		return bySize(k, extractAt[uint8], extractAt[uint16], extractAt[uint32], extractAt[uint64])
	case len(in.Args) == 2:
		return bySize(k, insert[uint8], insert[uint16], insert[uint32], insert[uint64])
	}
	return bySize(k, insertAt[uint8], insertAt[uint16], insertAt[uint32], insertAt[uint64])
}

func (c *compiler) memory(i *instr, in *kernel.Instr) {
	k := c.k.Params[in.Param].Kind
	size := int64(k.Size())
	i.param, i.imm = int32(in.Param), in.Addr.Base*size
	switch in.Code { // the value can be a word of 32 bits, although the buffer has bytes
	case kernelop.Load:
		k = c.k.Type(in.Results[0]).Kind
	case kernelop.Store:
		k = c.k.Type(in.Args[0]).Kind
	}
	for _, t := range in.Addr.Terms {
		i.terms = append(i.terms, term{int32(t.Value), t.Coeff * size})
	}
	switch in.Code {
	case kernelop.Load:
		switch {
		case c.refers(in):
			i.run = refer
		case i.n == 1:
			i.run = bySize(k, loadOne[uint8], loadOne[uint16], loadOne[uint32], loadOne[uint64])
		default:
			i.run = bySize(k, load[uint8], load[uint16], load[uint32], load[uint64])
		}
	case kernelop.Store:
		i.n = c.k.Type(in.Args[0]).N()
		i.run = bySize(k, store[uint8], store[uint16], store[uint32], store[uint64])
		if i.n == 1 {
			i.run = bySize(k, storeOne[uint8], storeOne[uint16], storeOne[uint32], storeOne[uint64])
		}
	case kernelop.Gather:
		i.run = bySize(k, gather[uint8], gather[uint16], gather[uint32], gather[uint64])
	case kernelop.MaskedLoad:
		i.run = bySize(k, maskedLoad[uint8], maskedLoad[uint16], maskedLoad[uint32], maskedLoad[uint64])
	case kernelop.MaskedStore:
		i.n = c.k.Type(in.Args[1]).N()
		i.run = bySize(k, maskedStore[uint8], maskedStore[uint16], maskedStore[uint32], maskedStore[uint64])
	}
	if k == tensor.I1 && len(in.Results) > 0 {
		i.run = truths(i.run)
	}
}
