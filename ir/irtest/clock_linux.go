package irtest

import (
	"syscall"
	"time"
)

// processor returns the processor time of this thread. It does not depend on other processes.
func processor() time.Duration {
	const onlyThread = 1
	return used(onlyThread)
}

// ProcessorTime returns the processor time that all threads of this process have used.
func ProcessorTime() time.Duration { return used(syscall.RUSAGE_SELF) }

func used(by int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(by, &u); err != nil {
		panic("irtest: BUG: getrusage: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
