package passes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Reproducer writes what repeats a failure: the program as it was in front of
// the pipeline, and the pipeline. A nil Reproducer writes nothing.
type Reproducer struct {
	File string
	// Local makes the reproduction the failing pass alone, on the program as it
	// was in front of it.
	Local bool
}

// reproduction is a program kept for the case that the pipeline fails.
type reproduction struct {
	file     string
	text     []byte
	pipeline *Pipeline
}

func (r *Reproducer) begin(root *ir.Op, p *Pipeline) *reproduction {
	if r == nil {
		return nil
	}
	return &reproduction{file: r.File, text: programText(root), pipeline: p}
}

func programText(root *ir.Op) []byte {
	var b bytes.Buffer
	asm.Print(&b, root, ir.NewPrintOptions())
	return b.Bytes()
}

// write makes the file and puts MLIR's note about it behind err.
func (r *reproduction) write(m *Manager, err error) error {
	if r == nil {
		return err
	}
	d := &diag.Diagnostic{Message: "Failures have been detected while processing an MLIR pass pipeline"}
	text := ReproducerText(r.text, r.pipeline, m)
	if werr := os.WriteFile(r.file, text, 0o666); werr != nil {
		d.Note(diag.Span{}, "the reproducer could not be written: %v", werr)
		return errors.Join(err, d)
	}
	where := ""
	var p *PassError
	if errors.As(err, &p) {
		where = fmt.Sprintf("`%s` on %s", p.Pass, p.On)
		if known := m.title(r.pipeline, p.Pass); known != "" {
			where = fmt.Sprintf("`%s` on %s", known, p.On)
		}
	}
	d.Note(diag.Span{}, "Pipeline failed while executing [%s]: reproducer generated at `%s`", where, r.file)
	return errors.Join(err, d)
}

func (m *Manager) title(p *Pipeline, name string) (title string) {
	p.flatten(func(s *Step) {
		if s.Pass.Name == name {
			title = s.Pass.Title
		}
	})
	return title
}

// ReproducerText returns a program followed by the section that --run-reproducer
// reads.
func ReproducerText(program []byte, p *Pipeline, m *Manager) []byte {
	var b bytes.Buffer
	b.Write(bytes.TrimRight(program, "\n"))
	fmt.Fprintf(&b, "\n\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: %s,\n      disable_threading: %t,\n      verify_each: %t\n    }\n  }\n#-}\n",
		strconv.Quote(p.String()), m.Workers == 1, !m.NoVerify)
	return b.Bytes()
}
