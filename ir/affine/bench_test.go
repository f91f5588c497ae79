package affine

import "testing"

func BenchmarkParseMap(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseMap("(d0, d1, d2)[s0] -> (d0 * s0 + d2, d1 mod 4)"); err != nil {
			b.Fatal(err)
		}
	}
}
