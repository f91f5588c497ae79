//go:build !unix

package c

import (
	"io/fs"
	"os"
	"os/exec"
	"time"
)

// tryLock cannot lock files on this system, so sweep never removes the folders of killed processes.
func tryLock(*os.File) lockState { return lockMissing }

func isOwn(fs.FileInfo) bool { return false }

func fileNumber(fs.FileInfo) uint64 { return 0 }

func together(cmd *exec.Cmd) { cmd.WaitDelay = time.Second }
