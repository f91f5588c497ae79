package cli

import (
	"bytes"
	"context"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/frontends/onednn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// IsOneDNN reports whether a text is a oneDNN graph as JSON. Such a text has the key "graph", but
// does not have the key "nodes" of NNVM graphs.
func IsOneDNN(file string, text []byte) bool {
	return IsJSON(file, text) && bytes.Contains(text, []byte(`"graph"`)) && !bytes.Contains(text, []byte(`"nodes"`))
}

// ParseText parses a text, which is a program or a oneDNN graph.
func ParseText(ctx context.Context, reg *ir.Registry, src *diag.Source, o asm.Options) (*ir.Op, error) {
	if IsOneDNN(src.Name, src.Text) {
		m, err := onednn.Import(ctx, reg, src)
		return m.Op, err
	}
	return asm.Parse(reg, src, o)
}

// HasOneDNN reports whether a function begins with an operation of the dialect onednn_graph.
func HasOneDNN(f fn.Func) bool {
	if f.IsDeclaration() {
		return false
	}
	first := f.Entry().First()
	return first != nil && strings.HasPrefix(first.Name(), onednngraph.Prefix)
}

// IsJSON reports whether a text begins with a bracket or brace, as JSON does, or its file name ends
// in .json. A text that begins with "{-#" is MLIR text.
func IsJSON(file string, text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return strings.HasSuffix(file, ".json") ||
		len(text) > 0 && (text[0] == '[' || text[0] == '{' && !bytes.HasPrefix(text, []byte("{-#")))
}
