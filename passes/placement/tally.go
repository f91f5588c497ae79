package placement

// Tally is the memory of a set of nodes that grows and shrinks. Each change takes time
// proportional to the edges of its node. The field Peak is not maintained.
type Tally struct {
	Memory
	g      *Graph
	inside map[int32]bool
	reads  map[int32]int // by value: number of readers in the set
	consts map[int32]int // by constant
	inputs map[int32]int // by input of the graph
	keeps  map[int32]int // by constant nested in nodes (see [Builder].Hidden)
}

// NewTally returns the tally of the empty set.
func NewTally(g *Graph) *Tally {
	return &Tally{g: g, inside: map[int32]bool{}, reads: map[int32]int{}, consts: map[int32]int{}, inputs: map[int32]int{}, keeps: map[int32]int{}}
}

// Reset empties the set.
func (t *Tally) Reset() {
	clear(t.inside)
	clear(t.reads)
	clear(t.consts)
	clear(t.inputs)
	clear(t.keeps)
	t.Memory = Memory{Contexts: t.Contexts}
}

// Add adds v, which is not in the set.
func (t *Tally) Add(v int32) {
	for _, value := range t.g.Reads(v) {
		t.read(value, 1)
	}
	t.inside[v] = true
	for _, value := range t.g.Values(v) {
		if t.reads[value] > 0 {
			t.comesIn(value, -1)
		}
		t.Out += t.leaving(value)
	}
	t.storage(v, 1)
}

// Drop removes v from the set.
func (t *Tally) Drop(v int32) {
	t.storage(v, -1)
	for _, value := range t.g.Values(v) {
		t.Out -= t.leaving(value)
		if t.reads[value] > 0 {
			t.comesIn(value, 1)
		}
	}
	delete(t.inside, v)
	for _, value := range t.g.Reads(v) {
		t.read(value, -1)
	}
}

// read adds or removes one reader of a value.
func (t *Tally) read(value int32, by int) {
	maker := t.g.maker[value]
	switch {
	case t.g.IsConstant(maker):
		return
	case t.inside[maker]:
		t.Out -= t.leaving(value)
		t.count(t.reads, value, by)
		t.Out += t.leaving(value)
		return
	}
	if t.count(t.reads, value, by) {
		t.comesIn(value, by)
	}
}

// count adds "by" to counts[key], and reports whether counts[key] changed from or to zero.
func (t *Tally) count(counts map[int32]int, key int32, by int) (turned bool) {
	n := counts[key] + by
	if n == 0 {
		delete(counts, key)
		return true
	}
	counts[key] = n
	return n == by
}

func (t *Tally) comesIn(value int32, by int) {
	t.In += int64(by) * t.g.bytes[value]
	t.Inputs += by
	t.Peers += by
}

// leaving returns the bytes that a value of the set adds to Out. Its size counts once for each time
// that the function returns it, and once if a node outside the set reads it.
func (t *Tally) leaving(value int32) int64 {
	n := t.g.Returns(value)
	if len(t.g.Users(value)) > t.reads[value] {
		n++
	}
	return int64(n) * t.g.bytes[value]
}

// storage counts the constants and inputs that v uses.
func (t *Tally) storage(v int32, by int) {
	for _, c := range t.g.Consts(v) {
		if !t.count(t.consts, c, by) || t.g.Flags[c]&Weightless != 0 {
			continue
		}
		for _, value := range t.g.Values(c) {
			t.Constants += int64(by) * t.g.bytes[value]
		}
	}
	for _, i := range t.g.Keeps(v) {
		if t.count(t.keeps, i, by) {
			t.Constants += int64(by) * t.g.hidden[i]
		}
	}
	for _, i := range t.g.Inputs(v) {
		if !t.count(t.inputs, i, by) {
			continue
		}
		in := t.g.input[i]
		if in.Static {
			t.Constants += int64(by) * in.Bytes
			t.Deferred += int64(by) * in.Bytes
			continue
		}
		t.In += int64(by) * in.Bytes
		t.Inputs += by
	}
}
