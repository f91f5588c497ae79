package replay

import "github.com/lathe-ir/lathe/ir/diag"

// ReadFile reads the partition in a file.
func ReadFile(name string) (*File, error) {
	src, err := diag.ReadSource("partition file", name, maxText, helpMake)
	if err != nil {
		return nil, err
	}
	return Parse(src)
}

// maxText is the largest partition, in bytes: one of about a million operations. Reading it
// takes about 150 times as much memory.
const maxText = 32 << 20

const helpMake = "make one with lathe plan --partition-to=FILE"
