package draw

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Sizes in pixels.
const (
	charWidth  = 7.2 // the width of a character of the monospaced font
	lineHeight = 16.0
	margin     = 8.0 // the margin inside boxes
	gapX       = 24.0
	gapY       = 44.0
	border     = 16.0
)

// box is the position and size of a node. A waypoint has width 0 and the height of its layer.
type box struct{ x, y, w, h float64 }

func (b box) middle() float64 { return b.x + b.w/2 }

// picture is a graph with the positions of all elements.
type picture struct {
	*Graph
	// boxes has the boxes of the nodes, followed by the waypoints.
	boxes []box
	// level is the layer of each node and waypoint.
	level         []int
	bottom        []float64 // the bottom of each layer
	via           [][]int   // the waypoints of each edge, from its source
	width, height float64

	layers        [][]int
	before, after [][]int // the neighbors in the layers above and below
}

// maxWaypoints limits the waypoints of a picture. Further edges can pass behind nodes.
const maxWaypoints = 100_000

// layout places nodes in layers so that edges go down. An edge has a waypoint in each layer that it
// crosses (Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System
// Structures"). Except for sorting, the time is linear in the number of nodes, edges and waypoints.
func (g *Graph) layout() *picture {
	p := &picture{Graph: g}
	p.findLayers()
	p.addWaypoints()
	position := make([]float64, len(p.level))
	for _, layer := range p.layers {
		for i, v := range layer {
			position[v] = float64(i)
		}
	}
	for sweep := range sweeps {
		if sweep%2 == 0 {
			for _, layer := range p.layers {
				arrange(layer, position, p.before)
			}
			continue
		}
		for _, layer := range slices.Backward(p.layers) {
			arrange(layer, position, p.after)
		}
	}
	p.place()
	return p
}

// sweeps is the number of times that all layers are sorted, alternately downward and upward.
const sweeps = 8

// findLayers puts nodes below their predecessors. It ignores edges that close a cycle.
func (p *picture) findLayers() {
	p.before, p.after = p.neighbors()
	order := p.order()
	place := make([]int, len(order))
	for i, v := range order {
		place[v] = i
	}
	p.level = make([]int, len(p.Nodes))
	for _, v := range order {
		for len(p.layers) <= p.level[v] {
			p.layers = append(p.layers, nil)
		}
		p.layers[p.level[v]] = append(p.layers[p.level[v]], v)
		for _, w := range p.after[v] {
			if place[w] > place[v] {
				p.level[w] = max(p.level[w], p.level[v]+1)
			}
		}
	}
}

// addWaypoints adds a waypoint to an edge in each layer that the edge crosses.
func (p *picture) addWaypoints() {
	p.via = make([][]int, len(p.Edges))
	p.before, p.after = make([][]int, len(p.Nodes)), make([][]int, len(p.Nodes))
	link := func(a, b int) {
		p.after[a], p.before[b] = append(p.after[a], b), append(p.before[b], a)
	}
	left := maxWaypoints
	for i, e := range p.Edges {
		top, end := e.From, e.To
		if p.level[top] > p.level[end] {
			top, end = end, top
		}
		if left -= max(0, p.level[end]-p.level[top]-1); left < 0 || p.level[end] == p.level[top] {
			continue
		}
		at := top
		for l := p.level[top] + 1; l < p.level[end]; l++ {
			v := len(p.level)
			p.level = append(p.level, l)
			p.before, p.after = append(p.before, nil), append(p.after, nil)
			p.layers[l] = append(p.layers[l], v)
			p.via[i] = append(p.via[i], v)
			link(at, v)
			at = v
		}
		link(at, end)
		if top != e.From {
			slices.Reverse(p.via[i])
		}
	}
}

// order returns the nodes in reverse postorder of a depth-first traversal.
func (g *Graph) order() []int {
	_, after := g.neighbors()
	next := make([]int, len(g.Nodes))
	met := make([]bool, len(g.Nodes))
	var ended, path []int
	for root := range g.Nodes {
		if met[root] {
			continue
		}
		met[root] = true
		path = append(path, root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if next[v] == len(after[v]) {
				ended = append(ended, v)
				path = path[:len(path)-1]
				continue
			}
			w := after[v][len(after[v])-1-next[v]]
			next[v]++
			if !met[w] {
				met[w] = true
				path = append(path, w)
			}
		}
	}
	slices.Reverse(ended)
	return ended
}

// neighbors returns the predecessors and successors of each node, without the node itself.
func (g *Graph) neighbors() (before, after [][]int) {
	before, after = make([][]int, len(g.Nodes)), make([][]int, len(g.Nodes))
	for _, e := range g.Edges {
		if e.From != e.To {
			before[e.To] = append(before[e.To], e.From)
			after[e.From] = append(after[e.From], e.To)
		}
	}
	return before, after
}

// arrange sorts a layer by the mean position of each node's neighbors.
func arrange(layer []int, position []float64, neighbors [][]int) {
	weight := make(map[int]float64, len(layer))
	for _, v := range layer {
		weight[v] = position[v]
		if len(neighbors[v]) > 0 {
			sum := 0.0
			for _, u := range neighbors[v] {
				sum += position[u]
			}
			weight[v] = sum / float64(len(neighbors[v]))
		}
	}
	slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(weight[a], weight[b]) })
	for i, v := range layer {
		position[v] = float64(i)
	}
}

// place assigns boxes to the nodes and centers each layer.
func (p *picture) place() {
	p.boxes = make([]box, len(p.level))
	p.bottom = make([]float64, len(p.layers))
	widths := make([]float64, len(p.layers))
	for l, layer := range p.layers {
		for i, v := range layer {
			if v < len(p.Nodes) {
				p.boxes[v].w, p.boxes[v].h = p.Nodes[v].size()
			}
			if i > 0 {
				widths[l] += gapX
			}
			widths[l] += p.boxes[v].w
		}
		p.width = max(p.width, widths[l])
	}
	y := border
	for l, layer := range p.layers {
		x, tallest := border+(p.width-widths[l])/2, 0.0
		for _, v := range layer {
			p.boxes[v].x, p.boxes[v].y = x, y
			x += p.boxes[v].w + gapX
			tallest = max(tallest, p.boxes[v].h)
		}
		for _, v := range layer {
			if v >= len(p.Nodes) {
				p.boxes[v].h = tallest
			}
		}
		p.bottom[l] = y + tallest
		y += tallest + gapY
	}
	p.width, p.height = p.width+2*border, max(y-gapY+border, 2*border)
}

func (n *Node) size() (w, h float64) {
	longest := 0
	for _, line := range n.Lines {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	return float64(longest)*charWidth + 2*margin, float64(len(n.Lines))*lineHeight + margin
}
