package ir

// numberUser numbers an operation without results, for comments that list users. As in MLIR, values
// use the same counter.
func (w *Writer) numberUser(op *Op, c *counters) {
	if !w.Opts.ValueUsers {
		return
	}
	if w.userIDs == nil {
		w.userIDs = map[*Op]uint32{}
	}
	w.userIDs[op] = c.value
	c.value++
}

// resultUsers writes the comment of --mlir-print-value-users after op. The comment lists the users
// of op's results, as in "// users: %1, %2". If op has operands but no results, the comment is the
// number of op, as in "// id: %3".
func (w *Writer) resultUsers(op *Op) {
	switch {
	case op.nResults == 0 && op.nOperands == 0:
		return
	case op.nResults == 0:
		w.Str(" // id: ")
		w.userID(op)
		return
	case op.Unused():
		w.Str(" // unused")
		return
	}
	w.Str(" // user")
	if op.nResults > 1 || !op.Result().hasPlainUser() {
		w.Byte('s')
	}
	w.Str(": ")
	if op.nResults == 1 {
		w.users(op.ResultAt(0))
		return
	}
	for i := range op.resultSlice() {
		if i > 0 {
			w.Str(", ")
		}
		w.Byte('(')
		w.users(op.ResultAt(i))
		w.Byte(')')
	}
}

// hasPlainUser reports whether exactly one operation uses v, and has at most one result.
func (v *Value) hasPlainUser() bool {
	var user *Op
	for u := range v.Uses() {
		if user != nil && u.owner != user {
			return false
		}
		user = u.owner
	}
	return user != nil && user.nResults <= 1
}

// argUsers writes a line that lists the users of a block argument.
func (w *Writer) argUsers(a *Value) {
	w.Indent()
	w.Str("// ")
	w.Value(a)
	w.Str(" is ")
	if a.HasUses() {
		w.Str("used by ")
	}
	w.users(a)
	w.Byte('\n')
}

// users writes the operations that use v, without repetitions.
func (w *Writer) users(v *Value) {
	if !v.HasUses() {
		w.Str("unused")
		return
	}
	said := map[*Op]bool{}
	for u := range v.Uses() {
		op := u.owner
		if said[op] {
			continue
		}
		if len(said) > 0 {
			w.Str(", ")
		}
		said[op] = true
		if op.nResults == 0 {
			w.userID(op)
			continue
		}
		for r := range op.resultSlice() {
			if r > 0 {
				w.Str(", ")
			}
			w.Value(op.ResultAt(r))
		}
	}
}

func (w *Writer) userID(op *Op) {
	if id, ok := w.userIDs[op]; ok {
		w.buf = appendNumber(w.buf, '%', id)
		return
	}
	w.Str("<<UNKNOWN OPERATION>>")
}
