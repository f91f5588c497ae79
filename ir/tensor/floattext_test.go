package tensor

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// mlirOpt returns the path of mlir-opt 22, or "" if it is not installed.
func mlirOpt() string {
	for _, name := range []string{"mlir-opt-22", "/usr/lib/llvm-22/bin/mlir-opt"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

type pattern struct {
	k      Kind
	lo, hi uint64
}

// patterns returns bit patterns of every float kind: all patterns for kinds of up to 8 bits, and
// random patterns for wider kinds. It adds the patterns of special numbers.
func patterns(perKind int) []pattern {
	var ps []pattern
	r := rand.New(rand.NewPCG(1, 2))
	add := func(k Kind, v float64) {
		lo, hi := encode(k, numberOf(v))
		ps = append(ps, pattern{k, lo, hi})
	}
	for k := F4E2M1FN; k <= F128; k++ {
		for _, v := range []float64{0, 1, -1, 0.1, 0.7, 0.9, math.Pi, 1e-5, 1e10, 1e22, 123456, 1234567, 1e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)} {
			add(k, v)
		}
		if k.Bits() <= 8 {
			for b := range uint64(1) << k.Bits() {
				ps = append(ps, pattern{k, b, 0})
			}
			continue
		}
		if k >= F80 { // mlir-opt is slow for these kinds
			perKind = min(perKind, 100)
		}
		for range perKind {
			p := pattern{k, r.Uint64(), r.Uint64()}
			switch f := formats[k]; {
			case f.width < 64:
				p.lo, p.hi = p.lo&(1<<f.width-1), 0
			case f.width == 64:
				p.hi = 0
			case f.width == 80:
				p.hi &= 0xFFFF
				if r.IntN(8) > 0 {
					p.lo |= 1 << 63
				}
			}
			ps = append(ps, p)
			digits := math.Pow(10, float64(r.IntN(8)))
			add(k, math.Round((2*r.Float64()-1)*digits)/math.Pow(10, float64(r.IntN(12))))
			add(k, float64(r.IntN(1<<20)-1<<19)/float64(int(1)<<r.IntN(30)))
			add(k, r.NormFloat64())
		}
	}
	return ps
}

// TestFormatFloatLikeMLIR compares the texts that mlir-opt and FormatFloat print for the same bits.
func TestFormatFloatLikeMLIR(t *testing.T) {
	opt := mlirOpt()
	if opt == "" {
		t.Skip("mlir-opt 22 is not installed")
	}
	perKind := 800
	if testing.Short() {
		perKind = 50
	}
	ps := patterns(perKind)
	var in bytes.Buffer
	for _, p := range ps {
		fmt.Fprintf(&in, "\"t.x\"() {a = %s : %s} : () -> ()\n", appendHexExact(p), p.k)
	}
	lines := runMLIR(t, opt, in.Bytes(), len(ps))
	wrong := 0
	for i, p := range ps {
		want := attrText(lines[i])
		if lo, hi, err := ParseFloat(p.k, want); err != nil || FormatFloat(p.k, lo, hi) != FormatFloat(p.k, p.lo, p.hi) {
			want = string(appendHex(nil, p.k, p.lo, p.hi)) // the decimal text of mlir-opt parses to another number
		}
		if got := FormatFloat(p.k, p.lo, p.hi); got != want && wrong < 20 {
			wrong++
			t.Errorf("%s %s: got %s, want %s", p.k, appendHexExact(p), got, want)
		}
	}
}

// appendHexExact returns p's bits in hexadecimal. Unlike appendHex, it does not change any bit.
func appendHexExact(p pattern) string {
	if p.hi == 0 {
		return fmt.Sprintf("0x%X", p.lo)
	}
	return fmt.Sprintf("0x%X%016X", p.hi, p.lo)
}

// TestParseFloatLikeMLIR compares how mlir-opt and ParseFloat read random decimals.
func TestParseFloatLikeMLIR(t *testing.T) {
	opt := mlirOpt()
	if opt == "" {
		t.Skip("mlir-opt 22 is not installed")
	}
	r := rand.New(rand.NewPCG(3, 4))
	var in bytes.Buffer
	var kinds []Kind
	var texts []string
	for range 4000 {
		k := F4E2M1FN + Kind(r.IntN(int(F128-F4E2M1FN+1)))
		span := max(2, formats[k].maxExp/3)
		text := fmt.Sprintf("%d.%0*de%d", r.IntN(10), 1+r.IntN(20), r.IntN(1<<(1+r.IntN(30))), r.IntN(2*span)-span)
		if k != F8E8M0FNU && r.IntN(2) == 0 { // APFloat keeps a minus sign, although f8E8M0FNU has no sign bit
			text = "-" + text
		}
		kinds, texts = append(kinds, k), append(texts, text)
		fmt.Fprintf(&in, "\"t.x\"() {a = %s : %s} : () -> ()\n", text, k)
	}
	lines := runMLIR(t, opt, in.Bytes(), len(kinds))
	for i, k := range kinds {
		lo, hi, err := ParseFloat(k, texts[i])
		if got, want := FormatFloat(k, lo, hi), attrText(lines[i]); err != nil || got != want {
			t.Errorf("%s %s: got %s (error %v), want %s", k, texts[i], got, err, want)
		}
	}
}

// runMLIR lets mlir-opt print n operations in generic form and returns the line of each operation.
func runMLIR(t *testing.T, opt string, in []byte, n int) []string {
	t.Helper()
	cmd := exec.Command(opt, "--allow-unregistered-dialect", "--mlir-print-op-generic")
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("mlir-opt failed: %v\n%.2000s", err, out)
	}
	var lines []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "t.x") {
			lines = append(lines, line)
		}
	}
	if len(lines) != n {
		t.Fatalf("mlir-opt printed %d operations, expected %d", len(lines), n)
	}
	return lines
}

// attrText returns the text of the float in a line of generic form.
func attrText(line string) string {
	_, text, _ := strings.Cut(line, "a = ")
	text, _, _ = strings.Cut(text, "}")
	text, _, _ = strings.Cut(text, " : ") // mlir-opt omits the type f64
	return text
}

func BenchmarkFormatFloat(b *testing.B) {
	for _, k := range []Kind{F32, F64, BF16, F8E4M3FN, F80, F128} {
		x := Random(k, []int64{256}, 1, 1)
		b.Run(k.String(), func(b *testing.B) {
			var buf []byte
			for i := 0; b.Loop(); i++ {
				lo, hi := x.Bits128(i % 256)
				buf = AppendFloat(buf[:0], k, lo, hi)
			}
		})
	}
	b.Run("one", func(b *testing.B) {
		for b.Loop() {
			FormatFloat(F32, 0x3F800000, 0)
		}
	})
}
