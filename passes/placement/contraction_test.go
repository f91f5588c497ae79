package placement

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestContractionAgreesWithClosure checks random sequences of merges. Merge must succeed if and
// only if the merged quotient is acyclic. If it fails, the path that Refusal returns must exist.
// The order must stay topological.
func TestContractionAgreesWithClosure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 24).Draw(t, "nodes")
		var b Builder
		for range n {
			b.Node(Node{})
		}
		for range rapid.IntRange(1, 3*n).Draw(t, "edges") {
			u := rapid.IntRange(0, n-2).Draw(t, "from")
			b.Order(int32(u), int32(rapid.IntRange(u+1, n-1).Draw(t, "to")))
		}
		g, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		c := NewContraction(g)
		of := make([]int32, n)
		for v := range of {
			of[v] = int32(v)
		}
		for range 2 * n {
			x := c.Find(int32(rapid.IntRange(0, n-1).Draw(t, "x")))
			y := c.Find(int32(rapid.IntRange(0, n-1).Draw(t, "y")))
			if x == y {
				continue
			}
			try := slices.Clone(of)
			for v, k := range try {
				if k == of[y] {
					try[v] = of[x]
				}
			}
			p := NewPartition(g, try, "")
			safe := verifyOrder(g, p) == nil
			if got := c.Merge(x, y); got != safe {
				t.Fatalf("Merge(%d, %d) = %v, want %v", x, y, got, safe)
			}
			if safe {
				of = try
			} else {
				checkRefusal(t, g, c, x, y)
			}
			checkOrder(t, g, c)
		}
	})
}

func checkRefusal(t *rapid.T, g *Graph, c *Contraction, x, y int32) {
	why, path := c.Refusal()
	ends := []int32{path[0], path[len(path)-1]}
	if why != ClosesCycle || len(path) < 3 || !slices.Contains(ends, x) || !slices.Contains(ends, y) {
		t.Fatalf("Refusal returns %v and the path %v, expected a cycle through %d and %d", why, path, x, y)
	}
	for i, k := range path[1:] {
		if !slices.Contains(c.Preds(k), path[i]) || !slices.Contains(c.Succs(path[i]), k) {
			t.Fatalf("the edge %d → %d of path %v does not exist", path[i], k, path)
		}
	}
}

func checkOrder(t *rapid.T, g *Graph, c *Contraction) {
	for v := range int32(g.Len()) {
		for _, s := range g.Succs(v) {
			if a, b := c.Find(v), c.Find(s); a != b && !c.Before(a, b) {
				t.Fatalf("%d must come before %d", a, b)
			}
		}
	}
}

func TestContractionLimit(t *testing.T) {
	var b Builder
	for range 100 {
		b.Node(Node{})
	}
	b.Order(0, 99)
	for v := int32(1); v < 98; v++ {
		b.Order(0, v)
		b.Order(v+1, 99)
	}
	b.Order(40, 50)
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	c := NewContraction(g)
	c.Limit = 5
	if c.Merge(0, 99) {
		t.Fatal("two clusters were merged although the search exceeded the limit")
	}
	if why, path := c.Refusal(); why != SearchSpent || path != nil {
		t.Errorf("got refusal %v and path %v", why, path)
	}
	c.Limit = defaultLimit
	if c.Merge(0, 99) {
		t.Fatal("two clusters were merged although a path joins them")
	}
	if why, path := c.Refusal(); why != ClosesCycle || len(path) < 3 {
		t.Errorf("got refusal %v and path %v", why, path)
	}
}

// TestOrderList compares an orderList with a slice, also if all insertions are at one position.
func TestOrderList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "nodes")
		l := newOrderList(n)
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(i)
		}
		hot := rapid.Bool().Draw(t, "hot")
		for range 300 {
			from := rapid.IntRange(0, n-1).Draw(t, "from")
			to := 0
			if !hot {
				to = rapid.IntRange(0, n-1).Draw(t, "to")
			}
			v := want[from]
			l.remove(v)
			want = slices.Insert(slices.Delete(want, from, from+1), to, v)
			at := l.head()
			if to > 0 {
				at = want[to-1]
			}
			l.insert(v, at)
		}
		for i, v := range want[1:] {
			if !l.less(want[i], v) {
				t.Fatalf("%d must come before %d", want[i], v)
			}
		}
	})
}
