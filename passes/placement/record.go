package placement

import "slices"

// Record is a Logger that stores all notes compactly: 16 bytes for a note, and four for each
// cluster on a path.
type Record struct {
	// If Stepwise is set, the steps of the search are appended to Steps.
	Stepwise bool
	Steps    []SearchStep
	notes    []recorded
	paths    []int32
}

// SearchStep is one step of a search.
type SearchStep struct {
	What string // such as "merge"
	Node int32
}

// Step implements [Stepper].
func (r *Record) Step(what string, node int32) {
	if r.Stepwise {
		r.Steps = append(r.Steps, SearchStep{what, node})
	}
}

type recorded struct {
	a, b int32
	end  int32 // end of the note's path in the field paths
	why  Reason
	// refused is false for a merge.
	refused bool
}

// Note is one decision of a Record.
type Note struct {
	A, B    int32
	Refused bool
	Why     Reason
	Path    []int32 // must not be changed
}

// Reset removes all notes, and allocates room for the given number of notes.
func (r *Record) Reset(notes int) {
	r.notes, r.paths = slices.Grow(r.notes[:0], notes), r.paths[:0]
}

// Merged implements [Logger].
func (r *Record) Merged(a, b int32) {
	r.notes = append(r.notes, recorded{a: a, b: b, end: int32(len(r.paths))})
}

// Refused implements [Logger].
func (r *Record) Refused(a, b int32, why Reason, path []int32) {
	r.paths = append(r.paths, path...)
	r.notes = append(r.notes, recorded{a, b, int32(len(r.paths)), why, true})
}

// Len returns the number of notes.
func (r *Record) Len() int { return len(r.notes) }

// At returns note i, in the order of recording.
func (r *Record) At(i int) Note {
	n, start := r.notes[i], int32(0)
	if i > 0 {
		start = r.notes[i-1].end
	}
	return Note{n.a, n.b, n.refused, n.why, r.paths[start:n.end]}
}

// Replay passes all notes to log, with node v renumbered to order[v]. If log is a Record without
// notes, log takes over the notes of r, and r has no notes afterwards. Steps are not passed.
func (r *Record) Replay(order []int32, log Logger) {
	if into, ok := log.(*Record); ok && into.Len() == 0 {
		for i, v := range r.paths {
			r.paths[i] = order[v]
		}
		for i := range r.notes {
			n := &r.notes[i]
			n.a, n.b = order[n.a], order[n.b]
		}
		into.notes, into.paths, r.notes, r.paths = r.notes, r.paths, nil, nil
		return
	}
	var path []int32
	for i := range r.notes {
		n := r.At(i)
		if !n.Refused {
			log.Merged(order[n.A], order[n.B])
			continue
		}
		path = path[:0]
		for _, v := range n.Path {
			path = append(path, order[v])
		}
		log.Refused(order[n.A], order[n.B], n.Why, path)
	}
}
