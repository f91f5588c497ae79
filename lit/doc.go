// Package lit has the tests of the tools. There is a folder for each area, with files that contain
// RUN and CHECK lines. "go test ./lit" runs them.
package lit
