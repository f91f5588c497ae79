// Package engines holds tests that run the same programs on every engine and compare the
// results.
package engines
