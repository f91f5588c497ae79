//go:build !linux

package pages

func advise(start, n uintptr) bool { return false }
