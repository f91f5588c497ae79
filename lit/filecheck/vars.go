package filecheck

import (
	"errors"
	"math/big"
	"strings"
)

var errOverflow = errors.New("overflow error")

// A number is a numeric variable. All uses of a name share one.
type number struct {
	name    string
	format  format   // of its definition
	value   *big.Int // nil: none yet
	defLine int      // line of the last definition, on which uses are errors; 0: none
}

// variables are the variables of one comparison.
type variables struct {
	strings map[string]string
	numbers map[string]*number
	// stringNames are the strings defined anywhere in the file, known while it
	// is read, so that a number cannot take the same name.
	stringNames map[string]bool
}

func newVariables() *variables {
	return &variables{
		strings:     map[string]string{},
		numbers:     map[string]*number{},
		stringNames: map[string]bool{},
	}
}

// forgetLocals drops the values of all variables without a '$'.
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

// nameLength returns the length of the variable name that s starts with, its
// '$' or '@' included, or 0.
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
