package irtest

import (
	"syscall"
	"time"
)

// onlyThread selects the processor time of one thread.
const onlyThread = 1

// processor is the processor time that this thread has used, which other processes on a
// busy machine take no part in.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(onlyThread, &u); err != nil {
		panic("irtest: BUG: getrusage: " + err.Error())
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
