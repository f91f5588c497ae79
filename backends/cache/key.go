package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/tuning"
)

// Key has everything that a compiled program depends on. It consists of parts, so that Explain can
// name the parts that differ.
type Key struct {
	Name  string // name of the module, for messages; does not affect Sum
	Parts []Part
}

// Part is one input on which compiled programs depend.
type Part struct{ What, Value string }

// Key returns the key of the program that b compiles from m. For the same b and o, two modules have
// the same key if their printed texts, the ids of their operations, and the names in their
// locations are equal. The texts of their files may differ. Key fails if b lists no property that
// programs depend on.
func (c *Cache) Key(b backends.Backend, m ir.Module, o backends.CompileOptions) (Key, error) {
	text, err := sumOf(m)
	if err != nil {
		return Key{}, err
	}
	properties, err := b.Properties().With(o.Properties)
	if err != nil {
		return Key{}, err
	}
	info := b.Info()
	k := Key{Name: short(nameOf(m)), Parts: []Part{
		{"module", text}, {"entry", o.Entry}, {"backend", info.Name}, {"device", info.Device},
		{"version", info.Version}, {"toolkit", c.toolkit()},
	}}
	options := properties.Compiling()
	if len(options) == 0 {
		return Key{}, diag.Errorf(diag.Span{}, "backend '%s' does not declare the properties that its programs depend on, so a cache cannot distinguish the programs", info.Name).
			WithHelp("declare them with Property.Compiles, as backends.NewCore does, or do not implement Import")
	}
	for _, option := range options {
		k.Parts = append(k.Parts, Part{"option", option})
	}
	if _, ok := properties.Find(backends.TuningProperty); ok {
		k.Parts = append(k.Parts, tuningSum(property.Value[string](properties, backends.TuningProperty))...)
	}
	if f, ok := b.(backends.Fingerprinter); ok {
		print, err := f.Fingerprint(m)
		if err != nil {
			return Key{}, err
		}
		k.Parts = append(k.Parts, Part{"fingerprint", print})
	}
	for i := range k.Parts {
		k.Parts[i].Value = short(k.Parts[i].Value)
	}
	return k, nil
}

// short returns s or, if s is long, the beginning and the hash of s. It keeps the headers of
// entries short, even if a property is the text of a file.
func short(s string) string {
	const most = 256
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most/4], "") + "... sha256:" + fmt.Sprintf("%x", sha256.Sum256([]byte(s)))
}

// tuningSum returns a part with the hash of the text of a tuning file, since the text can change
// while the name of the file stays the same. For the parameter "file", see tuning.Source; if it is
// "", the result is nil. A file that cannot be read is no error here, since compilation reports it.
func tuningSum(file string) []Part {
	if file == "" {
		return nil
	}
	src, err := tuning.Source(file)
	if err != nil {
		return []Part{{"tuning", "unreadable"}}
	}
	return []Part{{"tuning", fmt.Sprintf("%x", sha256.Sum256(src.Text))}}
}

// Sum returns the hash of the key, which is the name of the entry's file.
func (k Key) Sum() string {
	h := sha256.New()
	for _, p := range k.Parts {
		fmt.Fprintf(h, "%d:%s%d:%s", len(p.What), p.What, len(p.Value), p.Value)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sumOf returns a hash of the generic text of m, of the ids of operations, and of the names of
// locations. Programs report these ids and names, but the text does not contain them.
func sumOf(m ir.Module) (string, error) {
	h := sha256.New()
	// PrintGeneric assigns numbers to the values of its module, and other goroutines may use m.
	m, _ = ir.As[ir.Module](ir.CloneModule(m.Op))
	if err := ir.PrintGeneric(h, m.Op); err != nil {
		return "", err
	}
	host.Numbered(m).Op.Walk(func(op *ir.Op) bool {
		fmt.Fprintf(h, "%d", op.ID())
		named(h, op.Loc())
		for i := range op.NumRegions() {
			if entry := op.RegionAt(i).Entry(); entry != nil {
				for _, a := range entry.Args() {
					named(h, a.Loc())
				}
			}
		}
		return true
	})
	return hex.EncodeToString(h.Sum(nil)), nil
}

// named writes the name of the location l to h, if l has one. It ignores files and lines.
func named(h hash.Hash, l ir.Loc) {
	if d, ok := ir.AttrAs[*ir.NamedLoc](l.Attr()); ok {
		fmt.Fprintf(h, "%q", d.Name)
	}
	io.WriteString(h, ";")
}

// nameOf returns the symbol name of m or, if it has none, its location.
func nameOf(m ir.Module) string {
	if name, ok := m.Op.Attr("sym_name").Str(); ok {
		return "@" + name
	}
	loc := m.Op.Loc()
	if at, ok := ir.AttrAs[*ir.FileLoc](loc.Attr()); ok && at.Line == 0 {
		return at.File // a file name without a line is the name of the whole module
	}
	return loc.Place()
}

// findToolkit identifies this build of Lathe, so that the cache returns no program of another
// build. The result is the Go linker's build ID of the executable, which changes with the code. If
// it cannot be read, the result is Go's build information, which different builds can have in
// common.
func findToolkit() string {
	if id := buildID(); id != "" {
		return id
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.String()
	}
	return "unknown"
}

// buildID returns the build ID that the Go linker writes as a note of an ELF file; "" if there is
// none. Like the Go command, it reads only the beginning of the file. Package debug/elf would make
// executables much larger.
func buildID() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	head, err := io.ReadAll(io.LimitReader(file, 64<<10))
	if err != nil {
		return ""
	}
	// A note has the sizes of its name and of its content, its type (4 for the build ID), its
	// name, and its content.
	before, after, found := bytes.Cut(head, []byte("\x04\x00\x00\x00Go\x00\x00"))
	if !found || len(before) < 4 {
		return ""
	}
	size := int(binary.LittleEndian.Uint32(before[len(before)-4:]))
	if size > len(after) {
		return ""
	}
	return string(after[:size])
}
