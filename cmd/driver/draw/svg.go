package draw

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// SVG returns the graph as a picture.
func (g *Graph) SVG() string {
	boxes, width, height := g.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="monospace" font-size="12">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(g.Name))
	b.WriteString(`<defs><marker id="tip" markerWidth="8" markerHeight="6" refX="8" refY="3" orient="auto"><path d="M0,0 L8,3 L0,6 z"/></marker></defs>` + "\n")
	for _, e := range g.Edges {
		arrow(&b, boxes[e.From], boxes[e.To], e)
	}
	for i, n := range g.Nodes {
		n.draw(&b, boxes[i])
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// escape returns text as character data of XML, which has no control characters.
func escape(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
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

// arrow draws an edge from the bottom of a box to the top of another; one that goes
// back up runs beside them.
func arrow(b *strings.Builder, from, to box, e Edge) {
	x1, y1, x2, y2 := from.x+from.w/2, from.y+from.h, to.x+to.w/2, to.y
	bend := max((y2-y1)/2, gapY/2)
	style := ""
	if e.Dashed {
		style = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(b, `<path d="M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f" fill="none" stroke="#444"%s marker-end="url(#tip)"/>`,
		x1, y1, x1, y1+bend, x2, y2-bend, x2, y2, style)
	if e.Label != "" {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="#555" font-size="10">%s</text>`, (x1+x2)/2+3, (y1+y2)/2, escape(e.Label))
	}
	b.WriteByte('\n')
}
