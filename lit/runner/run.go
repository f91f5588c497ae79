package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// RunFile runs one test file.
func RunFile(cfg Config, path string) Result {
	r := Result{Path: path}
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return r.because(Unresolved, err.Error())
	}
	s, err := parseScript(data)
	if err != nil {
		return r.because(Unresolved, err.Error())
	}
	if !s.runs() {
		return r.because(NotATest, "no RUN lines")
	}
	why, err := s.refused(cfg.Features)
	if err != nil {
		return r.because(Unresolved, err.Error())
	}
	if why != "" {
		return r.because(Unsupported, why)
	}
	xfail, err := s.expectFail(cfg.Features)
	if err != nil {
		return r.because(Unresolved, err.Error())
	}
	temp, err := os.MkdirTemp(cfg.TempDir, "lit")
	if err != nil {
		return r.because(Unresolved, err.Error())
	}
	defer os.RemoveAll(temp)
	output, ok := runScript(cfg, s, path, temp)
	switch {
	case xfail && ok:
		return r.because(UnexpectedPass, "the test passed, although XFAIL expects it to fail")
	case xfail:
		return r.because(ExpectFail, output)
	case !ok:
		return r.because(Fail, output)
	}
	return r
}

func (r Result) because(s Status, why string) Result {
	r.Status, r.Output = s, why
	return r
}

// refused returns the reason not to run the test, or "".
func (s *script) refused(features []string) (string, error) {
	for _, cond := range s.requires {
		if ok, err := holds(cond, features); err != nil || !ok {
			return "requires " + cond, err
		}
	}
	for _, cond := range s.unsupported {
		if ok, err := holds(cond, features); err != nil || ok {
			return "unsupported with " + cond, err
		}
	}
	return "", nil
}

func (s *script) expectFail(features []string) (bool, error) {
	for _, cond := range s.xfail {
		if cond == "*" {
			return true, nil
		}
		if ok, err := holds(cond, features); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// runScript runs the commands until one fails, and describes the failure.
func runScript(cfg Config, s *script, path, temp string) (output string, ok bool) {
	timeout := cfg.Timeout
	if timeout == 0 {
		timeout = time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	env := cfg.Env
	if env == nil {
		env = os.Environ()
	}
	sh := &shell{cfg: &cfg, dir: temp, env: append([]string{}, env...)}
	subs := append(substitutions{}, cfg.Substitutions...)
	subs = append(subs, fileSubstitutions(path, temp)...)
	for _, line := range s.lines {
		if line.keyword != "RUN" {
			if err := subs.define(line.keyword, line.text); err != nil {
				return fmt.Sprintf("line %d: %v", line.number, err), false
			}
			continue
		}
		command, err := subs.expand(line.text)
		if err != nil {
			return fmt.Sprintf("line %d: %v", line.number, err), false
		}
		l, err := parseShell(command)
		if err != nil {
			return fmt.Sprintf("line %d: %v\n%s", line.number, err, command), false
		}
		sh.log.Reset()
		if status := sh.list(ctx, l); status != 0 {
			return failure(line, command, sh, status, ctx.Err()), false
		}
	}
	return "", true
}

func failure(line scriptLine, command string, sh *shell, status int, late error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "RUN line %d: %s\n", line.number, line.text)
	if command != line.text {
		fmt.Fprintf(&b, "that is: %s\n", command)
	}
	fmt.Fprintf(&b, "exit status %d\n", status)
	if late != nil {
		fmt.Fprintf(&b, "stopped: %v\n", late)
	}
	b.WriteString(sh.log.String())
	return b.String()
}
