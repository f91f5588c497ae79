package run

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/outfile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// printMax is the largest number of elements that are printed in full.
const printMax = 1000

func printOutputs(out io.Writer, ts []*tensor.Tensor) error {
	for _, t := range ts {
		if _, err := fmt.Fprintln(out, tensor.Format(t, printMax)); err != nil {
			return err
		}
	}
	return nil
}

// writeOutputs writes results to files in dir. After an error it leaves no files, except if
// renaming a temporary file failed: files that were renamed earlier remain.
func writeOutputs(dir string, ts []*tensor.Tensor) (err error) {
	if err := cli.MakeFolder(dir); err != nil {
		return err
	}
	var made []string
	defer func() {
		for _, f := range made {
			os.Remove(f)
		}
	}()
	for i, t := range ts {
		tmp := filepath.Join(dir, fmt.Sprintf(".out%d.%d.npy", i, os.Getpid()))
		made = append(made, tmp)
		if err := tensor.WriteNpyFile(tmp, t); err != nil {
			if path := (*os.PathError)(nil); errors.As(err, &path) {
				path.Path = outputName(dir, i)
			}
			return err
		}
	}
	for i := range made {
		if info, err := os.Lstat(outputName(dir, i)); err == nil && !info.Mode().IsRegular() {
			return diag.Errorf(diag.Span{}, "cannot write output file '%s': it is not a regular file", outputName(dir, i)).
				WithHelp("remove it, or name another directory with -o")
		}
	}
	for i, tmp := range made {
		if err := os.Rename(tmp, outputName(dir, i)); err != nil {
			return err
		}
	}
	return nil
}

func outputName(dir string, i int) string { return filepath.Join(dir, fmt.Sprintf("out%d.npy", i)) }

func writeKernels(dir string, texts map[string]string) error {
	if err := cli.MakeFolder(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := outfile.Write(filepath.Join(dir, name), []byte(texts[name])); err != nil {
			return err
		}
	}
	return nil
}
