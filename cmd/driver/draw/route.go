package draw

// point is a position in a picture.
type point struct{ x, y float64 }

// route returns the route of edge i as pairs of points. The two points of a pair are in one layer,
// and the edge is vertical between them. Between two pairs the edge bends. Each bend is in the gap
// between two layers, where there are no nodes.
func (p *picture) route(i int) []point {
	e := p.Edges[i]
	from, to := p.boxes[e.From], p.boxes[e.To]
	a, b := p.level[e.From], p.level[e.To]
	var ps []point
	// vertical adds a vertical segment at x from y1 to y2.
	vertical := func(x, y1, y2 float64) { ps = append(ps, point{x, y1}, point{x, y2}) }
	switch {
	case a == b: // an edge from a node to itself leaves the node at the bottom and returns there
		vertical(from.middle()-charWidth/2, from.y+from.h, p.bottom[a])
		vertical(to.middle()+charWidth/2, p.bottom[a], to.y+to.h)
	case a < b:
		vertical(from.middle(), from.y+from.h, p.bottom[a])
		for _, v := range p.via[i] {
			vertical(p.boxes[v].x, p.boxes[v].y, p.boxes[v].y+p.boxes[v].h)
		}
		vertical(to.middle(), to.y, to.y)
	default: // an edge that closes a cycle goes up
		vertical(from.middle(), from.y, from.y)
		for _, v := range p.via[i] {
			vertical(p.boxes[v].x, p.boxes[v].y+p.boxes[v].h, p.boxes[v].y)
		}
		vertical(to.middle(), p.bottom[b], to.y+to.h)
	}
	return ps
}
