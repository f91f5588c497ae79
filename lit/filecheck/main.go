package filecheck

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// A command is a parsed command line.
type command struct {
	Options
	checkFile string
	inputFile string
	help      bool
	version   bool
	dumps     []Dump
	most      int64 // the largest number of bytes of the check file and of the input
}

const usageText = `USAGE: FileCheck [options] <check-file>

  -D<VAR=VALUE>, -D#<FMT>,<VAR>=<EXPR>  define a variable
  --allow-deprecated-dag-overlap        let CHECK-DAG matches overlap
  --allow-empty                         allow the input to be empty
  --allow-unused-prefixes               allow prefixes that do not occur
  --check-prefix=<name>, --check-prefixes=<names>
                                        directive prefixes (default CHECK)
  --comment-prefixes=<names>            comment prefixes (default COM,RUN)
  --dump-input=help|always|fail|never   show the input with marks (default fail)
  --dump-input-context=<n>              lines around each selected line (default 5)
  --enable-var-scope                    CHECK-LABEL drops variables without a '$'
  --ignore-case                         match letters in either case
  --implicit-check-not=<pattern>        pattern that must not occur between matches
  --input-file=<file>                   file to check (default standard input)
  --match-full-lines                    matches cover whole lines
  --strict-whitespace                   keep blanks as they are
  --dump-input-filter=all|annotation-full|annotation|error
                                        lines to show (default error, and all
                                        with --dump-input=always)
  --color                               colors in messages and dump
  -v                                    report matches
  --vv                                  report all searches

Options are also read from the environment variable FILECHECK_OPTS.
`

const dumpHelp = `The input dump shows each input line with its number. Below it are marks
labeled with the directive and its line in the check file, or with imp and a
number for an --implicit-check-not. If a pattern has several marks, their labels
have numbers, as in check:1'0 and check:1'1. The kinds of marks are:

  check:1  ^~~    a match (printed with -v)
  check:3  X~~    no match was found; the marks cover what was searched
  not:4    !~~    a match that should not be there
  next:5   !~~    a match on the wrong line
  check:3  ?      a possible intended match
  dag:6    !~~    a match that overlaps an earlier one (printed with -vv)
  not:7    X~~    text in which a -NOT matched nothing, as expected (printed with -vv)

Dots replace the lines that --dump-input-filter and --dump-input-context omit.
`

// Main runs the FileCheck command. args does not contain the name of the command. Options from the
// environment variable FILECHECK_OPTS precede args. Main returns the exit status: 0 if the input
// matches, 1 if it does not match or args are invalid, and 2 for other errors, such as an invalid
// check file. As in LLVM, the status is 1 for a check file with an unmatched "]" in a [[…]].
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return Run(append(EnvironmentOptions(os.Getenv("FILECHECK_OPTS")), args...), stdin, stdout, stderr, ReadFile)
}

// ReadFile reads a file, but at most one byte more than Run accepts.
func ReadFile(name string) ([]byte, error) { return pages.ReadFile(name, ir.MaxSource+1) }

// Run is like Main, but ignores the environment and reads files with readFile.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, readFile func(string) ([]byte, error)) int {
	c, err := parseArgs(args)
	switch {
	case err != nil:
		fmt.Fprintf(diag.EscapeWriter(stderr), "FileCheck: %v\n", err)
		return 1 // LLVM also returns 1 here, and not 2
	case c.help:
		io.WriteString(stdout, usageText)
		return 0
	case c.version:
		io.WriteString(stdout, "FileCheck, as in LLVM 22\n")
		return 0
	case c.DumpInput == dumpHelpWanted:
		io.WriteString(stdout, dumpHelp)
		return 0
	case c.checkFile == "":
		io.WriteString(stderr, "<check-file> not specified\n")
		return 2
	}
	return c.run(stdin, stderr, readFile)
}

func (c *command) run(stdin io.Reader, stderr io.Writer, readFile func(string) ([]byte, error)) int {
	check, err := c.limited(readFile(c.checkFile))
	if err != nil {
		fmt.Fprintf(diag.EscapeWriter(stderr), "Could not open check file '%s': %v\n", c.checkFile, cause(err))
		return 2
	}
	input := Text{Name: c.inputFile}
	if c.inputFile == "-" {
		input.Name = "<stdin>"
		input.Data, err = c.limited(pages.ReadAll(stdin, c.most+1))
	} else {
		input.Data, err = c.limited(readFile(c.inputFile))
	}
	if err != nil {
		fmt.Fprintf(diag.EscapeWriter(stderr), "Could not open input file '%s': %v\n", c.inputFile, cause(err))
		return 2
	}
	r, failure := run(Text{c.checkFile, check}, input, &c.Options)
	if failure != nil {
		io.WriteString(stderr, failure.Text)
		if !failure.Usage {
			return 1
		}
		return 2
	}
	io.WriteString(stderr, r.text.String())
	if c.DumpInput == DumpAlways || c.DumpInput == DumpFail && r.failed() {
		io.WriteString(stderr, r.dump())
	}
	if r.failed() {
		return 1
	}
	return 0
}

// limited returns the text that was read, or an error if it is too large.
func (c *command) limited(text []byte, err error) ([]byte, error) {
	if err == nil && int64(len(text)) > c.most {
		return nil, fmt.Errorf("it has more than %d bytes", c.most)
	}
	return text, err
}

// cause removes the operation and path from an error about a file, since the message has them.
func cause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// dumpHelpWanted is the value of DumpInput for --dump-input=help.
const dumpHelpWanted Dump = -1

