// Package commands is the command line of lathe as a library. Each family of commands has a package
// below this package. Another Go module can build a tool like lathe from the bundles that it lists:
//
//	func main() { commands.Main(all.Bundle(), npu.Bundle()) }
//
// The commands are not in package driver, because their command-line parser imports os/user. With
// cgo, os/user makes a binary dynamic, but lathe-opt must be static.
package commands
