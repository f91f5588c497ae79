package filecheck

// Dump defines when the annotated input is printed after the diagnostics.
type Dump int

const (
	DumpFail   Dump = iota // after a failed check
	DumpNever              // not at all
	DumpAlways             // after every check
)

// DumpFilter selects lines of the dump. Marks below a line show what directives matched, or failed
// to match, in this line.
type DumpFilter int

const (
	DumpFilterDefault  DumpFilter = iota // DumpAll for DumpAlways, otherwise DumpError
	DumpAll                              // every line
	DumpAnnotationFull                   // lines with marks
	DumpAnnotation                       // lines where marks start
	DumpError                            // lines where marks of errors start
)

// Options are the options of one comparison. The zero value has FileCheck's defaults.
type Options struct {
	// Prefixes are the directive prefixes. If empty, CHECK is the only prefix.
	Prefixes []string
	// CommentPrefixes start lines that contain no directives. If empty, they are COM and RUN.
	CommentPrefixes []string
	// Defines are definitions of the form "NAME=text", "#NAME=expression" or "#%X,NAME=expression".
	// A definition may use earlier definitions.
	Defines []string
	// ImplicitCheckNot are patterns that must not occur between matches.
	ImplicitCheckNot []string

	MatchFullLines            bool // a match covers a whole line
	StrictWhitespace          bool // do not change runs of blanks and tabs
	IgnoreCase                bool // upper and lower case letters match each other
	EnableVarScope            bool // CHECK-LABEL drops the values of variables whose names have no '$'
	AllowEmpty                bool // an empty input is checked; otherwise it is an error
	AllowUnusedPrefixes       bool // a prefix in Prefixes need not occur
	AllowDeprecatedDagOverlap bool // CHECK-DAG matches may overlap

	DumpInput Dump
	// DumpFilter selects the lines in the dump. Surrounding lines are added.
	DumpFilter DumpFilter
	// DumpContext is the number of surrounding input lines. 0 means 5, and a negative number means
	// none.
	DumpContext int

	// Verbose reports each match: in remarks if DumpInput is DumpNever, and otherwise only in the
	// dump.
	Verbose bool
	// VeryVerbose also reports -NOT patterns that do not occur, and discarded -DAG matches.
	VeryVerbose bool
	// Color adds terminal colors to diagnostics and the dump.
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
