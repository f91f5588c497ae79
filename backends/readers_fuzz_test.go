package backends_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement"
)

// mostForText returns the number of bytes that a reader may allocate for a text of n bytes of YAML.
// The 96 MiB are for keys in block style (without braces). The memory that the parser allocates for
// them grows with the square of their number, which the readers limit.
func mostForText(n int) uint64 { return 96<<20 + 1024*uint64(n) }

// checkReader checks that reading a text takes bounded time and memory, and that an error has
// diagnostics with messages.
func checkReader(t *testing.T, text []byte, read func(src *diag.Source) error) {
	defer irtest.MustEnd(10*time.Second, text)()
	var err error
	most := mostForText(len(text))
	// A source must not change, but the fuzzer reuses its buffer, so the source gets a copy.
	if by := irtest.Allocated(most, func() { err = read(diag.NewSource("fuzz.yaml", bytes.Clone(text))) }); by > most {
		t.Errorf("%d bytes were allocated for a text of %d bytes", by, len(text))
	}
	if err == nil {
		return
	}
	ds := diag.All(err)
	if len(ds) == 0 {
		t.Errorf("the error has no diagnostics: %v", err)
	}
	for _, d := range ds {
		if d.Message == "" || d.Span.IsValid() && d.Span.End > len(d.Span.Src.Text) {
			t.Errorf("the error has no message, or is not inside the text: it is at %d to %d of %d bytes: %v", d.Span.Start, d.Span.End, len(text), d)
		}
	}
}

// FuzzDevices looks for device files, in Lathe's form or Glow's, that crash the reader, take much
// time or memory, or give devices with invalid descriptions.
func FuzzDevices(f *testing.F) {
	for _, seed := range []string{
		"- name: fast\n  backend: c\n  threads: 2\n  memory: 2GiB\n  compute: 5e10\n  bandwidth: 2e10\n  launch: 1e-5\n  links: {slow: 4e9}\n" +
			"  allow: [stablehlo.*]\n  sram: 256MiB\n  sram_bandwidth: 1e12\n  peers: 256\n- name: slow\n  backend: vm\n  deny: [stablehlo.sort]\n",
		"- name: Device1\n  backendName: CPU\n  parameters: |\n    \"nonSupportedNodes\" : \"AvgPool,Mul\"\n    \"supportedNodes\" : \"\"\n    \"memory\" : \"1GiB\"\n",
		"- {name: a, backend: vm}\n- {name: vm.1, links: {a: .inf}}\n", "- name: \"a\\u0000b\"\n  backend: 'vm'\n", "\ufeff- name: vm\n", "---\n- name: vm\n---\n",
		"- name: >-\n    folded\n  backend: vm # comment\n", "- ? name\n  : vm\n", "[]", "- ~", "a: &b [*b]", "!!binary x", "- - - a", "%YAML 1.2\n---\n- a",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkReader(t, text, func(src *diag.Source) error {
			specs, err := backends.ParseDeviceFile(src)
			if err != nil {
				return err
			}
			if len(specs) == 0 || len(specs) > placement.MaxDevices {
				t.Errorf("got %d devices, expected at least one, and at most placement.MaxDevices", len(specs))
			}
			for _, s := range specs {
				if s.Name == "" || s.Backend == "" || s.Spec.Memory < 0 || s.Spec.SRAM < 0 || s.Spec.Peers < 0 {
					t.Errorf("the description of a device is invalid: %+v", s)
				}
			}
			return nil
		})
	})
}

// FuzzPartitionFile looks for partition files that crash the reader, or take much time or memory.
func FuzzPartitionFile(f *testing.F) {
	for _, seed := range []string{
		"function: main\npartitions: 3\nnames: [p1, p2, p3]\nbackends: [vm, c, vm]\nlogical: [[0], [1], [0, 2]]\nunits: [2, 3, 1]\nfast: [[], [a], []]\n" +
			"options: [{}, {key: value}, {}]\nreplicas: {0: 2}\nops: {sub: 0, mul: 1}\n",
		"partitions: 2\nops:\n  sub: 0\n  \"#4\": 1\n", "partitions: 1\nreplicas: {0: 18446744073709551615}\n", "partitions: 0x10\n", "partitions: 2\nops: {a: 0, a: 1}\n",
		"partitions: 2\nfast:\n- - a\n- []\n", "partitions: 2\noptions:\n- {a: {b: c}}\n- ~\n", "- partitions: 2\n", "{}", "~", "partitions: !!int 2",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkReader(t, text, func(src *diag.Source) error {
			_, err := device.ParsePartition(src)
			return err
		})
	})
}
