package filecheck

import "fmt"

// A painter, if true, adds the terminal colors of LLVM's FileCheck to texts.
type painter bool

// A color is the number of a foreground color of a terminal.
type color int

const (
	black   color = 30
	red     color = 31
	green   color = 32
	blue    color = 34
	magenta color = 35
	cyan    color = 36
)

// severityColor returns the color of the severity in a diagnostic, such as "error".
func severityColor(kind string) color {
	switch kind {
	case "error":
		return red
	case "remark":
		return blue
	}
	return black
}

func (p painter) bold(s string) string {
	if !p {
		return s
	}
	return "\x1b[1m" + s + reset
}

func (p painter) bright(c color, s string) string {
	if !p {
		return s
	}
	return fmt.Sprintf("\x1b[0;1;%dm%s%s", c, s, reset)
}

const (
	reset = "\x1b[0m"
	// onCyan marks input that no directive matched.
	onCyan = "\x1b[0;1;46m"
)
