package ir

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

// TestInternForgets fills an interner from several goroutines, with single keys and with lists, and
// drops most representatives. The interner must forget these. Only chunks that are being filled, or
// that contain a representative in use, may remain.
func TestInternForgets(t *testing.T) {
	var in interner[attrRep]
	text := func(i int) string {
		key := fmt.Sprint("key", i)
		if i%100 == 0 {
			key = strings.Repeat(key, 100)
		}
		return key
	}
	made := func(i int) *attrRep {
		return in.get([]byte(text(i)), func(key string) attrRep { return attrRep{text: key} })
	}
	const count = 10_000
	all := make([][]*attrRep, 4)
	var wg sync.WaitGroup
	for g := range all {
		wg.Go(func() {
			if g%2 == 1 {
				in.getAll(count, func(i int, to []byte) []byte { return append(to, text(i)...) },
					func(_ int, key string) attrRep { return attrRep{text: key} },
					func(_ int, rep *attrRep) { all[g] = append(all[g], rep) })
				return
			}
			for i := range count {
				all[g] = append(all[g], made(i))
			}
		})
	}
	wg.Wait()
	for i := range count {
		for g := range all {
			if all[g][i] != all[0][i] || all[g][i].text != text(i) {
				t.Fatalf("key %d has two representatives, or the representative of another key: %q", i, all[g][i].text)
			}
		}
	}
	kept := map[int]*attrRep{}
	for i := 0; i < count; i += 97 {
		kept[i] = all[0][i]
	}
	clear(all)
	most := (len(in.shards) + 1 + len(kept)) * chunkLen
	left := 0
	for range 100 {
		runtime.GC()
		left = 0
		for i := range in.shards {
			s := &in.shards[i]
			s.mu.Lock()
			left += s.count
			s.mu.Unlock()
		}
		if left <= most {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left > most {
		t.Errorf("%d keys are left in the interner, expected at most %d", left, most)
	}
	for i, rep := range kept {
		if made(i) != rep {
			t.Errorf("the interner forgot key %d, which is in use", i)
		}
	}
	runtime.KeepAlive(kept)
}

// TestNewStrings creates many strings together, some repeated, long or with escapes. Each attribute
// must be the attribute that NewString returns for the same text.
func TestNewStrings(t *testing.T) {
	var texts []string
	for i := range 1000 {
		texts = append(texts, fmt.Sprintf("s%d", i%700), strings.Repeat("long ", i%40*20), fmt.Sprintf("\"%d\"\n\x00é", i))
	}
	for i, a := range NewStrings(texts) {
		if got, ok := a.Str(); !ok || got != texts[i] || a != NewString(texts[i]) || a.String() != NewString(texts[i]).String() {
			t.Fatalf("the attribute of %q is %s with the value %q", texts[i], a, got)
		}
	}
	if n := len(NewStrings(nil)); n != 0 {
		t.Errorf("NewStrings without texts returned %d attributes", n)
	}
}

// TestStringsKeepNothing overwrites the text from which strings were created. The strings must not
// change, with or without escapes.
func TestStringsKeepNothing(t *testing.T) {
	const want = "plain é quoted\" next plain\x00"
	text := []byte(want)
	s := unsafe.String(&text[0], len(text))
	parts := strings.SplitAfter(s, " ")
	all := append(NewStrings(parts), NewString(s))
	for i := range text {
		text[i] = 'Z'
	}
	got := ""
	for _, a := range all[:len(parts)] {
		p, _ := a.Str()
		got += p
	}
	if whole, _ := all[len(parts)].Str(); got != want || whole != want {
		t.Errorf("got %q and %q, expected %q for both", got, whole, want)
	}
}

// TestStringsMemory creates short strings together with long strings and keeps only the short
// strings. The memory of the long strings must be freed.
func TestStringsMemory(t *testing.T) {
	const count, long = 64, 1 << 20
	var kept []Attr
	for i := range count {
		texts := []string{fmt.Sprint("short", i), fmt.Sprint(strings.Repeat("x", long), i), fmt.Sprint(strings.Repeat("é", long/2), i)}
		kept = append(kept, NewStrings(texts)[0])
	}
	live := uint64(0)
	for range 100 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if live = m.HeapAlloc; live < count*long/4 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if live >= count*long/4 {
		t.Errorf("%d MiB are in use, expected less than %d MiB", live>>20, count*long/4>>20)
	}
	runtime.KeepAlive(kept)
}

// BenchmarkStrings creates a million new strings, one by one and in lists.
func BenchmarkStrings(b *testing.B) {
	const count = 1_000_000
	texts := make([]string, count)
	round := 0
	next := func(b *testing.B) {
		b.StopTimer()
		round++
		for i := range texts {
			texts[i] = fmt.Sprintf("s%d_%d", round, i)
		}
		b.StartTimer()
	}
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			next(b)
			all := make([]Attr, count)
			for i, s := range texts {
				all[i] = NewString(s)
			}
		}
	})
	b.Run("many", func(b *testing.B) {
		for b.Loop() {
			next(b)
			NewStrings(texts)
		}
	})
}
