//go:build !linux

package jit_test

func refuse(string) {}
