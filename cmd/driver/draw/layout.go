package draw

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// Sizes in pixels.
const (
	charWidth  = 7.2 // of the monospaced font
	lineHeight = 16.0
	margin     = 8.0 // inside boxes
	gapX       = 24.0
	gapY       = 44.0
	border     = 16.0
)

// box is where a node stands.
type box struct{ x, y, w, h float64 }

// layout places nodes in layers, so that edges go down: Sugiyama's method without dummy
// nodes, which long edges would make too many of. Time is linear in nodes and edges but
// for sorting. It returns the boxes and the size of the whole.
func (g *Graph) layout() (boxes []box, width, height float64) {
	layers := g.layers()
	position := make([]float64, len(g.Nodes))
	for _, layer := range layers {
		for i, v := range layer {
			position[v] = float64(i)
		}
	}
	before, after := g.neighbours()
	for sweep := range sweeps {
		if sweep%2 == 0 {
			for _, layer := range layers {
				arrange(layer, position, before)
			}
			continue
		}
		for _, layer := range slices.Backward(layers) {
			arrange(layer, position, after)
		}
	}
	return g.place(layers)
}

// sweeps is how often the order inside layers is improved, down and up in turns.
const sweeps = 8

// layers gives each node a layer below those of all that come before it. Edges that go
// back, by the order in which a depth-first search ends, don't count.
func (g *Graph) layers() [][]int {
	order := g.order()
	place := make([]int, len(order))
	for i, v := range order {
		place[v] = i
	}
	_, after := g.neighbours()
	level := make([]int, len(g.Nodes))
	var layers [][]int
	for _, v := range order {
		for len(layers) <= level[v] {
			layers = append(layers, nil)
		}
		layers[level[v]] = append(layers[level[v]], v)
		for _, w := range after[v] {
			if place[w] > place[v] {
				level[w] = max(level[w], level[v]+1)
			}
		}
	}
	return layers
}

// order is a topological order as far as there is one.
func (g *Graph) order() []int {
	_, after := g.neighbours()
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

func (g *Graph) neighbours() (before, after [][]int) {
	before, after = make([][]int, len(g.Nodes)), make([][]int, len(g.Nodes))
	for _, e := range g.Edges {
		if e.From != e.To {
			before[e.To] = append(before[e.To], e.From)
			after[e.From] = append(after[e.From], e.To)
		}
	}
	return before, after
}

// arrange sorts a layer by the mean position of each node's neighbours.
func arrange(layer []int, position []float64, beside [][]int) {
	weight := make(map[int]float64, len(layer))
	for _, v := range layer {
		weight[v] = position[v]
		if len(beside[v]) > 0 {
			sum := 0.0
			for _, u := range beside[v] {
				sum += position[u]
			}
			weight[v] = sum / float64(len(beside[v]))
		}
	}
	slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(weight[a], weight[b]) })
	for i, v := range layer {
		position[v] = float64(i)
	}
}

// place gives nodes their boxes: layers are centred.
func (g *Graph) place(layers [][]int) (boxes []box, width, height float64) {
	boxes = make([]box, len(g.Nodes))
	widths := make([]float64, len(layers))
	for l, layer := range layers {
		for i, v := range layer {
			w := 0
			for _, line := range g.Nodes[v].Lines {
				w = max(w, utf8.RuneCountInString(line))
			}
			boxes[v].w, boxes[v].h = float64(w)*charWidth+2*margin, float64(len(g.Nodes[v].Lines))*lineHeight+margin
			if i > 0 {
				widths[l] += gapX
			}
			widths[l] += boxes[v].w
		}
		width = max(width, widths[l])
	}
	y := border
	for l, layer := range layers {
		x, tallest := border+(width-widths[l])/2, 0.0
		for _, v := range layer {
			boxes[v].x, boxes[v].y = x, y
			x += boxes[v].w + gapX
			tallest = max(tallest, boxes[v].h)
		}
		y += tallest + gapY
	}
	return boxes, width + 2*border, max(y-gapY+border, 2*border)
}
