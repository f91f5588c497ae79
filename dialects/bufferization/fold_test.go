package bufferization_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/bufferization"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestFold(t *testing.T) {
	const values = "%m = \"test.m\"() : () -> memref<4xf32>\n%t = \"test.t\"() : () -> tensor<4xf32>\n"
	for _, c := range []struct{ body, want string }{
		{"%a = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>\n%r = bufferization.to_buffer %a : tensor<4xf32> to memref<4xf32>", "test.m#0"},
		{"%a = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>\n%r = bufferization.to_buffer %a : tensor<4xf32> to memref<4xf32, 1>", "-"},
		{"%a = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>\n%r = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>", "test.t#0"},
		// The unknown operation after to_buffer might write the buffer.
		{"%a = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>\n\"test.x\"() : () -> ()\n%r = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>", "-"},
		{"%r = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>", "-"},
	} {
		if got := irtest.Fold(t, values+c.body, bufferization.Dialect()); got != c.want {
			t.Errorf("%s\nfolds to %s, want %s", c.body, got, c.want)
		}
	}
}
