package irtest

import "context"

// Countdown is a context that is canceled after some calls of Err.
type Countdown struct {
	context.Context
	Left int // the number of calls for which Err still returns nil
}

// Err implements context.Context.
func (c *Countdown) Err() error {
	if c.Left--; c.Left < 0 {
		return context.Canceled
	}
	return nil
}
