//go:build !unix

package c

import (
	"io/fs"
	"os"
	"os/exec"
)

// tryLock cannot lock files here, so no folder is ever removed as that of a process that has ended.
func tryLock(*os.File) lockState { return lockMissing }

func isOwn(fs.FileInfo) bool { return false }

func fileNumber(fs.FileInfo) uint64 { return 0 }

func together(*exec.Cmd) {}
