package backends

import "context"

// Until returns the results of f, or the error of ctx if ctx ends first. In that case, f continues,
// and its results are dropped.
func Until[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type results struct {
		value T
		err   error
	}
	made := make(chan results, 1)
	go func() {
		v, err := f()
		made <- results{v, err}
	}()
	select {
	case r := <-made:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
