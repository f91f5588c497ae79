// Package decision implements the decision log: an ordered list of all changes of a program, and of
// changes that were considered and refused.
//
// The order is deterministic: entry n is the same in every run on the same input, for any number of
// workers. Passes that run in parallel fork the log, one fork for each function, and the pass
// manager joins the forks in the order of the functions.
package decision

import (
	"fmt"
	"iter"
	"slices"
)

// Kind is the kind of an entry.
type Kind uint8

// The kinds. JSON and reports contain the results of String.
const (
	Pattern Kind = iota // a rewrite pattern was applied
	Fold                // an operation was replaced by a value or constant
	Erase               // an operation was removed
	CSE                 // an operation was replaced by an equal operation
	Fuse                // operations were put into one fusion group
	Merge               // two clusters became one; a cluster is a set of operations for one device
	Place               // an operation was placed on a device
	Cluster             // a cluster was formed
	Copy                // a copy between devices was inserted
	Kernel              // a kernel was chosen for an operation or group
	Inline              // a call was replaced by its callee's body
	Move                // an operation was moved
)

// String returns the kind as it is printed, such as "pattern".
func (k Kind) String() string {
	switch k {
	case Pattern:
		return "pattern"
	case Fold:
		return "fold"
	case Erase:
		return "erase"
	case CSE:
		return "cse"
	case Fuse:
		return "fuse"
	case Merge:
		return "merge"
	case Place:
		return "place"
	case Cluster:
		return "cluster"
	case Copy:
		return "copy"
	case Kernel:
		return "kernel"
	case Inline:
		return "inline"
	case Move:
		return "move"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Entry is one step, which was taken or refused.
type Entry struct {
	Kind    Kind
	Rule    string   // the rule that decided, such as "arith.addZero" or "fusion"
	Ops     []uint32 // ids of the operations that the step concerns, the main operation first
	Device  string   // the device that the step concerns, if any
	Reason  string   // for people: "x + 0 → x", "would close a cycle of the clusters of %3 → %7 → %4"
	Refused bool     // the step was considered and not taken
}

// Log is a decision log. A nil *Log records nothing and allows everything. A Log is not safe for
// concurrent use; parallel work uses forks.
type Log struct {
	entries    []Entry
	taken      int // number of entries that are not refusals
	limit      int // number of steps that may be taken; negative: no limit
	suppressed int // number of entries, including refusals, that were not recorded because of the limit
}

// New returns an empty log without a limit.
func New() *Log { return &Log{limit: -1} }

// Limit allows only the first n steps of the log, not counting refusals. If n is negative, all
// steps are allowed. With a limit, a bisection can find the step that breaks a program.
func (l *Log) Limit(n int) {
	if l == nil {
		return
	}
	l.limit = n
}

// Limited reports whether there is a limit. With a limit, forks must be used one at a time, because
// each step reduces the number of remaining steps.
func (l *Log) Limited() bool { return l != nil && l.limit >= 0 }

// Add records the next step and reports whether the caller may take it. If the limit is reached,
// Add records nothing and returns false, and the caller must not change the program. The caller can
// ignore the result if the step is a refusal. The log retains e.Ops.
func (l *Log) Add(e Entry) bool {
	if l == nil {
		return true
	}
	if l.limit >= 0 && l.taken >= l.limit {
		// After the limit, refusals are not recorded either, because they are not part of the
		// program's history.
		l.suppressed++
		return false
	}
	if !e.Refused {
		l.taken++
	}
	l.entries = append(l.entries, e)
	return true
}

// Allows reports whether Add would allow one more step. Callers check it before they build an
// expensive entry.
func (l *Log) Allows() bool {
	return l == nil || l.limit < 0 || l.taken < l.limit
}

// Recording reports whether entries are recorded. If not, callers need not format reasons.
func (l *Log) Recording() bool { return l != nil }

// Entries returns the entries in order. The caller must not change them.
func (l *Log) Entries() []Entry {
	if l == nil {
		return nil
	}
	return l.entries[:len(l.entries):len(l.entries)]
}

// Len returns the number of entries.
func (l *Log) Len() int {
	if l == nil {
		return 0
	}
	return len(l.entries)
}

// Taken returns the number of steps that were taken. Limit limits this number.
func (l *Log) Taken() int {
	if l == nil {
		return 0
	}
	return l.taken
}

// Suppressed returns the number of entries, including refusals, that were not recorded because of
// the limit.
func (l *Log) Suppressed() int {
	if l == nil {
		return 0
	}
	return l.suppressed
}

// Fork returns an empty log for a part of parallel work, or nil if l is nil. The fork of a limited
// log may use the whole remaining limit: see Limited.
func (l *Log) Fork() *Log {
	if l == nil {
		return nil
	}
	f := New()
	if l.limit >= 0 {
		f.limit = max(l.limit-l.taken, 0)
	}
	return f
}

// Join appends the entries of forks, in the given order, and empties the forks. It panics if the
// forks together took more steps than the limit allows.
func (l *Log) Join(forks ...*Log) {
	if l == nil {
		return
	}
	for _, f := range forks {
		if f == nil {
			continue
		}
		l.entries = append(l.entries, f.entries...)
		l.taken += f.taken
		l.suppressed += f.suppressed
		*f = Log{limit: f.limit}
	}
	if l.limit >= 0 && l.taken > l.limit {
		panic("decision: BUG: forks of a limited log ran concurrently")
	}
}

// About returns the entries that concern the operation with id op, in order.
func (l *Log) About(op uint32) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, e := range l.Entries() {
			if slices.Contains(e.Ops, op) && !yield(e) {
				return
			}
		}
	}
}
