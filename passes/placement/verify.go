package placement

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Verify checks a partition in time linear in nodes and edges. It shares no code with the
// strategies. It fails unless every node except constants is in exactly one cluster, on a device
// that accepts the node. p.Of must agree with the lists of nodes, which must be ascending and not
// empty. A cluster without a device must be a single node. The quotient must be acyclic; if it is
// not, the error is a *[CyclicError] that shows one cycle as a path of nodes and clusters.
func Verify(g *Graph, p *Partition) error {
	if err := verifyCover(g, p); err != nil {
		return err
	}
	return verifyOrder(g, p)
}

func verifyCover(g *Graph, p *Partition) error {
	if len(p.Of) != g.Len() {
		return fmt.Errorf("partition must list %d nodes, but lists %d", g.Len(), len(p.Of))
	}
	home := make([]int32, g.Len())
	for v := range home {
		home[v] = None
	}
	var errs []error
	for i, c := range p.Clusters {
		if len(c.Nodes) == 0 {
			errs = append(errs, fmt.Errorf("cluster %d must have a node, but is empty", i))
		}
		if c.Device == None && len(c.Nodes) > 1 {
			errs = append(errs, fmt.Errorf("cluster %d must have only the node %s, which no device accepts, but has %d nodes",
				i, g.Name(c.Nodes[0]), len(c.Nodes)))
		}
		if !slices.IsSorted(c.Nodes) {
			errs = append(errs, fmt.Errorf("the nodes of cluster %d must be in ascending order, but are not", i))
		}
		for _, v := range c.Nodes {
			if err := verifyMember(g, p, home, int32(i), v); err != nil {
				errs = append(errs, err)
			}
		}
	}
	for v, c := range home {
		switch {
		case g.IsConstant(int32(v)):
			if p.Of[v] != None {
				errs = append(errs, fmt.Errorf("constant %s must be in no cluster, but Of has cluster %d for it", g.Name(int32(v)), p.Of[v]))
			}
		case c == None:
			errs = append(errs, fmt.Errorf("%s must be in a cluster, but is in none", g.Name(int32(v))))
		}
		if len(errs) > 20 {
			break
		}
	}
	return errors.Join(errs...)
}

// verifyMember checks that v may be in cluster i, and records it in home.
func verifyMember(g *Graph, p *Partition, home []int32, i, v int32) error {
	switch {
	case v < 0 || int(v) >= g.Len():
		return fmt.Errorf("cluster %d has node %d, but there are %d nodes", i, v, g.Len())
	case g.IsConstant(v):
		return fmt.Errorf("constant %s must be in no cluster, but is in cluster %d", g.Name(v), i)
	case home[v] != None:
		return fmt.Errorf("%s must be in one cluster, but is in clusters %d and %d", g.Name(v), home[v], i)
	}
	home[v] = i
	if p.Of[v] != i {
		return fmt.Errorf("%s is in cluster %d, but Of has cluster %d for it", g.Name(v), i, p.Of[v])
	}
	if d := p.Clusters[i].Device; g.Device[v] != d && !g.CanRun(v, d) {
		return fmt.Errorf("%s is on %s, but its cluster %d is on %s, which does not accept %[1]s", g.Name(v), g.DeviceName(g.Device[v]), i, g.DeviceName(d))
	}
	return nil
}

// verifyOrder checks that the quotient is acyclic. It repeatedly takes a cluster all of whose
// predecessors have been taken. If some clusters are never taken, the quotient has a cycle.
func verifyOrder(g *Graph, p *Partition) error {
	waits := make([]int, len(p.Clusters))
	for v, c := range p.Of {
		if c == None {
			continue
		}
		for _, u := range g.Preds(int32(v)) {
			if p.Of[u] != c {
				waits[c]++
			}
		}
	}
	var run []int32
	for c, w := range waits {
		if w == 0 {
			run = append(run, int32(c))
		}
	}
	for i := 0; i < len(run); i++ {
		for _, v := range p.Clusters[run[i]].Nodes {
			for _, s := range g.Succs(v) {
				c := p.Of[s]
				if c == run[i] {
					continue
				}
				if waits[c]--; waits[c] == 0 {
					run = append(run, c)
				}
			}
		}
	}
	if len(run) == len(p.Clusters) {
		return nil
	}
	stuck := int32(slices.IndexFunc(waits, func(w int) bool { return w > 0 }))
	return &CyclicError{verifyCycle(p, g, waits, stuck), g, p}
}

// verifyCycle finds a cycle among the clusters that verifyOrder did not take. It follows edges
// backward from cluster c until it visits a cluster twice.
func verifyCycle(p *Partition, g *Graph, waits []int, c int32) Cycle {
	var back []Crossing
	visited := map[int32]int{}
	for {
		if first, ok := visited[c]; ok {
			back = back[first:]
			slices.Reverse(back)
			return Cycle{back}
		}
		visited[c] = len(back)
		e := verifyEntry(p, g, waits, c)
		back = append(back, e)
		c = e.FromCluster
	}
}

// verifyEntry returns an edge into cluster c from another cluster that verifyOrder did not take.
func verifyEntry(p *Partition, g *Graph, waits []int, c int32) Crossing {
	for _, v := range p.Clusters[c].Nodes {
		for _, u := range g.Preds(v) {
			if from := p.Of[u]; from != c && waits[from] > 0 {
				return Crossing{from, c, u, v}
			}
		}
	}
	panic("placement: BUG: a cluster waits for nothing")
}

// Crossing is an edge from one cluster into another cluster.
type Crossing struct {
	FromCluster, ToCluster int32
	From, To               int32 // nodes
}

// Cycle is a closed path through clusters: each crossing ends in the cluster where the next
// crossing starts, and the last crossing ends where the first starts.
type Cycle struct{ Path []Crossing }

// Text returns the crossings of a cycle between clusters of p as text, such as
// "%a → %b (cluster 0 on vm → cluster 1 on c), …".
func (c Cycle) Text(g *Graph, p *Partition) string {
	parts := make([]string, len(c.Path))
	for i, e := range c.Path {
		parts[i] = fmt.Sprintf("%s → %s (cluster %d on %s → cluster %d on %s)", g.Name(e.From), g.Name(e.To),
			e.FromCluster, g.DeviceName(p.Clusters[e.FromCluster].Device), e.ToCluster, g.DeviceName(p.Clusters[e.ToCluster].Device))
	}
	return strings.Join(parts, ", ")
}

// CyclicError reports that a partition cannot be scheduled.
type CyclicError struct {
	Cycle     Cycle
	graph     *Graph
	partition *Partition
}

func (e *CyclicError) Error() string {
	return "clusters must not wait for each other in a cycle, but do: " + e.Cycle.Text(e.graph, e.partition)
}
