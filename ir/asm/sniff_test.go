package asm_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

func TestNotText(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"\xef\xbb\xbfmodule {}", "in.mlir:1:1: error: unexpected character: the text begins with a byte order mark"},
		{"\xff\xfem\x00o\x00", "in.mlir:1:1: error: unexpected character: the text is UTF-16"},
		{"\xfe\xff\x00m\x00o", "in.mlir:1:1: error: unexpected character: the text is UTF-16"},
		{"m\x00o\x00d\x00", "in.mlir:1:1: error: unexpected character: the text is UTF-16"},
		{"\x00m\x00o\x00d", "in.mlir:1:1: error: unexpected character: the text is UTF-16"},
		{"\x1f\x8b\x08\x00", "in.mlir:1:1: error: unexpected character: the input is compressed by gzip"},
		{"\x28\xb5\x2f\xfd\x24", "in.mlir:1:1: error: unexpected character: the input is compressed by zstd"},
		{"ML\xefR\x0dMLIR", "in.mlir:1:1: error: MLIR bytecode is not supported, only text"},
		{"ML\xefR\x0dStableHLO_v1.0.0", "in.mlir:1:1: error: the input is a portable artifact of StableHLO, but only text is supported"},
		{"<\x00\x00\x008\x00\x00ML\xefR\x0dStableHLO_v1.0.0", "in.mlir:1:1: error: the input is a function that jax.export serialized, but only text is supported"},
		{"PK\x03\x04\x14\x00x.npy", "in.mlir:1:1: error: unexpected character: the input is a .npz file, which has arrays but no program"},
		{"PK\x03\x04\x14\x00archive/data.pkl", "in.mlir:1:1: error: unexpected character: the input is a file of PyTorch"},
		{"\x93NUMPY\x01\x00", "in.mlir:1:1: error: unexpected character: the input is a .npy file, which has an array but no program"},
		{"\x89HDF\r\n\x1a\n", "in.mlir:1:1: error: unexpected character: the input is an HDF5 file"},
		{"\x1c\x00\x00\x00TFL3", "in.mlir:1:1: error: the input is a model of TensorFlow Lite"},
		{"\x08\x0e:2\n", "in.mlir:1:1: error: the input is a model in ONNX"},
		{"\x08\x07\x12\x07pytorch", "in.mlir:1:1: error: the input is a model in ONNX"},
		{"\n\x0bjit__lambda\x12\x06", "in.mlir:1:1: error: unexpected character: the input is binary, but only text is supported"},
		{"HloModule jit_f, is_scheduled=true\n", "in.mlir:1:1: error: the input is HLO text, not MLIR"},
		{"PK\x03\x04", "in.mlir:1:1: error: unexpected character: the input is a zip archive"},
		{"\x7fELF\x02", "in.mlir:1:1: error: unexpected character: the input is an ELF object or program"},
		{"module {}", ""},
		{"\x00module {}", ""}, // MLIR treats a zero byte as a space
	} {
		_, err := asm.Parse(reg, diag.NewSource("in.mlir", []byte(c.text)), asm.Options{})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
