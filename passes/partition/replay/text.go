// Package replay represents partitions as text. The text can be written, edited, and
// applied again instead of searching for a partition.
//
//	lathe.partition/1
//	func @main ops 3 hash 8c1f0a52d3b76e94 {
//	  cluster vm {
//	    #3 stablehlo.add %0
//	    #4 stablehlo.multiply %1
//	  }
//	  cluster "c" { #5 stablehlo.tanh %2 }
//	}
//
// An operation is identified by its id. Its kind is optional and is checked if present. The name of
// its result, as in %0, is optional too; a wrong name is reported (see [File.CheckNames]). Moving
// an operation to another cluster moves it to the device of that cluster. If the operation is
// pinned to another device, or its list of candidates excludes the device, the line "overrules
// pins" must come before the functions.
//
// After its device, a cluster may have the properties of a part (see [placement.Part]). Only the
// name, after "as", is required:
//
//	cluster vm as "main_part1" backend "vm" numbers 0,1 on "vm.0" "vm.1" contexts 2
//	  replicas 2 instances 2 units 4 fast "a" options "key" "value" joined #3 #4 { … }
//
// The last property is the word "elsewhere". It marks a cluster whose device is not in the module's
// list of devices (see [File.Added]).
//
// The hash identifies the function. Constants are not listed, since every cluster has its
// own copies.
package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/grammar"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// schema is the first line of a partition, without its version.
const schema = "lathe.partition/"

const version = "1"

// File is the parsed text of a partition.
type File struct {
	src       *diag.Source
	overrules bool
	funcs     []*function
}

// The grammar, for participle.
type fileTree struct {
	Pos       lexer.Position
	Schema    string      `parser:"@Schema"`
	Overrules bool        `parser:"( @'overrules' 'pins' )?"`
	Funcs     []*function `parser:"@@*"`
}

type function struct {
	Pos      lexer.Position
	Name     string     `parser:"'func' @( Symbol | QuotedSymbol )"`
	Ops      int        `parser:"'ops' @Word"`
	Hash     string     `parser:"'hash' @Word"`
	Clusters []*cluster `parser:"'{' @@* '}'"`
}

type cluster struct {
	Pos    lexer.Position
	Device string    `parser:"'cluster' @( Word | String )"`
	Part   *part     `parser:"@@?"`
	Ops    []*member `parser:"'{' @@* '}'"`
}

type member struct {
	Pos   lexer.Position
	ID    string `parser:"@ID"`
	Kind  string `parser:"@( Word | String )?"`
	Value string `parser:"@Value?"`
}

// Parse parses a partition. Errors are diagnostics with a position in the text.
func Parse(src *diag.Source) (*File, error) {
	if err := src.CheckSize("a partition", maxText, helpMake); err != nil {
		return nil, err
	}
	if err := checkWords(src); err != nil {
		return nil, err
	}
	parser, err := participle.Build[fileTree](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Comment", Pattern: `//[^\n]*`},
			{Name: "Space", Pattern: `\s+`},
			{Name: "Schema", Pattern: `lathe\.partition/\S*`},
			{Name: "QuotedSymbol", Pattern: `@"(\\.|[^"\\\n])*"`},
			{Name: "Symbol", Pattern: `@[^\s{}"]+`},
			{Name: "ID", Pattern: `#\d+`},
			{Name: "Value", Pattern: `%[^\s{}]+`},
			{Name: "String", Pattern: `"(\\.|[^"\\\n])*"`},
			{Name: "Word", Pattern: `[^\s{}#%@"]+`},
			{Name: "Brace", Pattern: `[{}]`},
		})),
		participle.Elide("Comment", "Space"), grammar.Unquote(),
	)
	if err != nil {
		panic("replay: BUG: " + err.Error())
	}
	tree, err := parser.ParseBytes(src.Name, src.Text)
	f := &File{src: src}
	if err != nil {
		return nil, f.syntax(err)
	}
	f.overrules, f.funcs = tree.Overrules, tree.Funcs
	for _, fn := range f.funcs {
		fn.Name = strings.TrimPrefix(fn.Name, "@")
		if name, err := strconv.Unquote(fn.Name); err == nil {
			fn.Name = name
		}
	}
	if v := strings.TrimPrefix(tree.Schema, schema); v != version {
		return nil, f.errorf(tree.Pos, len(tree.Schema), "the partition has version '%s', but this tool reads %s%s", v, schema, version).
			WithHelp("make a new partition with lathe plan --partition-to=FILE")
	}
	return f, f.unique()
}

