// Command lathevet checks the house rules that the Go compiler does not check, as a tool of go
// vet:
//
//	go build -o lathevet ./cmd/lathevet && go vet -vettool=$PWD/lathevet ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/lathe-ir/lathe/cmd/lathevet/house"
)

func main() { unitchecker.Main(house.Analyzers()...) }
