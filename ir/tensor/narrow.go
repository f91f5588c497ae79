package tensor

import "fmt"

// CheckBytes returns an error if the kind has fewer than 8 bits and a byte of Data is not a valid
// element. Engines interpret such bytes differently. The error begins with "must have only bytes".
func (t *Tensor) CheckBytes() error {
	width := t.Kind.Bits()
	if width >= 8 {
		return nil
	}
	least, count := 0, 1<<width
	if t.Kind == I2 || t.Kind == I4 {
		least = -count / 2
	}
	for i, b := range t.Data {
		if b-byte(least) < byte(count) {
			continue
		}
		got := int(b)
		if least < 0 {
			got = int(int8(b))
		}
		return fmt.Errorf("must have only bytes from %d to %d, since its elements have type '%s', but byte %d is %d", least, least+count-1, t.Kind, i, got)
	}
	return nil
}