func parseArgs(args []string) (*command, error) {
	c := &command{inputFile: "-", most: ir.MaxSource}
	for onlyFiles := false; len(args) > 0; {
		arg := args[0]
		args = args[1:]
		var err error
		switch {
		case arg == "--" && !onlyFiles:
			onlyFiles = true
		case onlyFiles || arg == "-" || !strings.HasPrefix(arg, "-"):
			err = c.positional(arg)
		default:
			args, err = c.option(arg, args)
		}
		if err != nil {
			return nil, err
		}
	}
	c.DumpInput = strongest(c.dumps)
	return c, nil
}

// option parses an option from arg. If the value of the option is a separate argument, it takes the
// value from args. It returns the remaining args.
func (c *command) option(arg string, args []string) ([]string, error) {
	name := strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-")
	if def, ok := strings.CutPrefix(name, "D"); ok {
		if def == "" {
			return nil, errors.New("for the -D option: requires a value!")
		}
		c.Defines = append(c.Defines, def)
		return args, nil
	}
	name, value, given := strings.Cut(name, "=")
	if flag := c.flag(name); flag != nil {
		on, err := boolean(value, given)
		if err != nil {
			return nil, fmt.Errorf("for the --%s option: %v", name, err)
		}
		*flag = on
		return args, nil
	}
	if !takesValue(name) {
		return nil, fmt.Errorf("Unknown command line argument '%s'.  Try: 'FileCheck --help'", arg)
	}
	if !given {
		if len(args) == 0 {
			return nil, fmt.Errorf("for the --%s option: requires a value!", name)
		}
		value, args = args[0], args[1:]
	}
	if err := c.set(name, value); err != nil {
		return nil, fmt.Errorf("for the --%s option: %v", name, err)
	}
	return args, nil
}

func (c *command) positional(arg string) error {
	if c.checkFile != "" {
		return fmt.Errorf("Too many positional arguments specified!\nCan specify at most 1 positional argument: See: FileCheck --help")
	}
	c.checkFile = arg
	return nil
}

// flag returns the address of the boolean option with this name, or nil.
func (c *command) flag(name string) *bool {
	switch name {
	case "match-full-lines":
		return &c.MatchFullLines
	case "strict-whitespace":
		return &c.StrictWhitespace
	case "ignore-case":
		return &c.IgnoreCase
	case "enable-var-scope":
		return &c.EnableVarScope
	case "allow-empty":
		return &c.AllowEmpty
	case "allow-unused-prefixes":
		return &c.AllowUnusedPrefixes
	case "allow-deprecated-dag-overlap":
		return &c.AllowDeprecatedDagOverlap
	case "help", "h":
		return &c.help
	case "version":
		return &c.version
	case "v":
		return &c.Verbose
	case "vv":
		return &c.VeryVerbose
	case "color":
		return &c.Color
	}
	return nil
}

func boolean(value string, given bool) (bool, error) {
	if !given {
		return true, nil
	}
	switch value {
	case "", "true", "TRUE", "True", "1":
		return true, nil
	case "false", "FALSE", "False", "0":
		return false, nil
	}
	return false, fmt.Errorf("'%s' is invalid value for boolean argument! Try 0 or 1", value)
}

func takesValue(name string) bool {
	switch name {
	case "check-prefix", "check-prefixes", "comment-prefixes", "implicit-check-not", "input-file",
		"dump-input", "dump-input-context", "dump-input-filter":
		return true
	}
	return false
}

func (c *command) set(name, value string) error {
	switch name {
	case "check-prefix", "check-prefixes":
		c.Prefixes = append(c.Prefixes, strings.Split(value, ",")...)
	case "comment-prefixes":
		c.CommentPrefixes = append(c.CommentPrefixes, strings.Split(value, ",")...)
	case "implicit-check-not":
		c.ImplicitCheckNot = append(c.ImplicitCheckNot, value)
	case "input-file":
		c.inputFile = value
	case "dump-input-context":
		n, err := strconv.ParseUint(value, 10, 31)
		if err != nil {
			return fmt.Errorf("'%s' value invalid for uint argument!", value)
		}
		if n == 0 && c.DumpContext == 0 {
			c.DumpContext = -1
		}
		if n > 0 {
			c.DumpContext = max(c.DumpContext, int(n))
		}
	case "dump-input-filter":
		f := slices.Index([]string{"all", "annotation-full", "annotation", "error"}, value) + 1
		if f == 0 {
			return fmt.Errorf("Cannot find option named '%s'!", value)
		}
		if c.DumpFilter == DumpFilterDefault || DumpFilter(f) < c.DumpFilter {
			c.DumpFilter = DumpFilter(f) // the filter that selects more lines applies
		}
	case "dump-input":
		switch value {
		case "help":
			c.dumps = append(c.dumps, dumpHelpWanted)
		case "always":
			c.dumps = append(c.dumps, DumpAlways)
		case "fail":
			c.dumps = append(c.dumps, DumpFail)
		case "never":
			c.dumps = append(c.dumps, DumpNever)
		default:
			return fmt.Errorf("Cannot find option named '%s'!", value)
		}
	}
	return nil
}

// strongest returns the value that applies if there are several --dump-input options.
func strongest(dumps []Dump) Dump {
	for _, d := range []Dump{dumpHelpWanted, DumpAlways, DumpFail, DumpNever} {
		for _, x := range dumps {
			if x == d {
				return d
			}
		}
	}
	return DumpFail
}
