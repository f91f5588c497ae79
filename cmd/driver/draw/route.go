package draw

type point struct{ x, y float64 }

// route returns edge i as pairs of points. Between the two points of a pair, the edge is vertical
// and crosses one layer. Between two pairs, the edge bends in the gap between two layers, where
// there are no nodes.
func (p *picture) route(i int) []point {
	e := p.Edges[i]
	from, to := p.boxes[e.From], p.boxes[e.To]
	a, b := p.level[e.From], p.level[e.To]
	var ps []point
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
