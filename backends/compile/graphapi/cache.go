package graphapi

import (
	"container/list"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lathe-ir/lathe/backends/compile"
)

// cache maps the keys of partitions to compiled partitions, and keeps the most recently used ones.
// If several callers request the same key, one caller compiles and the other callers wait.
type cache struct {
	capacity    int
	executables *executables

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
	c.order.Init()
	c.entries = map[string]*list.Element{}
	return c.executables.close()
}

// executables has the executables that are not closed, in the order of their compilation. It must
// not refer to a Compiled, which must become unreachable when neither the cache nor a caller holds
// it.
type executables struct {
	mu   sync.Mutex
	open []*compile.Executable
}

// add adds the executables of c. They are closed by close, or after c becomes unreachable.
func (e *executables) add(c *Compiled) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, x := range []*compile.Executable{c.x, c.before} {
		if x != nil {
			e.open = append(e.open, x)
			runtime.AddCleanup(c, e.release, x)
		}
	}
}

// release closes x, which close may have closed before.
func (e *executables) release(x *compile.Executable) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open = slices.DeleteFunc(e.open, func(o *compile.Executable) bool { return o == x })
	_ = x.Close() // no caller waits for the error
}

func (e *executables) close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var errs []error
	for _, x := range e.open {
		errs = append(errs, x.Close())
	}
	e.open = nil
	return errors.Join(errs...)
}
