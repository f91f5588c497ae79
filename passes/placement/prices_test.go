package placement

import (
	"math/rand/v2"
	"testing"
)

// TestCrowds: the price of a value with many readers, computed from the number of readers on each
// device, equals the price computed by visiting all readers. This also holds after nodes move, some
// of them to no device.
func TestCrowds(t *testing.T) {
	var b Builder
	hub := b.Node(Node{})
	b.Value(hub, 1000)
	for i := range int32(2 * crowd) {
		b.Use(hub, b.Node(Node{Device: i%4 - 1}))
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	p := newPrices(g, NewModel(make([]Spec, 3)), g.Device)
	if len(p.readers) != 1 {
		t.Fatal("prices does not store the number of readers of the value on each device")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		p.move(int32(rng.IntN(g.Len())), int32(rng.IntN(4))-1)
		direct := &prices{g: g, m: p.m, device: p.device}
		seconds, bytes := p.copies(hub)
		if s, n := direct.copies(hub); n != bytes || s < seconds*(1-1e-9) || s > seconds*(1+1e-9) {
			t.Fatalf("got %g s and %d bytes, expected %g s and %d bytes", seconds, bytes, s, n)
		}
	}
}
