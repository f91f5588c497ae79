package irtest

import "context"

// Countdown is a context whose method Err first returns nil Left times, and then context.Canceled.
type Countdown struct {
	context.Context
	Left int
}

// Err implements context.Context.
func (c *Countdown) Err() error {
	if c.Left--; c.Left < 0 {
		return context.Canceled
	}
	return nil
}
