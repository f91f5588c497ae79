package asm

import (
	"bytes"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Errorf returns an error at the current token.
func (p *Parser) Errorf(format string, args ...any) *diag.Diagnostic {
	if p.tok.kind == EOF && p.tok.start > 0 {
		return p.ErrorAt(p.tok.start-1, format, args...) // the last byte, since the position must be inside the text
	}
	return diag.Errorf(diag.Span{Src: p.src, Start: p.tok.start, End: p.tok.end}, format, args...)
}

// ErrorAt returns an error at a byte offset.
func (p *Parser) ErrorAt(off int, format string, args ...any) *diag.Diagnostic {
	t := lex(p.text, off)
	end := t.end
	if t.start != off {
		end = off
	}
	return diag.Errorf(diag.Span{Src: p.src, Start: off, End: end}, format, args...)
}

// OpErrorf is Errorf for the hooks of operations: as in MLIR, the message begins with "custom op
// 'name'".
func (p *Parser) OpErrorf(format string, args ...any) *diag.Diagnostic {
	return p.Errorf(p.context()+format, args...)
}

// OpErrorAt is OpErrorf at a byte offset.
func (p *Parser) OpErrorAt(off int, format string, args ...any) *diag.Diagnostic {
	return p.ErrorAt(off, p.context()+format, args...)
}

// context returns the prefix of messages about a custom form.
func (p *Parser) context() string {
	if p.custom == nil {
		return ""
	}
	return "custom op '" + p.custom.Name() + "' "
}

// wrong is like Errorf, but chooses the error and its position. If the current token is invalid,
// the error is that of badToken, and the given message is not used. Otherwise the error is at the
// end of the previous token, where something is missing.
func (p *Parser) wrong(format string, args ...any) *diag.Diagnostic {
	if p.tok.kind == Bad {
		return p.badToken()
	}
	d := p.Errorf(format, args...)
	if off := p.endOfPrevious(); off != p.tok.start {
		d.Span = diag.Span{Src: p.src, Start: off, End: off}
	}
	return d
}

// wrongHere is like wrong, but reports a missing token at the current token, as MLIR does in custom
// forms.
func (p *Parser) wrongHere(format string, args ...any) *diag.Diagnostic {
	if p.tok.kind == Bad {
		return p.badToken()
	}
	return p.Errorf(format, args...)
}

// endOfPrevious returns the end of the token before the current one. It skips blank lines and
// comments between the two tokens. As in MLIR, a missing token is reported at this offset.
func (p *Parser) endOfPrevious() int {
	at := p.tok.start
	if p.tok.kind == EOF {
		at = max(at-1, 0)
	}
	for t := p.text[:at]; ; {
		t = bytes.TrimRight(t, " \t")
		if len(t) == 0 {
			return at
		}
		if c := t[len(t)-1]; c != '\n' && c != '\r' {
			return len(t)
		}
		t = t[:len(t)-1]
		line := t[bytes.LastIndexAny(t, "\n\r")+1:]
		if i := bytes.Index(line, []byte("//")); i >= 0 {
			t = t[:len(t)-len(line)+i]
		}
	}
}

func (p *Parser) badToken() *diag.Diagnostic {
	switch c := p.text[p.tok.start]; {
	case c == '"', c == '@' && byteAt(p.slice(p.tok.start, p.tok.end), 1) == '"':
		return p.ErrorAt(p.tok.end, "expected '\"' in string literal").WithHelp("end the string on the line where it begins")
	case c == '@':
		return p.ErrorAt(p.tok.start+1, "@ identifier expected to start with letter or '_'")
	case c == '%':
		return p.Errorf("invalid SSA name")
	case c == '#':
		return p.Errorf("invalid attribute name")
	case c == '^':
		return p.Errorf("invalid block name")
	case c == '!':
		return p.Errorf("invalid type identifier")
	case c == '.':
		return p.ErrorAt(p.tok.end, "expected three consecutive dots for an ellipsis")
	default:
		return p.Errorf("unexpected character")
	}
}

// report records the error of an operation that cannot be parsed.
func (p *Parser) report(err error) {
	if err == errPoisoned {
		p.dropped = append(p.dropped, p.tok.start)
		return
	}
	p.record(diag.All(err))
}

// record appends the errors of one failure. MLIR reports all errors of the first failure, and then
// stops. So record sets [diag.Diagnostic.Further] in the errors of later failures.
func (p *Parser) record(ds diag.List) {
	for _, d := range ds {
		d.Further = p.stopped
		p.keep(d)
	}
	p.stopped = p.stopped || len(ds) > 0
}

func (p *Parser) keep(d *diag.Diagnostic) {
	if !p.full() {
		p.errs = append(p.errs, d)
	}
}

func (p *Parser) full() bool { return len(p.errs) > p.opts.MaxErrors }
