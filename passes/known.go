package passes

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Named is a pipeline with a name. Flags and other pipelines use this name like the name of a pass.
type Named struct {
	Name string
	Doc  string

	options reflect.Value
	text    func(o any) (string, error)
}

// Alias returns a named pipeline without options. text is its list of steps, such as
// "canonicalize,cse".
func Alias(name, doc, text string) Named {
	return Named{Name: name, Doc: doc, text: func(any) (string, error) { return text, nil }}
}

// AliasWith returns a named pipeline with options. The fields of O have tags as for OnWith; text
// returns the list of steps.
func AliasWith[O any](name, doc string, defaults O, text func(O) (string, error)) Named {
	return Named{Name: name, Doc: doc, options: reflect.ValueOf(defaults), text: func(o any) (string, error) { return text(o.(O)) }}
}

// Options lists the pipeline's options, sorted by name.
func (n *Named) Options() []Option { return optionsOf(n.options) }

// Known has the passes and named pipelines to which the text of a pipeline can refer. It is safe
// for concurrent use.
type Known struct {
	passes    map[string]*Pass
	pipelines map[string]*Named
}

// NewKnown fails if two passes or pipelines have the same name.
func NewKnown(ps []Pass, ns []Named) (*Known, error) {
	k := &Known{map[string]*Pass{}, map[string]*Named{}}
	for i := range ps {
		if k.passes[ps[i].Name] != nil {
			return nil, fmt.Errorf("two passes are called %q", ps[i].Name)
		}
		k.passes[ps[i].Name] = &ps[i]
	}
	for i := range ns {
		if k.passes[ns[i].Name] != nil || k.pipelines[ns[i].Name] != nil {
			return nil, fmt.Errorf("two passes are called %q", ns[i].Name)
		}
		k.pipelines[ns[i].Name] = &ns[i]
	}
	return k, nil
}

// Pass returns the pass with the given name, or nil.
func (k *Known) Pass(name string) *Pass { return k.passes[name] }

// Pipeline returns the named pipeline with the given name, or nil.
func (k *Known) Pipeline(name string) *Named { return k.pipelines[name] }

func (k *Known) has(name string) bool { return k.passes[name] != nil || k.pipelines[name] != nil }

// Passes returns the passes sorted by name.
func (k *Known) Passes() []*Pass { return sorted(k.passes, func(p *Pass) string { return p.Name }) }

// Pipelines returns the named pipelines sorted by name.
func (k *Known) Pipelines() []*Named {
	return sorted(k.pipelines, func(n *Named) string { return n.Name })
}

func sorted[T any](m map[string]*T, name func(*T) string) []*T {
	var s []*T
	for _, p := range m {
		s = append(s, p)
	}
	slices.SortFunc(s, func(a, b *T) int { return strings.Compare(name(a), name(b)) })
	return s
}

// names yields the names of passes and pipelines, in an unspecified order.
func (k *Known) names(yield func(string) bool) {
	for n := range k.passes {
		if !yield(n) {
			return
		}
	}
	for n := range k.pipelines {
		if !yield(n) {
			return
		}
	}
}

// AddTo appends the pass or named pipeline with the given name to p. options is the text between
// braces. span is the position of the name, for diagnostics. It includes blanks before the opening
// brace, and may be zero.
func (k *Known) AddTo(p *Pipeline, name, options string, span diag.Span) error {
	at := span
	if span.Src != nil {
		at = diag.Span{Src: span.Src, Start: span.End + 1, End: span.End + 1 + len(options)}
	}
	sets, err := parseOptions(options, at)
	if err != nil {
		return err
	}
	if n := k.pipelines[name]; n != nil {
		o, err := bind(name, n.options, sets)
		if err != nil {
			return err
		}
		return k.expand(p, n, o)
	}
	pass := k.passes[name]
	if pass == nil {
		return k.unknown(name, span)
	}
	o, err := bind(name, pass.options, sets)
	if err != nil {
		return err
	}
	p.add(Step{Pass: pass, Options: o})
	return nil
}

// notRegistered is MLIR's message about an unknown name.
const notRegistered = "does not refer to a registered pass or pass pipeline"

func (k *Known) unknown(name string, span diag.Span) error {
	return diag.Errorf(span, "'%s' %s", name, notRegistered).DidYouMean("", name, k.names)
}

// expand appends the steps of a named pipeline.
func (k *Known) expand(p *Pipeline, n *Named, o any) error {
	text, err := n.text(o)
	if err != nil {
		return err
	}
	q, err := Parse(p.Anchor+"("+text+")", k)
	if err != nil {
		return fmt.Errorf("pipeline '%s': %w", n.Name, err)
	}
	p.Steps = append(p.Steps, q.Steps...)
	return nil
}
