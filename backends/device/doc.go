// Package device describes devices before they are opened: by name, by the program, or by a file.
// It also reads the files that assign operations to partitions.
package device
