package jit_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// TestRefusedMemory runs a program in a process in which mprotect cannot make memory executable, as
// under MemoryDenyWriteExecute of systemd. jit then maps the code from an anonymous file. If the
// system refuses such files too, vm runs the program.
func TestRefusedMemory(t *testing.T) {
	if how := os.Getenv(runRefused); how != "" {
		backend, warnings := runDefault(t, nil)
		fmt.Println("ran on", backend)
		if refused := how == "all"; refused != (backend == "vm") || refused != (len(warnings) == 1) {
			t.Errorf("%s runs the program, with warnings %q", backend, warnings)
		}
		return
	}
	for _, how := range []string{"mprotect", "all"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestRefusedMemory$", "-test.v")
		cmd.Env = append(os.Environ(), runRefused+"="+how)
		out, err := cmd.CombinedOutput()
		switch {
		case errors.Is(err, syscall.ENOEXEC): // qemu runs this process, but cannot start another
			t.Skip(err)
		case strings.Contains(string(out), unavailable):
			t.Logf("%s", out)
		case err != nil || !strings.Contains(string(out), "ran on"):
			t.Errorf("if the system refuses %s, the process fails: %v\n%s", how, err, out)
		}
	}
}

const unavailable = "the system cannot refuse executable memory to this process"

// refuse makes the system refuse executable memory to this process. If how is "all", the system
// refuses anonymous files too. If the system cannot refuse the memory, refuse ends the process.
func refuse(how string) {
	const setMDWE, refuseGain = 65, 1
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setMDWE, refuseGain, 0, 0, 0, 0)
	if errno == 0 && how == "all" {
		errno = refuseFiles()
	}
	if errno != 0 {
		fmt.Println(unavailable+":", errno)
		os.Exit(0)
	}
}

// refuseFiles makes memfd_create fail in all threads.
func refuseFiles() syscall.Errno {
	if runtime.GOARCH != "amd64" {
		return syscall.ENOSYS
	}
	const (
		setNoNewPrivs = 38
		seccomp       = 317
		setFilter     = 1
		allThreads    = 1
		memfdCreate   = 319
		allow         = 0x7fff0000
		fail          = 0x00050000
	)
	filter := []syscall.SockFilter{
		{Code: syscall.BPF_LD | syscall.BPF_W | syscall.BPF_ABS, K: 0},                   // loads the system call's number
		{Code: syscall.BPF_JMP | syscall.BPF_JEQ | syscall.BPF_K, Jf: 1, K: memfdCreate}, // other calls: skip the next instruction
		{Code: syscall.BPF_RET | syscall.BPF_K, K: fail | uint32(syscall.EPERM)},
		{Code: syscall.BPF_RET | syscall.BPF_K, K: allow},
	}
	program := syscall.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivs, 1, 0, 0, 0, 0); errno != 0 {
		return errno
	}
	_, _, errno := syscall.RawSyscall(seccomp, setFilter, allThreads, uintptr(unsafe.Pointer(&program)))
	return errno
}
