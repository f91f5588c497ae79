package passes

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Counters count actions by tag and forbid some of them, like the flag --mlir-debug-counter. A nil
// Counters forbids nothing. Counters are safe for concurrent use, but with several workers it is
// not deterministic which actions they forbid.
type Counters struct {
	mu  sync.Mutex
	all []counter
}

// counter counts the actions with a tag. It forbids the first skip actions, allows the next count
// actions, or all if count is -1, and forbids the rest.
type counter struct {
	tag               string
	seen, skip, count int64
}

// PassExecution is the tag of running a pass on an operation.
const PassExecution = "pass-execution"

// ParseCounters reads arguments such as "TAG-skip=2" and "TAG-count=3".
func ParseCounters(args []string) (*Counters, error) {
	c := &Counters{}
	for _, a := range args {
		name, text, ok := strings.Cut(a, "=")
		if !ok {
			return nil, fmt.Errorf("expected DebugCounter argument to have an `=` separating the counter name and value, but the provided argument was: `%s`", a)
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("expected DebugCounter counter value to be numeric, but got `%s`", text)
		}
		if tag, ok := strings.CutSuffix(name, "-skip"); ok {
			c.of(tag).skip = n
		} else if tag, ok := strings.CutSuffix(name, "-count"); ok {
			c.of(tag).count = n
		} else {
			return nil, fmt.Errorf("expected DebugCounter counter name to end with either `-skip` or `-count`, but got `%s`", name)
		}
	}
	return c, nil
}

// of returns the counter of a tag. Counters are in alphabetical order of their tags.
func (c *Counters) of(tag string) *counter {
	i := 0
	for i < len(c.all) && c.all[i].tag < tag {
		i++
	}
	if i == len(c.all) || c.all[i].tag != tag {
		c.all = append(c.all, counter{})
		copy(c.all[i+1:], c.all[i:])
		c.all[i] = counter{tag: tag, count: -1}
	}
	return &c.all[i]
}

// allows counts an action and reports whether it is allowed. Actions without a counter are allowed.
func (c *Counters) allows(tag string) bool {
	if c == nil {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.all {
		n := &c.all[i]
		if n.tag != tag {
			continue
		}
		n.seen++
		return n.seen > n.skip && (n.count < 0 || n.seen <= n.skip+n.count)
	}
	return true
}

// Write prints the counters as mlir-opt does.
func (c *Counters) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString("DebugCounter counters:\n")
	if c != nil {
		for _, n := range c.all {
			fmt.Fprintf(&b, "%-32s: {%d,%d,%d}\n", n.tag, n.seen, n.skip, n.count)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
