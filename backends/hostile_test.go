package backends_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// victim is a program that a backend exported.
type victim struct {
	name   string
	on     backends.Backend
	module ir.Module
	blob   []byte
}

// victims exports a small program from each of vm, ref, hetero and, if it can compile, c.
func victims(t testing.TB) []victim {
	t.Helper()
	var vs []victim
	for _, name := range []string{"vm", "ref", "c", "hetero"} {
		text := one
		if name == "hetero" {
			text = two
		}
		if v, ok := newVictim(t, name, text); ok {
			vs = append(vs, v)
		}
	}
	return vs
}

// newVictim exports a program from a backend. ok is false if the backend is c and cannot compile.
func newVictim(t testing.TB, name, text string) (v victim, ok bool) {
	t.Helper()
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), jit.Factory(), ref.Factory(), cFactory(), hetero.Factory()}, backends.Config{Threads: 1})
	t.Cleanup(func() { r.Close() })
	b, err := r.Open(device.Named(name))
	if err != nil {
		t.Fatal(err)
	}
	m := parseText(t, "victim.mlir", []byte(text))
	p, err := b.Compile(context.Background(), m, backends.CompileOptions{})
	if err != nil && name == "c" {
		return v, false
	}
	if err != nil {
		t.Fatal(err)
	}
	var blob bytes.Buffer
	if err := errors.Join(p.(backends.Exporter).Export(&blob), p.Close()); err != nil {
		t.Fatal(err)
	}
	return victim{name, b, m, blob.Bytes()}, true
}

// imported imports blob on v's backend, closes the program, and returns how many bytes were
// allocated. If these are more than limit, it tries up to four times and returns the minimum, since
// other goroutines allocate too.
func (v *victim) imported(blob []byte, limit uint64) (by uint64, err error) {
	o := backends.ImportOptions{Registry: v.module.Op.Registry()}
	by = 1 << 63
	for tries := 0; tries < 4 && by > limit; tries++ {
		by = min(by, allocated(func() {
			var p backends.Program
			if p, err = v.on.(backends.Importer).Import(context.Background(), blob, o); err == nil {
				p.Close()
			}
		}))
	}
	return by, err
}

// mutate returns a copy of blob with one to four random changes. The copy can be equal to blob.
func mutate(rng *rand.Rand, blob []byte) []byte {
	bad := bytes.Clone(blob)
	for range 1 + rng.IntN(4) {
		if len(bad) == 0 {
			return bad
		}
		i, j := rng.IntN(len(bad)), rng.IntN(len(bad))
		switch rng.IntN(7) {
		case 0:
			bad[i] ^= 1 << rng.IntN(8)
		case 1:
			bad[i] = byte(rng.Uint32())
		case 2:
			bad[i] = []byte{0, 1, 0x7f, 0x80, 0xff}[rng.IntN(5)]
		case 3:
			bad = bad[:i]
		case 4:
			bad = append(bad[:i:i], bad[min(i, j):]...)
		case 5:
			copy(bad[i:], bad[j:])
		case 6:
			for k := i; k < min(i+9, len(bad)); k++ {
				bad[k] = 0xff
			}
		}
	}
	return bad
}

// rounds returns the number of tries with hostile input: LATHE_HOSTILE if set, otherwise usual.
func rounds(t testing.TB, usual int) int {
	if text := os.Getenv("LATHE_HOSTILE"); text != "" {
		if _, err := fmt.Sscan(text, &usual); err != nil {
			t.Fatal(err)
		}
	}
	return usual
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostileBlobs checks that the import of a changed blob fails, and allocates at most four times
// the size of the blob plus 4 KiB.
func TestHostileBlobs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	n := rounds(t, 400)
	for _, v := range victims(t) {
		var most uint64
		for range n {
			bad := mutate(rng, v.blob)
			if bytes.Equal(bad, v.blob) {
				continue
			}
			limit := 4*uint64(len(bad)) + 4096
			by, err := v.imported(bad, limit)
			if !errors.Is(err, backends.ErrBlob) {
				t.Fatalf("%s: the import of a changed blob returned %v, expected ErrBlob", v.name, err)
			}
			most = max(most, by)
			if by > limit {
				t.Fatalf("%s: %d bytes were allocated for a blob of %d bytes", v.name, by, len(bad))
			}
		}
		t.Logf("%s: %d tries with blobs of %d bytes; at most %d bytes allocated", v.name, n, len(v.blob), most)
	}
}

