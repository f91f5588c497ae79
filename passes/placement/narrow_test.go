package placement_test

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestNarrow: a cluster with too many outputs is cut, and the result keeps the properties of the
// partition and of the cluster.
func TestNarrow(t *testing.T) {
	var b placement.Builder
	for range 4 {
		b.Return(b.Value(b.Node(placement.Node{}), 4))
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	p := placement.NewPartition(g, make([]int32, 4), "test")
	p.Bound, p.Instead, p.Crossed = 1, "is too large", &placement.Crossed{Bytes: 5}
	may := func(int32) bool { return true }
	if same, wide := p.Narrow(g, 4, may); same != p || wide != placement.None {
		t.Errorf("a cluster with 4 outputs was cut, although 4 are allowed")
	}
	narrow, wide := p.Narrow(g, 2, may)
	if err := placement.Verify(g, narrow); err != nil {
		t.Fatal(err)
	}
	if wide != placement.None || len(narrow.Clusters) != 2 || narrow.Clusters[1].Origin != "test" {
		t.Errorf("got cluster %d that must not be cut and clusters %+v, want 2 clusters of 2 nodes", wide, narrow.Clusters)
	}
	if narrow.Bound != p.Bound || narrow.Instead != p.Instead || narrow.Crossed != p.Crossed {
		t.Errorf("got %+v, want the properties of %+v", narrow, p)
	}
	if _, wide := p.Narrow(g, 2, func(int32) bool { return false }); wide != 0 {
		t.Errorf("got cluster %d that must not be cut, want 0", wide)
	}
}
