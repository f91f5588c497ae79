module github.com/lathe-ir/lathe/frontends/gomlx

go 1.26.0

require (
	github.com/gomlx/gomlx v0.26.0
	github.com/lathe-ir/lathe v0.0.0
	github.com/x448/float16 v0.8.4
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/bits-and-blooms/bitset v1.29.0 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	golang.org/x/exp v0.0.0-20250819193227-8b4c13bb791b // indirect
	golang.org/x/sys v0.49.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)

replace github.com/lathe-ir/lathe => ../..
