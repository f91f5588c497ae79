package kernelverify

import "context"

// DefaultSteps is the default of Options.MaxSteps. A kernel that Lathe generates takes a few
// thousand steps.
const DefaultSteps = 20_000_000

// mostTerms is the largest number of terms of a form. Sums of more terms are treated as unknown.
const mostTerms = 128

// budget bounds the work on one module. The proof for a kernel can take time that is exponential in
// the length of its text.
type budget struct {
	ctx   context.Context
	left  int
	spent bool // nothing is left, or ctx is done: all later proofs fail
}

// spend takes n steps from the budget, and reports whether enough steps were left. From time to
// time, it also checks the context.
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

// chained is the cost of a recursive step from a value to its operands. It is high, so that the
// budget is exhausted before the stack.
const chained = 64
