package ir

// Interned calls f with the content of each interned type and attribute.
func Interned(f func(content any)) {
	for i := range types.shards {
		eachRep(&types.shards[i], func(r *typeRep) { f(r.data) })
	}
	for i := range attrs.shards {
		eachRep(&attrs.shards[i], func(r *attrRep) { f(r.data) })
	}
}

func eachRep[T any](s *shard[T], f func(*T)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, tag := range s.tags {
		if tag != 0 {
			if r := s.rep(s.slots[i].rep); r != nil {
				f(r)
			}
		}
	}
}
