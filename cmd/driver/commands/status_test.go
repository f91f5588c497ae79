package commands_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// TestNoRepairStatus checks that lathe-opt and lathe plan exit with status 1 if no-repair is set
// and clusters depend on each other in a cycle. Status 5 is for other failures of a pass.
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
		t.Errorf("lathe plan ends with %d instead of 1", status)
	}
}
