package run

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// probeWriter returns a function that writes recorded tensors to files in dir and lists them in
// dir/index.csv, with the columns name, type and file. It creates dir if dir does not exist. Clusters
// that run at the same time may call the function concurrently.
func probeWriter(dir string) func(id string, n int, t *tensor.Tensor) error {
	count := 0
	var mu sync.Mutex
	return func(id string, _ int, t *tensor.Tensor) error {
		mu.Lock()
		defer mu.Unlock()
		count++
		if err := cli.MakeFolder(dir); err != nil {
			return err
		}
		file := filepath.Join(dir, fmt.Sprintf("probe%d.npy", count))
		if err := tensor.WriteNpyFile(file, t); err != nil {
			return err
		}
		index, err := os.OpenFile(filepath.Join(dir, "index.csv"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		typ := ir.Tensor(ir.KindType(t.Kind), t.Shape...)
		w := csv.NewWriter(index)
		err = w.Write([]string{id, typ.String(), file})
		w.Flush()
		return errors.Join(err, w.Error(), index.Close())
	}
}
