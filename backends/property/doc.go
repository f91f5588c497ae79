// Package property declares properties of devices and programs, checks their values, and converts
// values to and from text.
package property
