package commands

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func makeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return folderError(dir, err)
	}
	return nil
}

// checkFolder fails if files cannot be written to dir, and leaves no files behind. dir is created
// when the files are written; "" means no folder.
func checkFolder(dir string) error {
	if dir == "" {
		return nil
	}
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		_, err := os.Stat(at)
		if errors.Is(err, fs.ErrNotExist) && at != filepath.Dir(at) {
			continue
		}
		if err == nil {
			err = tryWriting(at)
		}
		if err != nil {
			return folderError(dir, err)
		}
		return nil
	}
}

// tryWriting makes a file in dir and removes it.
func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".lathe.*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func folderError(dir string, err error) error {
	return diag.Errorf(diag.Span{}, "cannot open output directory '%s': %v", dir, pathReason(err)).
		WithHelp("name a directory that exists or can be made")
}

// printMax is the number of elements above which a printed result is abridged.
const printMax = 1000

func printOutputs(out io.Writer, ts []*tensor.Tensor) error {
	for _, t := range ts {
		if _, err := fmt.Fprintln(out, tensor.Format(t, printMax)); err != nil {
			return err
		}
	}
	return nil
}

// writeOutputs writes results to dir: all of them or, on an error, none.
func writeOutputs(dir string, ts []*tensor.Tensor) (err error) {
	if err := makeFolder(dir); err != nil {
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
			return err
		}
	}
	for i := range made {
		if info, err := os.Stat(outputName(dir, i)); err == nil && info.IsDir() {
			return diag.Errorf(diag.Span{}, "cannot write output file '%s': it is a directory", outputName(dir, i)).
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

// outputName is the file of result i.
func outputName(dir string, i int) string { return filepath.Join(dir, fmt.Sprintf("out%d.npy", i)) }

func writeKernels(dir string, texts map[string]string) error {
	if err := makeFolder(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(texts[name]), 0o666); err != nil {
			return err
		}
	}
	return nil
}
