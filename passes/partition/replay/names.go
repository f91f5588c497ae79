package replay

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// CheckNames compares the value names in f with the names in the program (the argument "names"). A
// different name is a warning: operations are identified by their ids, and values may have been
// renamed. It is an error if f gives an operation the name of another operation in the same
// function, and some other name in this function is correct. Then the values were not renamed, so
// the id or the name in f is a mistake. warn may be nil.
func (f *File) CheckNames(m ir.Module, names *asm.Names, warn func(*diag.Diagnostic)) error {
	var errs diag.List
	entries := irplace.Entries(m)
	for _, part := range f.funcs {
		i := slices.IndexFunc(entries, func(e fn.Func) bool { return e.SymName() == part.Name })
		if i < 0 {
			continue // Pin reports it
		}
		warnings, e := f.checkNames(part, entries[i], names)
		errs = append(errs, e...)
		if warn == nil {
			continue
		}
		for _, w := range warnings {
			warn(w)
		}
	}
	return errs.Err()
}

func (f *File) checkNames(part *function, e fn.Func, names *asm.Names) (warnings, errs diag.List) {
	byID, called := map[uint32]*ir.Op{}, map[string]*ir.Op{}
	for op := range e.Entry().Ops() {
		byID[op.ID()] = op
		if op.NumResults() > 0 {
			called[names.Op(op)] = op
		}
	}
	var wrong []*member
	right := 0
	for _, c := range part.Clusters {
		for _, m := range c.Ops {
			id, _ := m.id()
			switch op := byID[id]; {
			case m.Value == "" || op == nil:
			case op.NumResults() > 0 && names.Op(op) == m.Value:
				right++
			default:
				wrong = append(wrong, m)
			}
		}
	}
	for _, m := range wrong {
		id, _ := m.id()
		other := called[m.Value]
		if right > 0 && other != nil {
			errs = append(errs, f.at(m, "operation %s has the name %s in the program, but the name %s in the file; in the program, operation #%d has this name", m.ID, names.Op(byID[id]), m.Value, other.ID()).
				WithHelp("correct the id or the name; names may be left out"))
			continue
		}
		w := f.at(m, "operation %s has the name %s in the program, but the name %s in the file", m.ID, names.Op(byID[id]), m.Value)
		w.Severity = diag.Warning
		warnings = append(warnings, w.WithHelp("operations are found by their ids; correct the name, or leave it out"))
	}
	const most = 3
	if n := len(warnings) - most; n > 0 {
		warnings = warnings[:most]
		warnings[most-1].WithHelp(fmt.Sprintf("%d more operations of @%s have other names than in the program", n, part.Name))
	}
	return warnings, errs
}
