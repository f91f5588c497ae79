package asm

import (
	"bytes"

	"github.com/lathe-ir/lathe/ir/diag"
)

const utf16 = "unexpected character: the text is UTF-16"

// fromFramework is the help text for binary input that can be a model of a framework.
const fromFramework = "export the model as StableHLO text from its framework: in JAX, jax.jit(f).lower(x).as_text()"

// foreign lists formats that are often mistaken for MLIR text. The input has the format of the
// first entry for which it starts with the string "begin" and contains the string "has" in its
// first 4096 bytes (near).
var foreign = [...]struct{ begin, has, is, help string }{
	{"ML\xefR", "StableHLO_v", "the input is a portable artifact of StableHLO, but only text is supported", "convert it to text with stablehlo-translate --deserialize"},
	{"ML\xefR", "", "MLIR bytecode is not supported, only text", "convert it to text with mlir-opt"},
	{"", "ML\xefR\x0dStableHLO_v", "the input is a function that jax.export serialized, but only text is supported", "get its text with export.deserialize(bytes).mlir_module()"},
	{"\xef\xbb\xbf", "", "unexpected character: the text begins with a byte order mark", "save it as UTF-8 without a byte order mark"},
	{"\xff\xfe", "", utf16, "save it as UTF-8: iconv -f utf-16 -t utf-8"},
	{"\xfe\xff", "", utf16, "save it as UTF-8: iconv -f utf-16 -t utf-8"},
	{"\x1f\x8b", "", "unexpected character: the input is compressed by gzip", "unpack it: gunzip -c"},
	{"\x28\xb5\x2f\xfd", "", "unexpected character: the input is compressed by zstd", "unpack it: unzstd -c"},
	{"\xfd7zXZ\x00", "", "unexpected character: the input is compressed by xz", "unpack it: xz -dc"},
	{"BZh", "", "unexpected character: the input is compressed by bzip2", "unpack it: bunzip2 -c"},
	{"PK\x03\x04", ".npy", "unexpected character: the input is a .npz file, which has arrays but no program", "unpack it and pass each array to a program with --input=A.npy"},
	{"PK\x03\x04", "data.pkl", "unexpected character: the input is a file of PyTorch", "export the model as StableHLO text with torch_xla"},
	{"PK\x03\x04", "", "unexpected character: the input is a zip archive", "unpack it: unzip -p"},
	{"\x93NUMPY", "", "unexpected character: the input is a .npy file, which has an array but no program", "pass it to a program with --input"},
	{"\x89HDF\r\n", "", "unexpected character: the input is an HDF5 file", fromFramework},
	{"BC\xc0\xde", "", "unexpected character: the input is LLVM bitcode", "convert it to MLIR with mlir-translate --import-llvm"},
	{"\x7fELF", "", "unexpected character: the input is an ELF object or program", ""},
	{"HloModule ", "", "the input is HLO text, not MLIR", "export StableHLO instead, in JAX with jax.jit(f).lower(x).as_text(), or convert the input with xla's hlo-translate -hlo-to-mlir"},
}

const near = 1 << 12

// binaryFormat describes binary input that matches no entry of foreign. It returns "" if the input
// can be text.
func binaryFormat(text []byte) (is, help string) {
	if len(text) > 4 && string(text[4:min(8, len(text))]) == "TFL3" {
		return "the input is a model of TensorFlow Lite", fromFramework
	}
	// A model in ONNX begins with field 1, its version, and only a few fields can follow it.
	if len(text) > 3 && text[0] == 0x08 && text[1] < 0x20 && bytes.IndexByte([]byte{0x12, 0x1a, 0x22, 0x32, 0x3a, 0x42, 0x72}, text[2]) >= 0 {
		return "the input is a model in ONNX", fromFramework
	}
	for _, c := range text[:min(16, len(text))] {
		if c < ' ' && c != 0 && !(c >= '\t' && c <= '\r') {
			return "unexpected character: the input is binary, but only text is supported", fromFramework
		}
	}
	return "", ""
}

// notText returns an error if src is binary or has another known format. The error has no span, so
// that the binary content is not printed.
func notText(src *diag.Source) *diag.Diagnostic {
	found := func(is, help string) *diag.Diagnostic {
		d := &diag.Diagnostic{Place: src.DisplayName() + ":1:1", Message: is}
		if help != "" {
			d.WithHelp(help)
		}
		return d
	}
	for _, f := range foreign {
		if bytes.HasPrefix(src.Text, []byte(f.begin)) && bytes.Contains(src.Text[:min(near, len(src.Text))], []byte(f.has)) {
			return found(f.is, f.help)
		}
	}
	if is, help := binaryFormat(src.Text); is != "" {
		return found(is, help)
	}
	if t := src.Text; len(t) > 3 && t[0] == 0 == (t[2] == 0) && t[1] == 0 == (t[3] == 0) && (t[0] == 0) != (t[1] == 0) {
		return &diag.Diagnostic{Place: src.DisplayName() + ":1:1", Message: utf16}
	}
	return nil
}
