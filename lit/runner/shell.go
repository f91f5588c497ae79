package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// Exit statuses of the shell itself.
const (
	statusCrash    = 134 // the status after SIGABRT
	statusNotFound = 127
)

// A shell runs the commands of a test.
type shell struct {
	cfg *Config
	dir string
	env []string
	log strings.Builder // error messages
}

type contextKey int

const (
	dirKey contextKey = iota
	envKey
)

// Dir returns the folder to which the relative paths of a tool refer.
func Dir(ctx context.Context) string {
	dir, _ := ctx.Value(dirKey).(string)
	return dir
}

// Path returns the path for a name, which can be relative to the folder of the tool.
func Path(ctx context.Context, name string) string {
	if name == os.DevNull || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(Dir(ctx), name)
}

// Getenv returns a variable of the tool's environment, or "".
func Getenv(ctx context.Context, name string) string {
	env, _ := ctx.Value(envKey).([]string)
	for _, kv := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}

// list runs pipelines joined by &&, || and ;, and returns the last status.
func (sh *shell) list(ctx context.Context, l list) int {
	status := 0
	for _, item := range l {
		if item.after == "&&" && status != 0 || item.after == "||" && status == 0 {
			continue
		}
		status = sh.pipeline(ctx, item.pipeline)
	}
	return status
}

// pipeline runs commands. The input of a command is the output of the previous command. If commands
// fail, pipeline returns the status of the last command that failed.
func (sh *shell) pipeline(ctx context.Context, commands []simple) int {
	status := 0
	var input []byte
	for i, cmd := range commands {
		var stdout, stderr bytes.Buffer
		last := i == len(commands)-1
		// The commands before this one may have created files that match its patterns.
		var words []string
		for _, w := range cmd.words {
			words = append(words, globWord(w, sh.dir)...)
		}
		s := sh.simple(ctx, words, cmd.redirect, bytes.NewReader(input), &stdout, &stderr)
		if cmd.pipeErr {
			stdout.Write(stderr.Bytes())
			stderr.Reset()
		}
		input = stdout.Bytes()
		if s != 0 {
			status = s
			fmt.Fprintf(&sh.log, "%s: exit status %d\n", strings.Join(words, " "), s)
		}
		sh.note("stderr", stderr.Bytes())
		if last && s != 0 {
			sh.note("stdout", input)
		}
	}
	return status
}

// maxNote limits the bytes of an output in the description of a failure.
const maxNote = 1 << 14

func (sh *shell) note(what string, text []byte) {
	if len(text) == 0 {
		return
	}
	cut := ""
	if len(text) > maxNote {
		cut = fmt.Sprintf("… %d bytes more\n", len(text)-maxNote)
		text = text[:maxNote]
	}
	fmt.Fprintf(&sh.log, "%s:\n%s\n%s", what, bytes.TrimRight(text, "\n"), cut)
}

// simple opens the files for the redirections of a command and runs the command.
func (sh *shell) simple(ctx context.Context, words []string, redirects []redirect, stdin io.Reader, stdout, stderr io.Writer) int {
	streams := [3]io.Writer{1: stdout, 2: stderr}
	for _, r := range redirects {
		if r.op == "dup" {
			streams[r.fd] = streams[r.from]
			continue
		}
		file, err := sh.open(r)
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		defer file.Close()
		if r.fd == bothStreams {
			streams[1], streams[2] = file, file
			continue
		}
		if r.fd == 0 {
			stdin = file
			continue
		}
		streams[r.fd] = file
	}
	return sh.command(ctx, words, sh.env, stdin, streams[1], streams[2])
}

func (sh *shell) open(r redirect) (*os.File, error) {
	name := r.file
	if !filepath.IsAbs(name) {
		name = filepath.Join(sh.dir, name)
	}
	switch r.op {
	case "<":
		return os.Open(name)
	case ">>":
		return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	}
	return os.Create(name)
}

// command runs one command: "not", "env", "export", a tool, a built-in tool or a program.
func (sh *shell) command(ctx context.Context, words, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if err := ctx.Err(); err != nil {
		fmt.Fprintln(stderr, err)
		return 124
	}
	name, args := words[0], words[1:]
	switch name {
	case "not", "!":
		return sh.not(ctx, args, env, stdin, stdout, stderr)
	case "env":
		return sh.withEnv(ctx, args, env, stdin, stdout, stderr)
	case "export":
		sh.env = append(sh.env, args...)
		return 0
	}
	tool, ok := sh.cfg.Tools[name]
	if !ok {
		tool, ok = builtin(name)
	}
	if ok {
		ctx = context.WithValue(context.WithValue(ctx, dirKey, sh.dir), envKey, env)
		return call(ctx, tool, args, stdin, stdout, stderr)
	}
	if sh.cfg.Exec {
		return sh.program(ctx, words, env, stdin, stdout, stderr)
	}
	fmt.Fprintf(stderr, "%s: there is no such tool\n", name)
	return statusNotFound
}

// call calls a tool. If the tool panics, call returns statusCrash.
func call(ctx context.Context, tool Tool, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(stderr, "panic: %v\n%s", p, debug.Stack())
			status = statusCrash
		}
	}()
	return tool(ctx, args, stdin, stdout, stderr)
}

func (sh *shell) program(ctx context.Context, words, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Env = sh.dir, env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout, stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		if code := exit.ExitCode(); code >= 0 {
			return code
		}
		fmt.Fprintln(stderr, err)
		return statusCrash
	case errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist):
		fmt.Fprintf(stderr, "%s: command not found\n", words[0])
		return statusNotFound
	}
	fmt.Fprintln(stderr, err)
	return 126
}

// not runs a command that must fail without a crash. With --crash, the command must crash.
func (sh *shell) not(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	crash := len(args) > 0 && args[0] == "--crash"
	if crash {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(stderr, "not: no command given")
		return 1
	}
	s := sh.command(ctx, args, env, stdin, stdout, stderr)
	switch {
	case s == statusNotFound || ctx.Err() != nil:
		return 1
	case crash != (s == statusCrash), s == 0:
		return 1
	}
	return 0
}

// withEnv runs a command in a changed environment.
func (sh *shell) withEnv(ctx context.Context, args, env []string, stdin io.Reader, stdout, stderr io.Writer) int {
	env = slices.Clone(env)
	for len(args) > 0 {
		switch {
		case args[0] == "-i":
			env = nil
			args = args[1:]
			continue
		case args[0] == "-u" && len(args) > 1:
			env = slices.DeleteFunc(env, func(kv string) bool { return strings.HasPrefix(kv, args[1]+"=") })
			args = args[2:]
			continue
		case strings.Contains(args[0], "=") && !strings.HasPrefix(args[0], "-"):
			env = append(env, args[0])
			args = args[1:]
			continue
		}
		return sh.command(ctx, args, env, stdin, stdout, stderr)
	}
	for _, kv := range env {
		fmt.Fprintln(stdout, kv)
	}
	return 0
}
