package gomlx_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/ir/hostbytes"
)

// TestLack checks that creating a buffer fails if the host does not have enough memory for it.
func TestLack(t *testing.T) {
	b := newBackend(t, "vm")
	buf, data, err := b.NewSharedBuffer(0, shapes.Make(dtypes.Int8, 1<<45))
	var lack *hostbytes.Lack
	if buf != nil || data != nil || !errors.As(err, &lack) || !strings.Contains(err.Error(), "a buffer of shape (Int8)[35184372088832]: the allocation needs 35184372088832 bytes") {
		t.Errorf("got buffer %v and error %v, expected no buffer and a hostbytes.Lack", buf, err)
	}
}
