package diag

import (
	"bytes"
	"encoding/json"
	"strings"
)

// jsonSchema identifies the format of the JSON style. It changes when a field is removed or
// changes its meaning.
const jsonSchema = "lathe.diagnostic/1"

// jsonDiagnostic is a diagnostic in the format that jsonSchema identifies. Lines and columns are
// counted from 1. Columns count bytes. The end column is exclusive.
type jsonDiagnostic struct {
	Schema    string           `json:"schema,omitempty"` // omitted in notes
	Severity  string           `json:"severity"`
	Code      string           `json:"code,omitempty"`
	File      string           `json:"file,omitempty"`
	Line      int              `json:"line,omitempty"`
	Column    int              `json:"column,omitempty"`
	EndLine   int              `json:"endLine,omitempty"`
	EndColumn int              `json:"endColumn,omitempty"`
	Place     string           `json:"place,omitempty"`
	Message   string           `json:"message"`
	Label     string           `json:"label,omitempty"`
	Notes     []jsonDiagnostic `json:"notes,omitempty"`
	Help      []string         `json:"help,omitempty"`
}

func renderJSON(b *strings.Builder, d *Diagnostic) {
	j := toJSON(d)
	j.Schema = jsonSchema
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	// The output is not HTML, so "->" needs no escape.
	enc.SetEscapeHTML(false)
	if err := enc.Encode(j); err != nil {
		panic("diag: BUG: " + err.Error())
	}
	b.WriteString(Escape(out.String()))
}

func toJSON(d *Diagnostic) jsonDiagnostic {
	j := jsonDiagnostic{
		Severity: d.Severity.String(), Code: d.Code, Place: d.Place,
		Message: d.Message, Label: d.Label, Help: d.Help,
	}
	if d.Span.IsValid() {
		j.File = d.Span.Src.Name
		j.Line, j.Column = d.Span.Src.Position(d.Span.Start)
		j.EndLine, j.EndColumn = d.Span.Src.Position(d.Span.End)
	}
	for _, n := range d.Notes {
		j.Notes = append(j.Notes, toJSON(n))
	}
	return j
}
