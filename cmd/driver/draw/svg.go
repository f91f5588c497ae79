package draw

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/ir/diag"
)

// SVG returns the graph as an SVG document.
func (g *Graph) SVG() string {
	p := g.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="monospace" font-size="12">`+"\n",
		p.width, p.height, p.width, p.height)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(g.Name))
	b.WriteString(`<defs><marker id="tip" markerWidth="8" markerHeight="6" refX="8" refY="3" orient="auto"><path d="M0,0 L8,3 L0,6 z"/></marker></defs>` + "\n")
	for i, e := range g.Edges {
		arrow(&b, p.route(i), e)
	}
	for i, n := range g.Nodes {
		n.draw(&b, p.boxes[i])
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// escape returns text as XML character data, with U+FFFD for the characters that diagnostics
// escape. html.EscapeString would add a table of all entities to the binary.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(strings.Map(func(r rune) rune {
		if diag.NeedsEscape(r) || r == 0xfffe || r == 0xffff {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD")))
}

func (n *Node) draw(b *strings.Builder, at box) {
	b.WriteString("<g>")
	if n.Tip != "" {
		fmt.Fprintf(b, "<title>%s</title>", escape(n.Tip))
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3" fill="%s" stroke="#444"/>`, at.x, at.y, at.w, at.h, fill(n.Color))
	for i, line := range n.Lines {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`,
			at.x+at.w/2, at.y+lineHeight*float64(i+1), escape(line))
	}
	b.WriteString("</g>\n")
}

// arrow draws an edge along its route. Each bend begins and ends vertically.
func arrow(b *strings.Builder, route []point, e Edge) {
	style := ""
	if e.Dashed {
		style = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(b, `<path d="M%.1f,%.1f`, route[0].x, route[0].y)
	for i, to := range route[1:] {
		from := route[i]
		if i%2 == 0 {
			if from != to {
				fmt.Fprintf(b, " L%.1f,%.1f", to.x, to.y)
			}
			continue
		}
		// The bend is a Bézier curve. If both ends have the same height, the curve goes down and up
		// again.
		bend := (to.y - from.y) / 2
		up := bend
		if bend == 0 {
			bend, up = gapY/2, -gapY/2
		}
		fmt.Fprintf(b, " C%.1f,%.1f %.1f,%.1f %.1f,%.1f", from.x, from.y+bend, to.x, to.y-up, to.x, to.y)
	}
	fmt.Fprintf(b, `" fill="none" stroke="#444"%s marker-end="url(#tip)"/>`, style)
	if e.Label != "" {
		from, to := route[1], route[2] // the first gap
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="#555" font-size="10">%s</text>`, (from.x+to.x)/2+3, (from.y+to.y)/2, escape(e.Label))
	}
	b.WriteByte('\n')
}
