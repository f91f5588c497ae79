// Package lit holds the tests of what the tools do to programs, by area: files
// with RUN and CHECK lines, which "go test ./lit" runs.
package lit
