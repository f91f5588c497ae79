package graphapi

import (
	"container/list"
	"sync"
)

// cache maps the text of partitions to compiled partitions, and keeps the most recently used
// partitions. If several callers request the same text, one caller compiles and the other callers
// wait.
type cache struct {
	capacity int

	mu      sync.Mutex
	entries map[string]*list.Element
	order   list.List
	hits    int
}

type entry struct {
	key  string
	once sync.Once
	c    *Compiled
	err  error
}

func (c *cache) get(key string, build func() (*Compiled, error)) (*Compiled, error) {
	c.mu.Lock()
	el := c.entries[key]
	if el == nil {
		el = c.order.PushFront(&entry{key: key})
		c.entries[key] = el
	} else {
		c.hits++
		c.order.MoveToFront(el)
	}
	// A program that is removed from the cache can still be used by callers that hold it.
	for c.order.Len() > c.capacity {
		last := c.order.Back()
		delete(c.entries, last.Value.(*entry).key)
		c.order.Remove(last)
	}
	c.mu.Unlock()
	e := el.Value.(*entry)
	e.once.Do(func() { e.c, e.err = build() })
	return e.c, e.err
}

func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var first error
	for el := c.order.Front(); el != nil; el = el.Next() {
		if e := el.Value.(*entry); e.c != nil {
			if err := e.c.close(); err != nil && first == nil {
				first = err
			}
		}
	}
	c.order.Init()
	c.entries = map[string]*list.Element{}
	return first
}
