package affinity

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// answers has the answers of a device about the operations of a function. An answer whose field Op
// is nil means that the device gave no answer.
type answers struct {
	choices []irplace.Answer          // by choice; empty if there are no answers
	others  map[*ir.Op]irplace.Answer // about constants
}

func (s *answers) about(k int) irplace.Answer {
	if len(s.choices) == 0 {
		return irplace.Answer{}
	}
	return s.choices[k]
}

// put records the answer of device i about choice k.
func (a *asker) put(i, k int, x irplace.Answer) {
	if s := &a.answers[i]; len(s.choices) == 0 {
		s.choices = make([]irplace.Answer, len(a.choices))
	}
	a.answers[i].choices[k] = x
}

// adopt adds earlier answers of device i to its new answers, and replaces the new ones by them.
func (a *asker) adopt(i int, was answers) {
	for k, x := range was.choices {
		if x.Op != nil {
			a.put(i, k, x)
		}
	}
	for _, x := range was.others {
		a.record(i, x)
	}
}

// record records an answer of device i about a choice or a constant.
func (a *asker) record(i int, x irplace.Answer) {
	if k, ok := a.choiceOf(x.Op); ok {
		a.put(i, k, x)
		return
	}
	if a.answers[i].others == nil {
		a.answers[i].others = map[*ir.Op]irplace.Answer{}
	}
	a.answers[i].others[x.Op] = x
}

// answer returns the answer of device i about an operation.
func (a *asker) answer(i int, op *ir.Op) irplace.Answer {
	if k, ok := a.choiceOf(op); ok {
		return a.answers[i].about(k)
	}
	return a.answers[i].others[op]
}

// choiceOf returns the choice for op, if op has a choice.
func (a *asker) choiceOf(op *ir.Op) (int, bool) {
	if irplace.IsConstant(op) {
		return 0, false
	}
	if a.at == nil {
		a.at = make(map[*ir.Op]int32, len(a.choices))
		for k := range a.choices {
			a.at[a.choices[k].Op] = int32(k)
		}
	}
	k, ok := a.at[op]
	return int(k), ok
}

func (a *asker) opsOf(choices []int) []*ir.Op {
	ops := make([]*ir.Op, len(choices))
	for n, k := range choices {
		ops[n] = a.choices[k].Op
	}
	return ops
}
