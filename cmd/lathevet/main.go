// Command lathevet checks the rules of this repository that the Go compiler does not check. It is a
// tool for go vet:
//
//	go build -o lathevet ./cmd/lathevet && go vet -vettool=$PWD/lathevet ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/lathe-ir/lathe/cmd/lathevet/house"
)

func main() { unitchecker.Main(house.Analyzers()...) }
