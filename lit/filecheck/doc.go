// Package filecheck compares a tool's output with the expectations in a test file, in the language
// of LLVM's FileCheck.
//
// The reference is LLVM's "FileCheck - Flexible pattern matching file verifier"
// (llvm.org/docs/CommandGuide/FileCheck.html). Directives, options, messages and exit statuses are
// the same, so that test files run with both programs. The intended differences are:
//
//   - an --implicit-check-not with an invalid pattern is an error;
//   - in {{…}}, a back-reference such as \1 may not refer to a group that is repeated or inside an
//     alternation.
//
// As in LLVM, patterns match bytes, not characters. For example, '.' matches one byte.
package filecheck
