package kernelverify

import "context"

// DefaultSteps is the default of Options.Steps. Kernels that Lathe lowers take some
// thousands of steps each.
const DefaultSteps = 20_000_000

// mostTerms bounds the summands of a form. Sums of more are not followed.
const mostTerms = 128

// budget bounds the work on one module. Text can describe kernels whose proof takes
// time that is exponential in their length.
type budget struct {
	ctx   context.Context
	left  int
	spent bool // nothing is left, or ctx is done: proofs fail from then on
}

// spend takes n steps and reports whether they were left. It polls the context now and
// then.
func (b *budget) spend(n int) bool {
	if b == nil {
		return true
	}
	const poll = 1 << 12
	before := b.left
	b.left -= n
	if b.left < 0 || before/poll != b.left/poll && b.ctx.Err() != nil {
		b.spent = true
	}
	return !b.spent
}

// chained is the cost of following a value to its operands. It is high since these searches are
// recursive: a budget is spent before the stack is.
const chained = 64
