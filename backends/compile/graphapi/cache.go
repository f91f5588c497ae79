package graphapi

import (
	"container/list"
	"context"
	"sync"
	"sync/atomic"
)

// cache maps the text of partitions to compiled partitions, and keeps the most recently used
// partitions. If several callers request the same text, one caller compiles and the other callers
// wait.
type cache struct {
	capacity int

	mu      sync.Mutex
	entries map[string]*list.Element
	order   list.List
	hits    atomic.Int64
}

type entry struct {
	key      string
	compiled lazy[*Compiled]
}

func (c *cache) get(ctx context.Context, key string, build func() (*Compiled, error)) (*Compiled, error) {
	c.mu.Lock()
	el := c.entries[key]
	if el == nil {
		el = c.order.PushFront(&entry{key: key, compiled: newLazy[*Compiled]()})
		c.entries[key] = el
	} else {
		c.order.MoveToFront(el)
	}
	// A partition that is removed from the cache can still be used by callers that hold it.
	for c.order.Len() > c.capacity {
		last := c.order.Back()
		delete(c.entries, last.Value.(*entry).key)
		c.order.Remove(last)
	}
	c.mu.Unlock()
	compiled, found, err := el.Value.(*entry).compiled.get(ctx, build)
	if found {
		c.hits.Add(1)
	}
	return compiled, err
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var first error
	for el := c.order.Front(); el != nil; el = el.Next() {
		if compiled, ok := el.Value.(*entry).compiled.known(); ok {
			if err := compiled.close(); err != nil && first == nil {
				first = err
			}
		}
	}
	c.order.Init()
	c.entries = map[string]*list.Element{}
	return first
}
