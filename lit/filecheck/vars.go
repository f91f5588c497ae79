package filecheck

import (
	"errors"
	"math/big"
	"strings"
)

var errOverflow = errors.New("overflow error")

// A number is a numeric variable. All uses of a name share the same number.
type number struct {
	name    string
	format  format   // the format in its definition
	value   *big.Int // nil: not defined yet
	defLine int      // the line of the last definition; uses on this line are errors; 0: there is no definition
}

// variables are the variables of one comparison.
type variables struct {
	strings map[string]string
	numbers map[string]*number
	// stringNames has the names of string variables that options and the file define. Definitions
	// of numeric variables with these names are errors.
	stringNames map[string]bool
}

func newVariables() *variables {
	return &variables{
		strings:     map[string]string{},
		numbers:     map[string]*number{},
		stringNames: map[string]bool{},
	}
}

// forgetLocals drops the values of all variables whose names do not begin with '$'.
func (v *variables) forgetLocals() {
	for name := range v.strings {
		if !strings.HasPrefix(name, "$") {
			delete(v.strings, name)
		}
	}
	for name, n := range v.numbers {
		if !strings.HasPrefix(name, "$") {
			n.value = nil
		}
	}
}

// An undefined is the use of a variable without a value.
type undefined struct {
	name string
	at   place
}

func (u *undefined) Error() string { return "undefined variable: " + u.name }

// nameLength returns the length of the variable name at the start of s, or 0 if there is none. The
// length includes the '$' or '@'.
func nameLength(s string) int {
	i := 0
	if strings.HasPrefix(s, "$") || strings.HasPrefix(s, "@") {
		i = 1
	}
	if i == len(s) || !isWord(s[i]) || s[i] >= '0' && s[i] <= '9' {
		return 0
	}
	for i < len(s) && isWord(s[i]) {
		i++
	}
	return i
}
