package successors

import (
	"strings"
	"testing"

	devices "github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
)

func readParts(t *testing.T, text string) (*partition.Config, error) {
	t.Helper()
	return devices.ReadPartition(file(t, "parts.yaml", text))
}

func TestR12UserConfig(t *testing.T) {
	c, err := readParts(t, "function: test\npartitions: 3\nnames: [p1, p2, p3]\nbackends: [I, CPU, I]\nops: {sub: 0, mul: 1}\n")
	if err != nil {
		t.Fatal(err)
	}
	divided(t, "g03", three(), "user", placement.Options{}, c).
		expect(t, "test_p1 I {sub} 192 [1]", "test_p2 CPU {mul} 192 [0]", "test_p3 I {add sub1} 256 [2]")
	c, err = readParts(t, "partitions: 3\nnames: [p0, p1, p2]\nlogical: [[0], [1], [0, 1]]\nunits: [1, 2, 3]\noptions: [{}, {key: value}, {}]\nreplicas: {1: 2}\nops: {add1: 0, '#3': 2}\n")
	if err != nil {
		t.Fatal(err)
	}
	p := divided(t, "g06", several("I", 3, 3072), "user", placement.Options{}, c)
	p.expect(t, "main_p0 I {add1} 240 [0]", "main_p2 I {add2} 240 [0 1]", "main_p1 I {sub1} 240 [1]")
	p.edges(t, "main_p0 → main_p2", "main_p0 → main_p1", "main_p2 → main_p1")
	if n := p.dag()[2]; n.Units != 2 || n.Replicas != 2 || n.Options[0].Value != "value" {
		t.Errorf("got %+v", n.Part)
	}

	// If attributes, instead of a configuration, assign the same parts, the division is the same.
	text := strings.NewReplacer("%add1 = nn.add %a, %b", `%add1 = nn.add %a, %b {cluster.part = "p0"}`,
		"%add2 = nn.add %add1, %c", `%add2 = nn.add %add1, %c {cluster.part = "p2"}`,
		"-> tensor<2x10xf32> {", `-> tensor<2x10xf32> attributes {cluster.parts = [{name = "p0", logical = array<i64: 0>}, {name = "p1", logical = array<i64: 1>}, {name = "p2", logical = array<i64: 0, 1>}]} {`,
	).Replace(source(t, "g06"))
	q := parse(t, text)
	q.succeeds(t, parse(t, text), several("I", 3, 3072), "user", placement.Options{}, nil)
	q.expect(t, "main_p0 I {add1} 240 [0]", "main_p2 I {add2} 240 [0 1]", "main_p1 I {sub1} 240 [1]")
	q.edges(t, "main_p0 → main_p2", "main_p0 → main_p1", "main_p2 → main_p1")
	text = strings.NewReplacer("%sub = nn.sub %i1, %i2", `%sub = nn.sub %i1, %i2 {cluster.part = "p1"}`,
		"%mul = nn.mul %i1, %i2", `%mul = nn.mul %i1, %i2 {cluster.part = "p2"}`,
		"-> tensor<16xf32> {", `-> tensor<16xf32> attributes {cluster.parts = [{name = "p1", backend = "I"}, {name = "p2", backend = "CPU"}, {name = "p3", backend = "I"}]} {`,
	).Replace(source(t, "g03"))
	r := parse(t, text)
	r.succeeds(t, parse(t, text), three(), "user", placement.Options{}, nil)
	r.expect(t, "test_p1 I {sub} 192 [1]", "test_p2 CPU {mul} 192 [0]", "test_p3 I {add sub1} 256 [2]")
	r.edges(t, "test_p1 → test_p3", "test_p2 → test_p3")
}

