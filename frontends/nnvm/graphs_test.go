package nnvm_test

import "testing"

func graphs(t testing.TB) []string { return []string{dense} }
