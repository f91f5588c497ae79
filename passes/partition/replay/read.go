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

// maxText is the largest size of a partition file, in bytes. A file of this size has about a
// million operations. Reading a file takes about 150 times its size in memory.
const maxText = 32 << 20

const helpMake = "make a partition with lathe plan --partition-to=FILE"