// TestR12Mistakes checks the locations of errors, and that the program is unchanged.
func TestR12Mistakes(t *testing.T) {
	for text, want := range map[string]string{
		"partitions: 1.5\n":                                      "parts.yaml:1:13: error: partitions must be a whole number from 1 to 1000000, but is '1.5'",
		"partitions: -1\n":                                       "parts.yaml:1:13: error: partitions must be at least 1, but is -1",
		"partitions: 2\nreplicas: {1: 99999999999}\n":            "parts.yaml:2:11: error: partition 1 must have at most 1048576 replicas, but 99999999999",
		"partitions: 2\nlogical: [[0], [9223372036854775807]]\n": "parts.yaml:2:16: error: logical device ids must be at most 1048576, but partition 1 has 9223372036854775807",
		"partitions: 2\nfast: [[zz], [i1]]\nops: {sub: 0}\n":     "parts.yaml:2:9: error: the list 'fast' has 'zz', which is not a value of @test",
		"partitions: 2\nfast: [[i1], [[i2]]]\nops: {sub: 0}\n":   "parts.yaml:2:15: error: fast must be a list of lists of names, but has '[i2]', which is not a name",
		"partitions: 2\nfast: [zz, i1]\n":                        "parts.yaml:2:8: error: fast must be a list of lists of names, but has 'zz', which is not a list",
		"partitions: 2\nfast: i1\n":                              "parts.yaml:2:7: error: fast must be a list of lists of names, but is 'i1'",
		"partitions: 2\nnames: [1, b]\n":                         "parts.yaml:2:9: error: names must be a list of names, but has '1', which is not a name",
		"partitions: 2\nnames: [[a], b]\n":                       "parts.yaml:2:9: error: names must be a list of names, but has '[a]', which is not a name",
		"partitions: 2\nnames:\n":                                "parts.yaml:2:1: error: key 'names' must have a value, but has none",
		"partitions: 2\nbackends: vm\n":                          "parts.yaml:2:11: error: backends must be a list of names, but is 'vm'",
		"partitions: 2\nlogical: [0, 1]\n":                       "parts.yaml:2:11: error: logical must be a list of lists of whole numbers, but has '0', which is not a list",
		"partitions: 2\noptions: [{a: [b]}, {}]\n":               "parts.yaml:2:15: error: options must be a list of mappings from names to strings, but has '[b]', which is not a string",
		"partitions: 2\noptions: [{a: 1}, {}]\n":                 "parts.yaml:2:15: error: options must be a list of mappings from names to strings, but has '1', which is not a string",
		"partitions: 2\nreplicas: [1, 2]\n":                      "parts.yaml:2:11: error: replicas must be a mapping from partitions to whole numbers, but is '[1, 2]'",
		"partitions: 2\nreplicas: {p1: 2}\n":                     "parts.yaml:2:12: error: replicas must be a mapping from partitions to whole numbers, but has 'p1', which is not a whole number",
		"partitions: 2\nops: [sub]\n":                            "parts.yaml:2:6: error: ops must be a mapping from operations to partitions, but is '[sub]'",
		"partitions: 2\nops: {sub: first}\n":                     "parts.yaml:2:12: error: the partition of 'sub' must be a whole number, but is 'first'",
		"partitions: 99999999999999999999\n":                     "parts.yaml:1:13: error: partitions must be a whole number from 1 to 1000000, but is '99999999999999999999'",
		"function: [test]\npartitions: 2\n":                      "parts.yaml:1:11: error: function must be a non-empty text, but is '[test]'",
		"- partitions: 2\n":                                      "error: expected a mapping with the key partitions",
		"partitions: 2000000000\n":                               "parts.yaml:1:13: error: partitions must be at most 1000000, but is 2000000000",
		"partitions: 2\nunits: [0.5, 1]\n":                       "parts.yaml:2:9: error: units must be a list of whole numbers, but has '0.5'",
		"partitions: 2\nunits: [-1, 1]\n":                        "parts.yaml:2:9: error: units must not be negative, but partition 0 has -1",
		"partitions: 2\nlogical: [[0.7], [1]]\n":                 "parts.yaml:2:12: error: logical must be a list of lists of whole numbers, but has '0.7'",
		"partitions: 2\nlogical: [[-1], [1]]\n":                  "parts.yaml:2:11: error: logical device ids must not be negative, but partition 0 has -1",
		"partitions: 2\nlogical: [[], [1]]\n":                    "parts.yaml:2:11: error: partition 0 must have a logical device id, but has none",
		"partitions: 2\nlogical: []\n":                           "parts.yaml:2:10: error: logical must have an entry for each of 2 partitions, but has 0",
		"partitions: 2\nlogical: [[0, 0], [1]]\n":                "parts.yaml:2:11: error: partition 0 has device 0 twice",
		"partitions: 2\nreplicas: {0: 1.5}\n":                    "parts.yaml:2:15: error: replicas must be a mapping from partitions to whole numbers, but has '1.5'",
		"partitions: 2\nnames: []\n":                             "parts.yaml:2:8: error: names must have an entry for each of 2 partitions, but has 0",
		"partitions: 2\nnames: ['', b]\n":                        "parts.yaml:2:9: error: names must be a list of names, but has '''', which is not a name",
		"partitions: 2\nops: {sub: 0.5}\n":                       "parts.yaml:2:12: error: the partition of 'sub' must be a whole number, but is '0.5'",
		"partitions: 2\nops: {sub: 0, '%sub': 1}\n":              "parts.yaml:2:15: error: operation '%sub' is given a partition twice",
		"partitions: 3\nops: {sub: 0}\n":                         "parts.yaml:1:13: error: partitions part2 and part3 are empty, but only one may be empty: it gets all operations that are not assigned",
		"partitions: 3\nnames: [a, b, c]\nops: {sub: 0}\n":       "parts.yaml:2:15: error: partitions b and c are empty, but only one may be empty: it gets all operations that are not assigned",
		"partitions: 2\nops: {nix: 0}\n":                         "parts.yaml:2:7: error: there is no operation 'nix' in @test",
		"partitions: 2\nops: {sub: 7}\n":                         "parts.yaml:2:7: error: operation 'sub' is in partition 7, but there are only partitions 0 to 1",
		"partitions: 2\nnames: [a]\nops: {sub: 0}\n":             "parts.yaml:2:8: error: names must have an entry for each of 2 partitions, but has 1",
		"partitions: 2\nbackends: [a, b, c]\n":                   "parts.yaml:2:11: error: backends must have an entry for each of 2 partitions, but has 3",
		"partitions: 2\nlogical: [[0]]\n":                        "parts.yaml:2:10: error: logical must have an entry for each of 2 partitions, but has 1",
		"partitions: 2\nunits: [1]\n":                            "parts.yaml:2:8: error: units must have an entry for each of 2 partitions, but has 1",
		"partitions: 2\noptions: [{}]\n":                         "parts.yaml:2:10: error: options must have an entry for each of 2 partitions, but has 1",
		"partitions: 2\nreplicas: {2: 3}\n":                      "parts.yaml:2:11: error: replicas are given for partition 2, but there are only partitions 0 to 1",
		"partitions: 2\nreplicas: {1: 0}\n":                      "partition 1 must have at least one replica, but 0",
		"partitions: 2\nnames: [a, a]\n":                         "parts.yaml:2:12: error: two partitions have the name 'a'",
		"partitions: 0\n":                                        "parts.yaml:1:13: error: partitions must be at least 1, but is 0",
		"partitions: 1\nbackends: [nix]\n":                       "'nix'",
		"function: nix\npartitions: 1\n":                         "parts.yaml:1:11: error: there is no function @nix to divide; the functions to choose from are @test",
		"partitions: 2\nopps: {sub: 0}\n":                        "parts.yaml:2:1: error: unknown key 'opps'",
	} {
		c, err := readParts(t, text)
		p := load(t, "g03")
		if e := p.place(t, three()); e != nil {
			t.Fatal(e)
		}
		before := p.text()
		if err == nil {
			err = p.divide(t, "user", placement.Options{}, c)
		}
		if err == nil || !strings.Contains(fullText(err), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if !strings.Contains(fullText(err), "help: ") {
			t.Errorf("the error has no help: %v", err)
		}
		if p.text() != before {
			t.Error("the program was changed")
		}
	}
}
