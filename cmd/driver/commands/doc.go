// Package commands is the command line of lathe as a library; each family of commands has a package
// below it. Another module can build its own lathe from the bundles that it lists:
//
//	func main() { commands.Main(all.Bundle(), npu.Bundle()) }
//
// The commands are not in package driver because their command-line parser needs os/user. With
// cgo, that package makes a binary dynamic; lathe-opt is static.
package commands
