module example.org/fuse

go 1.26.0

require github.com/lathe-ir/lathe v0.0.0

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/alecthomas/repr v0.5.2 // indirect
	github.com/bits-and-blooms/bitset v1.29.0 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	golang.org/x/sys v0.49.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace github.com/lathe-ir/lathe => ../..
