package cache

import (
	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/sealed"
)

// Schedules is the kind of the entries that are tuning files of programs.
const Schedules = "tuning"

// Tuning returns the text of the tuning file that was stored for the program with key k; ok is
// false if there is none.
func (c *Cache) Tuning(k Key) (text string, ok bool) {
	d, err := cachedir.Open(c.dir)
	if err != nil {
		return "", false
	}
	defer d.Close()
	key := k.Sum()
	blob, err := d.Read(Schedules, key)
	if err != nil {
		return "", false
	}
	_, payload, err := unsealed(blob, key)
	if err != nil {
		_ = d.Remove(Schedules, key) // if this fails, KeepTuning replaces the entry
		return "", false
	}
	d.Touch(Schedules, key)
	return string(payload), true
}

// KeepTuning stores the text of a tuning file for the program with key k. It warns if this fails.
func (c *Cache) KeepTuning(k Key, text string) {
	key := k.Sum()
	d, err := c.create()
	if err == nil {
		defer d.Close()
		err = d.Write(Schedules, key, sealed.Seal(sealed.Header{Backend: "cache", Version: k.Name, Fingerprint: key}, []byte(text)))
	}
	if err != nil {
		c.warning(err)
	}
}
