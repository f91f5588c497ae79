package ir

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestInternForgets fills an interner from several goroutines, drops everything, and
// waits until it has forgotten all but what is in use, and what shares a chunk with that or
// stands in the chunks that are being filled.
func TestInternForgets(t *testing.T) {
	var in interner[attrRep]
	made := func(i int) *attrRep {
		key := fmt.Sprint("key", i)
		if i%100 == 0 {
			key = strings.Repeat(key, 100)
		}
		return in.get([]byte(key), func(key string) attrRep { return attrRep{text: key} })
	}
	const count = 10_000
	all := make([][]*attrRep, 4)
	var wg sync.WaitGroup
	for g := range all {
		wg.Go(func() {
			for i := range count {
				all[g] = append(all[g], made(i))
			}
		})
	}
	wg.Wait()
	for i := range count {
		for g := range all {
			if all[g][i] != all[0][i] {
				t.Fatalf("key %d has two representatives", i)
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
		t.Errorf("%d keys are left", left)
	}
	for i, rep := range kept {
		if made(i) != rep {
			t.Errorf("key %d is in use and was forgotten", i)
		}
	}
	runtime.KeepAlive(kept)
}