// TestHostilePayloads checks that the import of a changed payload with a correct checksum does not
// panic and takes limited time. It may allocate 128 KiB, and 24 bytes for each byte of the blob,
// since a valid program can need this much. A list may state any length in the payload, but this
// length must not determine how much is allocated.
func TestHostilePayloads(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	vs := victims(t)
	for _, name := range []string{"vm", "ref"} {
		large, _ := newVictim(t, name, thousand())
		vs = append(vs, large)
	}
	for _, v := range vs {
		if v.name == "c" {
			continue // its payload is machine code
		}
		n := rounds(t, 400)
		if len(v.blob) > 10_000 {
			n /= 10
		}
		h, payload, err := sealed.Unseal(v.blob)
		if err != nil {
			t.Fatal(err)
		}
		v.imported(v.blob, 0) // the first import also allocates the registry's table of operations
		read, most := 0, uint64(0)
		for range n {
			begin := time.Now()
			bad := sealed.Seal(h, mutate(rng, payload))
			limit := 24*uint64(len(bad)) + 128<<10
			by, err := v.imported(bad, limit)
			if err == nil {
				read++
			}
			if took := time.Since(begin); took > 10*time.Second {
				t.Fatalf("%s: reading took %v, expected at most 10 s", v.name, took)
			}
			most = max(most, by)
			if by > limit {
				t.Fatalf("%s: %d bytes were allocated for a blob of %d bytes: %v", v.name, by, len(bad), err)
			}
		}
		t.Logf("%s: of %d changed payloads in blobs of %d bytes, %d were valid programs; at most %d bytes were allocated", v.name, n, len(v.blob), read, most)
	}
}

// TestHostileEntries checks that a changed entry of the cache is never used: the program is
// compiled again and its results are correct. Listing the entry may allocate 64 KiB plus four times
// the size of the entry.
func TestHostileEntries(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, v := range victims(t) {
		if v.name == "c" {
			continue // compiling takes long
		}
		dir := filepath.Join(t.TempDir(), "cache")
		c := cache.Open(dir, cache.Options{})
		compile := func() cache.Result {
			p, r, err := c.Compile(context.Background(), v.on, v.module, backends.CompileOptions{})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			out, err := p.Run(context.Background(), []*tensor.Tensor{tensor.FromSlice([]int64{4}, []float32{1, 2, 3, 4})})
			want := float32(2)
			if v.name == "hetero" {
				want = 4
			}
			if err != nil || tensor.Slice[float32](out[0])[0] != want {
				t.Fatalf("%v, %v", out, err)
			}
			return r
		}
		file := filepath.Join(dir, "programs", compile().Key+".lathe")
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var entries []cache.Entry
		for range rounds(t, 100) {
			bad := mutate(rng, good)
			os.Remove(file)
			if err := os.WriteFile(file, bad, 0o444); err != nil {
				t.Fatal(err)
			}
			limit := 4*uint64(len(bad)) + 64<<10
			if by := allocated(func() { entries, err = c.Entries(true) }); err != nil || by > limit {
				t.Fatalf("%s: %d bytes were allocated for an entry of %d bytes; error %v", v.name, by, len(bad), err)
			}
			same := bytes.Equal(bad, good)
			start := min(len(bad), len("LATHEPRG"))
			if !bytes.Equal(bad[:start], good[:start]) { // the file no longer begins like an entry
				if r := compile(); r.Hit || len(entries) > 0 {
					t.Fatalf("%s: a file that is not an entry was used, or is listed as %+v", v.name, entries)
				}
				continue
			}
			if len(entries) != 1 || same != (entries[0].Err == nil) {
				t.Fatalf("%s: the cache lists the wrong entries: %+v", v.name, entries)
			}
			if r := compile(); r.Hit != same {
				t.Fatalf("%s: a changed entry was used, or an unchanged entry was not: %+v", v.name, r)
			}
		}
	}
}

// FuzzImport looks for bytes that make an import panic or hang. The bytes are a whole blob or, if
// reseal is set, a payload. The test then adds a header with a correct checksum.
func FuzzImport(f *testing.F) {
	vs := victims(f)
	for i, v := range vs {
		_, payload, err := sealed.Unseal(v.blob)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(v.blob, false, uint8(i))
		f.Add(payload, true, uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, reseal bool, which uint8) {
		v := vs[int(which)%len(vs)]
		if reseal && v.name == "c" {
			return // the payload is machine code, which the import trusts
		}
		if reseal {
			h, _, err := sealed.Unseal(v.blob)
			if err != nil {
				t.Fatal(err)
			}
			data = sealed.Seal(h, data)
		}
		defer irtest.MustEnd(20*time.Second, data)()
		p, err := v.on.(backends.Importer).Import(context.Background(), data, backends.ImportOptions{Registry: v.module.Op.Registry()})
		if err != nil {
			return
		}
		if !reseal && !bytes.Equal(data, v.blob) {
			t.Error("changed bytes were imported without an error")
		}
		p.Close()
	})
}
