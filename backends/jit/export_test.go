package jit

import "github.com/lathe-ir/lathe/backends"

// FactoryWithoutAVX2 describes the backend on a processor without AVX2.
func FactoryWithoutAVX2() backends.Factory { return factory(features() &^ hasAVX2) }

// Unable returns why the backend can't run here; nil if it can.
func Unable() error {
	_, err := detect(features())
	return err
}