// maxWord is the longest text without white space, in bytes. A long word takes the parser much
// longer than many short words, and errors repeat it.
const maxWord = 64 << 10

// checkWords fails if a word is too long.
func checkWords(src *diag.Source) error {
	begin := 0
	for i, c := range src.Text {
		if c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			begin = i + 1
		} else if i-begin >= maxWord {
			return diag.Errorf(diag.Span{Src: src, Start: begin, End: begin + 1}, "a word of a partition must have at most %d bytes, but has more", maxWord).WithHelp(helpMake)
		}
	}
	return nil
}

// syntax converts a parser error to a diagnostic with a position.
func (f *File) syntax(err error) error {
	var at participle.Error
	if !errors.As(err, &at) {
		return err
	}
	return f.errorf(at.Position(), 1, "%s", at.Message()).
		WithHelp("a partition is the line " + schema + version + ", then func @NAME ops N hash H { cluster DEVICE { #ID … } … }")
}

func (f *File) errorf(at lexer.Position, length int, format string, args ...any) *diag.Diagnostic {
	start := min(at.Offset, len(f.src.Text))
	return diag.Errorf(diag.Span{Src: f.src, Start: start, End: min(start+length, len(f.src.Text))}, format, args...)
}

func (f *File) at(m *member, format string, args ...any) *diag.Diagnostic {
	return f.errorf(m.Pos, len(m.ID), format, args...)
}

// unique fails if the text contains a function, a part name or an operation twice.
func (f *File) unique() error {
	funcs := map[string]bool{}
	seen, named := map[string]*member{}, map[string]bool{}
	var errs diag.List
	for _, fn := range f.funcs {
		if funcs[fn.Name] {
			errs = append(errs, f.errorf(fn.Pos, len("func"), "func @%s is given twice", fn.Name).WithHelp("keep one of the two"))
		}
		funcs[fn.Name] = true
		for _, c := range fn.Clusters {
			if p := c.Part; p != nil {
				if named[p.Name] {
					errs = append(errs, f.errorf(p.Pos, len("as"), "two clusters have the partition name '%s'", p.Name).WithHelp("give one of them another name"))
				}
				named[p.Name] = true
			}
			for _, m := range c.Ops {
				id := strings.TrimLeft(m.ID, "#0") // #03 and #3 are the same operation
				if first := seen[id]; first != nil {
					d := f.at(m, "operation %s must be in one cluster, but is in two", m.ID).WithHelp("keep one of the two")
					errs = append(errs, d.Note(diag.Span{Src: f.src, Start: first.Pos.Offset, End: first.Pos.Offset + len(first.ID)}, "the operation in the other cluster"))
				}
				seen[id] = m
			}
		}
	}
	return errs.Err()
}

// id returns the id of an operation; ok is false if it does not fit 32 bits.
func (m *member) id() (uint32, bool) {
	n, err := strconv.ParseUint(m.ID[1:], 10, 32)
	return uint32(n), err == nil
}

// Part is a function and its division.
type Part struct {
	Func      *irplace.Func
	Partition *placement.Partition
}

// word returns the name of an operation as a token of the grammar.
func word(name string) string {
	if name == "" || strings.Contains(name, "//") || strings.ContainsFunc(name, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune("{}#%@\"", r)
	}) {
		return strconv.Quote(name)
	}
	return name
}

// Write writes partitions of functions as text. overrules means that the devices take
// precedence over pins and lists of candidates.
func Write(w io.Writer, parts []Part, overrules bool) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s%s\n", schema, version)
	if overrules {
		b.WriteString("overrules pins\n")
	}
	for _, p := range parts {
		name := p.Func.Fn.SymName()
		if !ir.IsBareID(name) {
			name = strconv.Quote(name)
		}
		fmt.Fprintf(b, "func @%s ops %d hash %016x {\n", name, len(p.Func.Ops), Hash(p.Func.Fn))
		for _, c := range p.Partition.Clusters {
			fmt.Fprintf(b, "  cluster %q", p.Func.DeviceName(c.Device))
			writePart(b, p.Func, c.Part)
			b.WriteString(" {\n")
			for _, v := range c.Nodes {
				op := p.Func.Ops[v]
				fmt.Fprintf(b, "    #%d %s", op.ID(), word(op.Name()))
				if name, ok := p.Func.Names.InText(op); ok {
					fmt.Fprintf(b, " %s", name)
				}
				b.WriteByte('\n')
			}
			b.WriteString("  }\n")
		}
		b.WriteString("}\n")
	}
	return b.Flush()
}
