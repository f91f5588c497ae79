package run

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// recordProbes returns a context in which a run writes the tensors of probes to files in the folder
// of --probe-output-dir. It creates the folder and a file index.csv with the columns name, type and
// file. Without the flag, it returns ctx.
func (a Args) recordProbes(ctx context.Context) (context.Context, error) {
	if a.Probes == "" {
		return ctx, nil
	}
	if err := cli.MakeFolder(a.Probes); err != nil {
		return nil, err
	}
	name := filepath.Join(a.Probes, "index.csv")
	if err := cli.WriteWhole(name, nil); err != nil {
		return nil, err
	}
	count := 0
	var mu sync.Mutex // clusters that run at the same time call the sink concurrently
	return interp.WithProbeSink(ctx, func(id string, _ int, t *tensor.Tensor) error {
		mu.Lock()
		defer mu.Unlock()
		count++
		file := filepath.Join(a.Probes, fmt.Sprintf("probe%d.npy", count))
		if err := tensor.WriteNpyFile(file, t); err != nil {
			return err
		}
		index, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		typ := ir.Tensor(ir.KindType(t.Kind), t.Shape...)
		w := csv.NewWriter(index)
		err = w.Write([]string{cell(id), typ.String(), file})
		w.Flush()
		return errors.Join(err, w.Error(), index.Close())
	}), nil
}

// cell returns a name for a CSV file, escaped like [diag.Escape]. A single quote is put before a
// name that begins with =, +, - or @, so that spreadsheets do not read it as a formula.
func cell(name string) string {
	if name != "" && strings.Contains("=+-@", name[:1]) {
		name = "'" + name
	}
	return diag.Escape(name)
}
