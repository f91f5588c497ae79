package index_test

import (
	"fmt"
	"testing"

	"github.com/lathe-ir/lathe/dialects/index"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// fold folds the operation in the last line of body, in which %x is an unknown value.
func fold(t *testing.T, body string) string {
	t.Helper()
	return irtest.Fold(t, "%x = \"test.value\"() : () -> index\n"+body, index.Dialect())
}

func TestFoldConstants(t *testing.T) {
	for _, c := range []struct {
		op   string
		x, y int64
		want string
	}{
		{"add", 3000000000, 1000000000000, "1003000000000 : index"},
		{"sub", -2000000000, 3000000000, "-5000000000 : index"},
		{"mul", 8000000000000002000, 2, "-2446744073709547616 : index"},
		{"divs", -5, 2, "-2 : index"},
		{"divs", 1, 0, "-"},
		{"divs", 4000000000, 2, "-"},
		{"divu", 7, 2, "3 : index"},
		{"divu", -1, 2, "-"},
		{"divu", 1, 0, "-"},
		{"ceildivs", 7, 2, "4 : index"},
		{"ceildivs", -7, 2, "-3 : index"},
		{"ceildivs", 7, 0, "-"},
		{"ceildivs", 0, 7, "0 : index"},
		{"ceildivu", 7, 2, "4 : index"},
		{"ceildivu", -7, 2, "-"},
		{"floordivs", -5, 2, "-3 : index"},
		{"floordivs", 5, -2, "-3 : index"},
		{"floordivs", 6, 2, "3 : index"},
		{"rems", -5, 2, "-1 : index"},
		{"remu", 5, 3, "2 : index"},
		{"remu", 5, 0, "-"},
		{"maxs", -4, 7, "7 : index"},
		{"maxu", -4, 7, "-4 : index"},
		{"mins", -4, 7, "-4 : index"},
		{"minu", -4, 7, "7 : index"},
		{"shl", 128, 2, "512 : index"},
		{"shl", 1, 32, "-"},
		{"shrs", -8, 1, "-4 : index"},
		{"shrs", 4000000000000, 10, "-"},
		{"shrs", 1, 100, "-"},
		{"shru", 8, 1, "4 : index"},
		{"shru", -8, 1, "-"},
		{"and", 5, 1, "1 : index"},
		{"or", 5, 2, "7 : index"},
		{"xor", 5, 1, "4 : index"},
	} {
		body := fmt.Sprintf("%%a = index.constant %d\n%%b = index.constant %d\n%%r = index.%s %%a, %%b", c.x, c.y, c.op)
		if got := fold(t, body); got != c.want {
			t.Errorf("%s %d, %d folds to %s, want %s", c.op, c.x, c.y, got, c.want)
		}
	}
}

func TestFoldOthers(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%c = index.constant 0\n%r = index.add %x, %c", "%0"},
		{"%c = index.constant 0\n%r = index.sub %x, %c", "%0"},
		{"%c = index.constant 1\n%r = index.mul %x, %c", "%0"},
		{"%c = index.constant 0\n%r = index.mul %x, %c", "%1"},
		{"%r = index.add %x, %x", "-"},
		{"%r = index.cmp eq(%x, %x)", "true"},
		{"%r = index.cmp ult(%x, %x)", "false"},
		{"%a = index.constant 3\n%r = index.cmp slt(%x, %a)", "-"},
		{"%a = index.constant 3\n%b = index.constant 4\n%r = index.cmp slt(%a, %b)", "true"},
		{"%a = index.constant 3000000000\n%b = index.constant 4\n%r = index.cmp slt(%a, %b)", "-"},
		{"%a = index.constant 4\n%m = index.mins %x, %a\n%b = index.constant 5\n%r = index.cmp slt(%m, %b)", "true"},
		{"%a = index.constant 4\n%m = index.maxs %x, %a\n%b = index.constant 3\n%r = index.cmp eq(%m, %b)", "false"},
		{"%a = index.constant 4\n%m = index.maxs %x, %a\n%b = index.constant 5\n%r = index.cmp eq(%m, %b)", "-"},
		{"%a = index.constant 4\n%m = index.minu %x, %a\n%b = index.constant 4\n%r = index.cmp ule(%m, %b)", "true"},
		{"%a = index.constant 4\n%m = index.maxu %x, %a\n%b = index.constant 4\n%r = index.cmp ult(%m, %b)", "false"},
		{"%a = index.constant -5000000000\n%r = index.casts %a : index to i32", "-705032704 : i32"},
		{"%a = index.constant -5000000000\n%r = index.casts %a : index to i64", "-"},
		{"%a = index.constant -5\n%r = index.casts %a : index to i64", "-5 : i64"},
		{"%a = index.constant -5\n%r = index.castu %a : index to i64", "-"},
		{"%a = index.constant 5\n%r = index.castu %a : index to i48", "5 : i48"},
	} {
		if got := fold(t, c.body); got != c.want {
			t.Errorf("%s\nfolds to %s, want %s", c.body, got, c.want)
		}
	}
}
