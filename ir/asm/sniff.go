package asm

import (
	"bytes"

	"github.com/lathe-ir/lathe/ir/diag"
)

const utf16 = "unexpected character: the text is UTF-16"

// foreign lists the first bytes of formats that are often mistaken for MLIR text, with help.
var foreign = [...]struct{ begin, is, help string }{
	{"ML\xefR", "MLIR bytecode is not read, only text", "mlir-opt prints bytecode as text"},
	{"\xef\xbb\xbf", "unexpected character: the text begins with a byte order mark", "save it as UTF-8 without one"},
	{"\xff\xfe", utf16, "save it as UTF-8: iconv -f utf-16 -t utf-8"},
	{"\xfe\xff", utf16, "save it as UTF-8: iconv -f utf-16 -t utf-8"},
	{"\x1f\x8b", "unexpected character: the input is compressed by gzip", "unpack it: gunzip -c"},
	{"\x28\xb5\x2f\xfd", "unexpected character: the input is compressed by zstd", "unpack it: unzstd -c"},
	{"\xfd7zXZ\x00", "unexpected character: the input is compressed by xz", "unpack it: xz -dc"},
	{"BZh", "unexpected character: the input is compressed by bzip2", "unpack it: bunzip2 -c"},
	{"PK\x03\x04", "unexpected character: the input is a zip archive", "unpack it: unzip -p"},
	{"BC\xc0\xde", "unexpected character: the input is LLVM bitcode", "mlir-translate --import-llvm reads it"},
	{"\x7fELF", "unexpected character: the input is an ELF object or program", ""},
}

// notText returns an error if src has a format in foreign. The error has no span, because such
// content must not be printed.
func notText(src *diag.Source) *diag.Diagnostic {
	for _, f := range foreign {
		if !bytes.HasPrefix(src.Text, []byte(f.begin)) {
			continue
		}
		d := &diag.Diagnostic{Place: src.DisplayName() + ":1:1", Message: f.is}
		if f.help != "" {
			d.WithHelp(f.help)
		}
		return d
	}
	if t := src.Text; len(t) > 3 && t[0] == 0 == (t[2] == 0) && t[1] == 0 == (t[3] == 0) && (t[0] == 0) != (t[1] == 0) {
		return &diag.Diagnostic{Place: src.DisplayName() + ":1:1", Message: utf16}
	}
	return nil
}
