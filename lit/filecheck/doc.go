// Package filecheck compares a tool's output with the expectations written in
// a test file, in the language of LLVM's FileCheck.
//
// The reference is LLVM's "FileCheck - Flexible pattern matching file verifier"
// (llvm.org/docs/CommandGuide/FileCheck.html). Directives, options, messages and exit statuses are
// the same, so that test files run with either program. Intended differences:
//
//   - an --implicit-check-not that is not a valid pattern is an error;
//   - in {{…}}, a back-reference \1 may only name a group that is not repeated
//     and not inside an alternation.
//
// As in LLVM, everything works on bytes: '.' matches one byte.
package filecheck
