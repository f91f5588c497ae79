package nnvm_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/passes/ordermutation"
)

// TestR40Versions checks that versions of variables and control dependencies make graphs different,
// and that names do not.
func TestR40Versions(t *testing.T) {
	state := func(e, heads string) string {
		return nodes(heads, "null w", "null y", "exp e | [0, 0, "+e+"]", "_assign a | [0, 0, 1], [1, 0, 0]")
	}
	deps := func(log, sum string) string {
		return nodes("[4, 0, 0]", "null x", "exp a | [0, 0, 0]", "sqrt c | [0, 0, 0] "+sum, "log b | [0, 0, 0] "+log, "elemwise_sum s num_args=3 | [1, 0, 0], [2, 0, 0], [3, 0, 0]")
	}
	const both = "[2, 0, 0], [3, 0, 0]"
	opts := same.Options{Graph: true, Ignore: func(a string) bool { return a == "nnvm.name" }}
	for _, c := range []struct{ what, a, b, reason string }{
		{"the same", state("1", both), state("1", both), ""},
		{"other names", state("1", both), strings.NewReplacer(`"e"`, `"f"`, `"a"`, `"b"`).Replace(state("1", both)), ""},
		{"another version is read", state("0", both), state("1", both), "operand #0 of 'nnvm.exp'"},
		{"another version is returned", state("0", both+", [0, 0, 0]"), state("0", both+", [0, 0, 1]"), "operand #2 of 'func.return'"},
		{"old versions are returned", state("0", both+", [0, 0, 0]"), state("0", both+", [0, 0, 0]"), ""},
		{"an additional dependency", deps("", ""), deps("| 1", ""), "runs after 'nnvm.exp' at g.json:"},
		{"a missing dependency", deps("| 1, 2", ""), deps("| 1", ""), "runs after 'nnvm.sqrt' at g.json:"},
		{"another dependency", deps("| 1", ""), deps("| 2", ""), "runs after 'nnvm.exp' at g.json:"},
		{"dependencies in another order", deps("| 1, 2", ""), deps("| 2, 1", ""), "but lists them in different orders"},
		{"the same dependencies", deps("| 1, 2", "| 1"), deps("| 1, 2", "| 1"), ""},
	} {
		x, y := read(t, c.a).Op, read(t, c.b).Op
		d := same.Compare(x, y, opts)
		if got := d != nil; got != (c.reason != "") || got && !strings.Contains(d.Reason, c.reason) {
			t.Errorf("%s: got difference %v, want %q", c.what, d, c.reason)
		}
		if equal := same.Hash(x, opts) == same.Hash(y, opts); equal != (c.reason == "") {
			t.Errorf("%s: got equal hashes = %t, expected the opposite", c.what, equal)
		}
	}
	// Control dependencies that the pass order-mutation adds are also a difference.
	x, y := read(t, state("1", both)), read(t, state("1", both))
	ordermutation.Block(y.Entry())
	if d := same.Compare(x.Op, y.Op, opts); d == nil || !strings.Contains(d.Reason, "is 'nnvm.exp' in one and 'nnvm._assign' in the other") {
		t.Errorf("got difference %v, expected one of 'nnvm.exp' and 'nnvm._assign'", d)
	}
}
