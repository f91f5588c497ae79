package commands_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// Clusters that wait for each other are what no-repair is asked for: both tools end
// with 1, which says that no pass is to blame.
func TestNoRepairStatus(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		pass   string
		status int
	}{
		{"--partition=no-repair", 1},
		{"--partition=strategy=none", 5},
	} {
		args := []string{"--affinity=devices=vm,c", test.pass, "testdata/butterfly.mlir"}
		var errs strings.Builder
		if status := tool.Opt(context.Background(), args, strings.NewReader(""), io.Discard, &errs); status != test.status {
			t.Errorf("lathe-opt %s ends with %d instead of %d: %s", test.pass, status, test.status, errs.String())
		}
	}
	if status, _, _ := lathe(t, "", "plan", "--devices=vm,c", "--no-repair", "testdata/butterfly.mlir"); status != 1 {
		t.Errorf("lathe plan ends with %d", status)
	}
}
