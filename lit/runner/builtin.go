package runner

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/lit/filecheck"
)

func builtin(name string) (Tool, bool) {
	switch name {
	case ":", "true":
		return func(context.Context, []string, io.Reader, io.Writer, io.Writer) int { return 0 }, true
	case "false":
		return func(context.Context, []string, io.Reader, io.Writer, io.Writer) int { return 1 }, true
	case "FileCheck":
		return FileCheck, true
	case "cat":
		return cat, true
	case "count":
		return count, true
	case "cp":
		return failing(cp), true
	case "diff":
		return diff, true
	case "echo":
		return echo, true
	case "grep":
		return grep, true
	case "mkdir":
		return failing(mkdir), true
	case "mv":
		return failing(mv), true
	case "rm":
		return failing(rm), true
	case "split-file":
		return failing(splitFile), true
	case "touch":
		return failing(touch), true
	}
	return nil, false
}

// FileCheck runs package filecheck in the folder and with the environment of a test.
func FileCheck(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	args = append(filecheck.EnvironmentOptions(Getenv(ctx, "FILECHECK_OPTS")), args...)
	return filecheck.Run(args, stdin, stdout, stderr, func(name string) ([]byte, error) {
		return filecheck.ReadFile(Path(ctx, name))
	})
}

// failing returns a tool that splits its arguments into options and operands, calls f with them,
// and fails if f returns an error.
func failing(f func(ctx context.Context, options string, operands []string) error) Tool {
	return func(ctx context.Context, args []string, _ io.Reader, _, stderr io.Writer) int {
		options, operands, err := splitOptions(args)
		if err == nil {
			err = f(ctx, options, operands)
		}
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		return 0
	}
}

// splitOptions returns the letters of options such as -rf, and the operands. The long option
// --strip-trailing-cr, which has no letter, becomes '\r'.
func splitOptions(args []string) (options string, operands []string, err error) {
	for i, a := range args {
		switch {
		case a == "--":
			return options, append(operands, args[i+1:]...), nil
		case a == "--strip-trailing-cr":
			options += "\r"
		case strings.HasPrefix(a, "--"):
			return "", nil, fmt.Errorf("unknown option %s: use options of one letter", a)
		case len(a) > 1 && a[0] == '-':
			options += a[1:]
		default:
			operands = append(operands, a)
		}
	}
	return options, operands, nil
}

// readAll reads a file, or stdin for "-".
func readAll(ctx context.Context, name string, stdin io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(Path(ctx, name))
}

func cat(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	_, names, err := splitOptions(args)
	if err != nil {
		fmt.Fprintf(stderr, "cat: %v\n", err)
		return 1
	}
	if len(names) == 0 {
		names = []string{"-"}
	}
	for _, name := range names {
		data, err := readAll(ctx, name, stdin)
		if err != nil {
			fmt.Fprintf(stderr, "cat: %v\n", err)
			return 1
		}
		stdout.Write(data)
	}
	return 0
}

// count checks that its input has the given number of lines.
func count(_ context.Context, args []string, stdin io.Reader, _, stderr io.Writer) int {
	if len(args) != 1 {
		fmt.Fprintln(stderr, "count: expected one number")
		return 2
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		fmt.Fprintf(stderr, "count: %v\n", err)
		return 2
	}
	data, err := io.ReadAll(stdin)
	if err != nil {
		fmt.Fprintf(stderr, "count: %v\n", err)
		return 3
	}
	got := bytes.Count(data, []byte{'\n'})
	if n := len(data); n > 0 && data[n-1] != '\n' {
		got++
	}
	if got != want {
		fmt.Fprintf(stderr, "Expected %d lines, got %d.\n", want, got)
		return 1
	}
	return 0
}

// echo writes its arguments. -e replaces escape sequences, and -n omits the line end.
func echo(_ context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
	end, escapes := "\n", false
	for len(args) > 0 && (args[0] == "-n" || args[0] == "-e") {
		if args[0] == "-n" {
			end = ""
		}
		escapes = escapes || args[0] == "-e"
		args = args[1:]
	}
	text := strings.Join(args, " ")
	if escapes {
		text = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r").Replace(text)
	}
	io.WriteString(stdout, text+end)
	return 0
}

func mkdir(ctx context.Context, options string, names []string) error {
	for _, name := range names {
		make := os.Mkdir
		if strings.Contains(options, "p") {
			make = os.MkdirAll
		}
		if err := make(Path(ctx, name), 0o777); err != nil {
			return err
		}
	}
	return nil
}

func rm(ctx context.Context, options string, names []string) error {
	for _, name := range names {
		remove := os.Remove
		if strings.ContainsAny(options, "rR") {
			remove = os.RemoveAll
		}
		if err := remove(Path(ctx, name)); err != nil && !(strings.Contains(options, "f") && os.IsNotExist(err)) {
			return err
		}
	}
	return nil
}

func touch(ctx context.Context, _ string, names []string) error {
	for _, name := range names {
		f, err := os.OpenFile(Path(ctx, name), os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

func cp(ctx context.Context, options string, names []string) error {
	return transfer(ctx, names, func(from, to string) error {
		info, err := os.Stat(from)
		if err != nil {
			return err
		}
		if info.IsDir() && strings.ContainsAny(options, "rR") {
			return os.CopyFS(to, os.DirFS(from))
		}
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, info.Mode().Perm())
	})
}

func mv(ctx context.Context, _ string, names []string) error {
	return transfer(ctx, names, os.Rename)
}

// transfer calls "do" for each name except the last, which is the target file or folder.
func transfer(ctx context.Context, names []string, do func(from, to string) error) error {
	if len(names) < 2 {
		return fmt.Errorf("expected files and a target")
	}
	target := Path(ctx, names[len(names)-1])
	info, err := os.Stat(target)
	into := err == nil && info.IsDir()
	for _, name := range names[:len(names)-1] {
		to := target
		if into {
			to = filepath.Join(target, filepath.Base(name))
		}
		if err := do(Path(ctx, name), to); err != nil {
			return err
		}
	}
	return nil
}
