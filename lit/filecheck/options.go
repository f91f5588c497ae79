package filecheck

// Dump says when the annotated input is printed after the diagnostics.
type Dump int

const (
	DumpFail   Dump = iota // after a failed check
	DumpNever              // not at all
	DumpAlways             // after every check
)

// DumpFilter selects lines of the dump.
type DumpFilter int

const (
	DumpFilterDefault  DumpFilter = iota // DumpAll for DumpAlways, otherwise DumpError
	DumpAll                              // every line
	DumpAnnotationFull                   // lines with marks
	DumpAnnotation                       // lines where marks start
	DumpError                            // lines where marks of errors start
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
	StrictWhitespace          bool // do not change runs of blanks and tabs
	IgnoreCase                bool // letters match in either case
	EnableVarScope            bool // CHECK-LABEL forgets variables without a '$'
	AllowEmpty                bool // an empty input is checked, instead of being an error
	AllowUnusedPrefixes       bool // a given prefix need not occur
	AllowDeprecatedDagOverlap bool // CHECK-DAG matches may overlap

	// DumpInput says when the annotated input is printed after the diagnostics.
	DumpInput Dump
	// DumpFilter selects the lines in the dump; surrounding lines are added.
	DumpFilter DumpFilter
	// DumpContext is the number of surrounding input lines; 0 means 5, a negative number none.
	DumpContext int

	// Verbose reports each match, in remarks or, if there is one, in the dump.
	Verbose bool
	// VeryVerbose also reports patterns that are absent as expected, and discarded -DAG matches.
	VeryVerbose bool
	// Color paints diagnostics and the dump for a terminal.
	Color bool
}

func (o *Options) dumpFilter() DumpFilter {
	switch {
	case o.DumpFilter != DumpFilterDefault:
		return o.DumpFilter
	case o.DumpInput == DumpAlways:
		return DumpAll
	}
	return DumpError
}

func (o *Options) dumpContext() int {
	if o.DumpContext == 0 {
		return 5
	}
	return max(0, o.DumpContext)
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
