package filecheck

// Dump says when the annotated input is shown after the diagnostics.
type Dump int

const (
	DumpFail   Dump = iota // after a failed check
	DumpNever              // not at all
	DumpAlways             // after every check
)

// Options are the choices of one comparison. The zero value is FileCheck's
// default.
type Options struct {
	// Prefixes are the directive prefixes; CHECK if empty.
	Prefixes []string
	// CommentPrefixes start lines that hold no directives; COM and RUN if empty.
	CommentPrefixes []string
	// Defines are "NAME=text" or "#NAME=expression" (also "#%X,NAME=…"), in
	// order: a later one may use an earlier one.
	Defines []string
	// ImplicitCheckNot are patterns that must not occur between matches.
	ImplicitCheckNot []string

	MatchFullLines            bool // a match covers a whole line
	StrictWhitespace          bool // keep runs of blanks and tabs as they are
	IgnoreCase                bool // letters match in either case
	EnableVarScope            bool // CHECK-LABEL forgets variables without a '$'
	AllowEmpty                bool // an empty input is checked, not refused
	AllowUnusedPrefixes       bool // a given prefix need not occur
	AllowDeprecatedDagOverlap bool // CHECK-DAG matches may overlap

	// DumpInput says when the annotated input follows the diagnostics.
	DumpInput Dump
	// DumpContext is the number of input lines shown around an error; 0 is 5.
	DumpContext int
}

func (o *Options) prefixes() []string {
	if len(o.Prefixes) == 0 {
		return []string{"CHECK"}
	}
	return o.Prefixes
}

func (o *Options) commentPrefixes() []string {
	if len(o.CommentPrefixes) == 0 {
		return []string{"COM", "RUN"}
	}
	return o.CommentPrefixes
}
