package jit

import "github.com/lathe-ir/lathe/backends"

// FactoryWithoutVectors returns the factory of the backend on a processor without AVX2 and NEON.
func FactoryWithoutVectors() backends.Factory { return factory(features() &^ (hasAVX2 | hasNEON)) }

// Unable returns why the backend can't run on this machine; nil if it can.
func Unable() error {
	_, err := detect(features())
	return err
}
