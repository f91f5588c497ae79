// Package lit holds the tests of the tools, by area: files
// with RUN and CHECK lines, which "go test ./lit" runs.
package lit
