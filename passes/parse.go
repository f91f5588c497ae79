package passes

import (
	"errors"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Pipelines have MLIR's grammar:
//
//	pipeline = anchor "(" [ element { "," element } ] ")"
//	element  = pipeline | name [ "{" options "}" ]
//
// Options are kept as text here; parseOptions reads them when the pass is known.
type pipelineList struct {
	Elements []*pipelineElement `parser:"( @@ ( ',' @@ )* )?"`
}

type pipelineElement struct {
	Pos     lexer.Position
	Name    string        `parser:"@Name"`
	Options *string       `parser:"( @Options"`
	Inner   *pipelineList `parser:"| '(' @@ ')' )?"`
}

// The limits of a pipeline: its length in bytes, and the depth of nested anchors. The parser is
// recursive, and needs about 1000 times as much memory as the text.
const (
	maxPipeline = 256 << 10
	maxAnchors  = 64
)

// sourceName is MLIR's name for the text of a pipeline.
const sourceName = "MLIR Textual PassPipeline Parser"

// Parse reads a pipeline, such as "builtin.module(func.func(cse),inline)". A list without an
// anchor, such as "canonicalize,cse", is a pipeline on builtin.module. The error is a diagnostic
// about the text.
func Parse(text string, k *Known) (*Pipeline, error) { return parse(text, k, false) }

func parse(text string, k *Known, anchored bool) (*Pipeline, error) {
	src := diag.NewSource(sourceName, []byte(text))
	if err := src.CheckSize("a pipeline", maxPipeline, "run several tools one after the other"); err != nil {
		return nil, err
	}
	if err := checkBrackets(src); err != nil {
		return nil, err
	}
	list, err := parseText(src)
	if err != nil {
		return nil, err
	}
	if anchored && len(list.Elements) > 1 {
		return nil, unwrapped()
	}
	r := resolver{k, src}
	if len(list.Elements) == 1 && list.Elements[0].Inner != nil {
		p := &Pipeline{Anchor: list.Elements[0].Name}
		return p, r.fill(p, list.Elements[0].Inner)
	}
	p := &Pipeline{Anchor: "builtin.module"}
	return p, r.fill(p, list)
}

// ParseAnchored is Parse for --pass-pipeline, where the anchor must be given.
func ParseAnchored(text string, k *Known) (*Pipeline, error) {
	open := strings.IndexByte(text, '(')
	trimmed := strings.TrimSpace(text)
	if open <= 0 || !strings.HasSuffix(trimmed, ")") && strings.Count(text, "(") == strings.Count(text, ")") {
		return nil, unwrapped()
	}
	return parse(text, k, true)
}

func unwrapped() error {
	return &diag.Diagnostic{Message: "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"}
}

func parseText(src *diag.Source) (*pipelineList, error) {
	parser, err := participle.Build[pipelineList](
		participle.Lexer(pipelineLexer{}), participle.Elide("Space"))
	if err != nil {
		panic("passes: BUG: " + err.Error())
	}
	list, err := parser.ParseBytes(src.Name, src.Text)
	if err == nil {
		return list, nil
	}
	var at participle.Error
	if !errors.As(err, &at) {
		return nil, err
	}
	return nil, misplaced(src, min(at.Position().Offset, len(src.Text)))
}

// misplaced returns the error about the text at off, in MLIR's words. In MLIR, the text between two
// separators is a name, even if it is empty or contains blanks.
func misplaced(src *diag.Source, off int) error {
	const separators = ",(){}"
	text := string(src.Text)
	before := strings.TrimSpace(text[:off])
	last := byte('(')
	if before != "" {
		last = before[len(before)-1]
	}
	start, end := off, off
	switch {
	case last == '}' || last == ')':
		return diag.Errorf(diag.Span{Src: src, Start: off, End: min(off+1, len(text))}, "expected ',' after parsing pipeline")
	case !isName(last):
	case off < len(text) && isName(text[off]):
		start = strings.LastIndexAny(before, separators) + 1
		end = len(text) - len(strings.TrimLeftFunc(text[off:], func(r rune) bool { return !strings.ContainsRune(separators, r) }))
	default:
		start, end = off+1, off+1 // after the comma
	}
	name := strings.TrimSpace(text[start:end])
	return diag.Errorf(diag.Span{Src: src, Start: start, End: end}, "'%s' %s", name, notRegistered).
		WithHelp("write the name of a pass, a pass pipeline or an anchor operation")
}

type resolver struct {
	k   *Known
	src *diag.Source
}

// fill appends the steps of list to p.
func (r resolver) fill(p *Pipeline, list *pipelineList) error {
	for _, e := range list.Elements {
		if e.Inner != nil {
			n := &Pipeline{Anchor: e.Name}
			if err := r.fill(n, e.Inner); err != nil {
				return err
			}
			p.Steps = append(p.Steps, Step{Nested: n})
			continue
		}
		o := ""
		if e.Options != nil {
			o = (*e.Options)[1 : len(*e.Options)-1]
		}
		sp := diag.Span{Src: r.src, Start: e.Pos.Offset, End: e.Pos.Offset + len(e.Name)}
		for e.Options != nil && isBlank(r.src.Text[sp.End]) {
			sp.End++
		}
		err := r.k.AddTo(p, e.Name, o, sp)
		if err == nil {
			continue
		}
		var d *diag.Diagnostic
		if r.k.has(e.Name) && errors.As(err, &d) {
			d.Note(diag.Span{}, "failed to add `%s` with options `%s`", e.Name, o)
		}
		return err
	}
	return nil
}

// checkBrackets reports unbalanced brackets, in MLIR's words, and anchors that are nested too
// deeply.
func checkBrackets(src *diag.Source) error {
	var open []int
	text := src.Text
	for i := 0; i < len(text); i++ {
		at := diag.Span{Src: src, Start: i, End: i + 1}
		switch text[i] {
		case '(':
			if open = append(open, i); len(open) > maxAnchors {
				return diag.Errorf(at, "anchors must nest at most %d levels deep, but nest deeper", maxAnchors).
					WithHelp("leave out each anchor that contains nothing but another anchor")
			}
		case ')':
			if len(open) == 0 {
				return diag.Errorf(at, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
			}
			open = open[:len(open)-1]
		case '{':
			end := closingBrace(text, i)
			if end < 0 {
				return diag.Errorf(at, "missing closing '}' while processing pass options")
			}
			i = end
		}
	}
	if len(open) > 0 {
		i := open[len(open)-1]
		return diag.Errorf(diag.Span{Src: src, Start: i, End: i + 1},
			"encountered unbalanced parentheses while parsing pipeline: '(' opened at column %d is not closed", i+1)
	}
	return nil
}

// closingBrace returns where the brace opened at i is closed, or -1.
func closingBrace(text []byte, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
