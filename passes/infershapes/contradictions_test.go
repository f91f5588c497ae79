package infershapes_test

import (
	"slices"
	"strings"
	"testing"
)

// contradiction is an operator whose operands, results or parameters contradict each other. args
// and op are the arguments for [function].
type contradiction struct{ args, op, err string }

// contradictions are cases of TestR30Contradictions, which adds more cases.
var contradictions = []contradiction{
	{"2x3xf32 4x2xf32 u", "dense {units = 4 : i64}", "operand #1 of shape [4 3]"},
	{"2x3xf32 4x3xf32 5xf32", "dense {units = 4 : i64}", "operand #2 of shape [4]"},
	{"2x5x3xf32 u", "dense {units = 4 : i64}", "operand #0 of shape [? ?]"},
	{"2x3xf32 u", "dense {units = 0 : i64}", "at least one unit"},
	{"2x3xf32 u u", "dense {units = 4 : i64, use_bias = false}", "has a bias, but use_bias is false"},
	{"2x3xf32 u", "dense {units = 4 : i64, use_bias = true}", "has no bias, but use_bias is true"},
	{"2x3xf32 4x2xf32", "matmul", "cannot multiply shapes"},
	{"2x3xf32 3x2xf32", "matmul {transpose_a = true}", "cannot multiply shapes"},
	{"2x3xf32 3x2xf32", "matmul {transpose_b = true}", "cannot multiply shapes"},
	{"f32 3x2xf32", "matmul", "no dimension"},
	{"2x3xf32 u", "matmul -> 5xf32", "result #0"},
	{"2x3x4x5xf32 u", "matmul -> 2x3xf32", "shape [2 3], which has too few dimensions"},
	{"1x4x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>}", "data of layout 'NCHW'"},
	{"1x4x8x8xf32 4x5x3x3xf32", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>}", "operand #1 of shape [4 4 3 3]"},
	{"1x4x8x8xf32 u 5xf32", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>}", "operand #2 of shape [4]"},
	{"1x4x8x8xf32 u u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, use_bias = false}", "has a bias"},
	{"1x4x8x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, use_bias = true}", "has no bias"},
	{"1x4x8x8xf32 u", "conv2d {channels = 0 : i64, kernel_size = array<i64: 3, 3>}", "channels must be a multiple of groups"},
	{"1x4x8x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3>}", "two numbers"},
	{"1x4x8x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 9>}", "larger than its data"},
	{"1x4x8x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 0, 1>}", "positive strides"},
	{"1x4x8x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, -1>}", "no negative padding"},
	{"1x4x8x8xf32 u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, dilation = array<i64: 4, 1>}", "larger than its data"},
	{"1x4x8x8xf32 u", "conv2d {channels = 6 : i64, kernel_size = array<i64: 3, 3>, groups = 3 : i64}", "4 channels for 3 groups"},
	{"1x4x8x8xf32 u", `conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, layout = "NCHW4c"}`, "data of layout 'NCHW4c'"},
	{"1x1x8x8x5xf32 u", `conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, layout = "NCHW4c"}`, "operand #0 of shape [? ? ? ? 4]"},
	{"1x4x8x8xf32 u", `conv2d {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_layout = "NCHW4c"}`, "extent 6 of 'C' is not a multiple of the block size 4"},
	{"1x4x8x8xf32 u", `conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>, kernel_layout = "OIH"}`, "needs layouts with the dimensions NCHW (data), OIHW (weight) and NCHW (result)"},
	{"u u", "conv2d {channels = 4 : i64, kernel_size = array<i64: 3, 3>} -> 1x5x6x6xf32", "result #0 of shape"},
	{"1x4x8x8xf32 5x6x3x3xf32", "conv2d_transpose {channels = 6 : i64, kernel_size = array<i64: 3, 3>}", "operand #1 of shape [4 6 3 3]"},
	{"1x4x8x8xf32 u", "conv2d_transpose {channels = 6 : i64, kernel_size = array<i64: 3, 3>, output_padding = array<i64: -1, 0>}", "output_padding"},
	{"1x4x8x8xf32 u", "conv2d_transpose {channels = 6 : i64, kernel_size = array<i64: 3, 3>, use_bias = true}", "has no bias"},
	{"1x4x?x8xf32 u", "conv2d_transpose {channels = 6 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} -> 1x6x4x17xf32", "result #0 of shape [1 6 3 17]"},
	{"1x12x6x6xf32 1x4x9x8xf32 u", "_conv2d_grad/2 {channels = 12 : i64, kernel_size = array<i64: 3, 3>}", "result #0 of shape"},
	{"4x10x12xf32", "max_pool2d {pool_size = array<i64: 3, 3>}", "data of shape [4 10 12] has too few dimensions for layout 'NCHW'"},
	{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 3>}", "two numbers"},
	{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 13, 3>}", "larger than its data"},
	{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 2, 2>, strides = array<i64: 1, 0>}", "two numbers"},
	{"4x10x12x12xf32", "max_pool2d {pool_size = array<i64: 2, 2>, padding = array<i64: 3, 0>}", "has padding (3, 0), but padding must be less than pool_size (2, 2)"},
	{"4x10x12x12xf32", "avg_pool2d {pool_size = array<i64: 2, 2>, padding = array<i64: 0, 2>}", "has padding (0, 2)"},
	{"4x10x12x12xf32", `avg_pool2d {pool_size = array<i64: 2, 2>, layout = "NC"}`, "layout 'NC' must have H and W"},
	{"u", "max_pool2d {pool_size = array<i64: 3, 3>} -> 4x10xf32", "too few dimensions for layout 'NCHW'"},
	{"4x10x12xf32", "global_max_pool2d", "data of shape [4 10 12] has too few dimensions for layout 'NCHW'"},
	{"u", "global_avg_pool2d -> 4x10x2x1xf32", "result #0 of shape [4 10 1 1]"},
	{"1x4x7x7xf32 1x4x9x8xf32", "_max_pool2d_grad {pool_size = array<i64: 2, 2>}", "result #0 of shape"},
	{"1x4x8x8xf32", "upsampling {scale = 0 : i64}", "a scale of at least 1"},
	{"1x4x8x8xf32", `upsampling {scale = 2 : i64, method = "BICUBIC"}`, "has method 'BICUBIC'"},
	{"u", "upsampling {scale = 2 : i64} -> 1x4x7x8xf32", "result #0 of shape [1 4 6 8]"},
	{"2x3xf32 u u u u", "batch_norm/3 {axis = 2 : i64}", "has axis 2"},
	{"2x3xf32 2xf32 u u u", "batch_norm/3", "operand #1 of shape [3]"},
	{"2x3xf32 u 2xf32 u u", "batch_norm/3", "operand #2 of shape [3]"},
	{"2x?xf32 3xf32 u 4xf32 u", "batch_norm/3", "operand #3 of shape [3]"},
	{"2x3xf32 u u u 1x1xf32", "batch_norm/3", "operand #4 of shape [3]"},
	{"2x3xf32", "dropout/2 {rate = 7.0}", "a rate between 0 and 1"},
	{"1x3x2xf32 2xf32", "prelu", "operand #1 of shape [3]"},
	{"1x3x2xf32 u", "prelu {axis = -4 : i64}", "has axis -4"},
	{"2x3xf32", "softmax {axis = 5 : i64}", "has axis 5, but data of shape [2 3]"},
	{"2x3xf32", "log_softmax {axis = -7 : i64}", "has axis -7"},
	{"f32", "flatten", "has no dimensions"},
	{"2x3xf32", "flatten -> 2x4xf32", "result #0 of shape [2 3]"},
	{"u", "flatten -> 2xf32", "result #0 of shape [? ?]"},
	{"2x3xf32", "reshape {shape = array<i64: 4, -1>}", "cannot reshape shape"},
	{"2x?xf32", "reshape {shape = array<i64: 0, -1>} -> 3x4xf32", "result #0 of shape [2 ?]"},
	{"6xf32 2x4xf32", "reshape_like", "cannot reshape shape [6] to [2 4]"},
	{"2x3xf32", "expand_dims {axis = 3 : i64}", "has axis 3"},
	{"2x3xf32", "expand_dims {axis = 1 : i64, num_newaxis = -1 : i64}", "num_newaxis between 0 and 64, but has -1"},
	{"u", "expand_dims {axis = 0 : i64, num_newaxis = 2 : i64} -> 1x2x3xf32", "result #0 of shape [1 1 ?]"},
	{"u", "expand_dims {axis = 0 : i64, num_newaxis = 2 : i64} -> 1xf32", "adds 2 dimensions"},
	{"1x3xf32", "squeeze {axis = array<i64: 1>}", "whose extent is not 1"},
	{"1x3xf32", "squeeze {axis = array<i64: 0, -2>}", "has axis 0 twice in (0, -2)"},
	{"1x3xf32", "squeeze {axis = array<i64: 2>}", "has axis 2"},
	{"2x3xf32", "transpose {axes = array<i64: 0, 0>}", "not a permutation"},
	{"2x3xf32", "transpose -> 2x3xf32", "result #0 of shape [3 2]"},
	{"2x3xf32 4x3xf32", "concatenate", "cannot join shape"},
	{"2x3xf32 2x4xf32", "concatenate {axis = 4 : i64}", "has axis 4"},
	{"2x3xf32", "split/2 {indices_or_sections = 2 : i64}", "cannot cut an extent of 3 into 2 parts"},
	{"2x3xf32", "split/2 {indices_or_sections = 3 : i64}", "splits into 3 parts, but has 2 results"},
	{"2x3xf32", "split/2 {indices_or_sections = array<i64: 4>}", "cannot cut an extent of 3"},
	{"2x3xf32", "split/2 {indices_or_sections = array<i64: 1>, axis = 2 : i64}", "has axis 2"},
	{"2x3xf32", "split/2 {indices_or_sections = array<i64: 1>} -> 2x1xf32 3x2xf32", "result #1"},
	{"u", "split/2 {indices_or_sections = array<i64: 1>} -> 2x2xf32 2x2xf32", "result #0 of shape [2 1]"},
	{"u", "split/2 {indices_or_sections = 2 : i64} -> 2x2xf32 2x3xf32", "result #1 of shape [2 2]"},
	{"2x3xf32", "broadcast_to {shape = array<i64: 4, 3>}", "cannot broadcast shape [2 3] to (4, 3)"},
	{"2x3xf32", "broadcast_to {shape = array<i64: 3>}", "cannot broadcast"},
	{"1x3xf32", "broadcast_to {shape = array<i64: -4, 3>}", "negative extent"},
	{"u", "broadcast_to {shape = array<i64: 0, 3>} -> 4x5xf32", "result #0 of shape [? 3]"},
	{"1x6x2x2xf32", `__layout_transform__ {src_layout = "NCHW", dst_layout = "NCHW4c"}`, "extent 6 of 'C' is not a multiple of the block size 4"},
	{"1x2x2x2x5xf32", `__layout_transform__ {src_layout = "NCHW4c", dst_layout = "NCHW"}`, "operand #0 of shape [? ? ? ? 4]"},
	{"4xf32", `__layout_transform__ {src_layout = "C", dst_layout = "CN"}`, "cannot convert layout"},
	{"4xf32", `__layout_transform__ {src_layout = "C", dst_layout = "C4"}`, "ends in a number"},
	{"4x5xf32", "sum {axis = array<i64: 1, 1>}", "has axis 1 twice in (1, 1)"},
	{"4x5xf32", "max {axis = array<i64: 1, -1>}", "has axis 1 twice in (1, -1)"},
	{"4x5xf32", "min {axis = array<i64: 2>}", "has axis 2, but a tensor of rank 2"},
	{"4x5xf32", "sum {axis = array<i64: 1>, keepdims = true} -> 4xf32", "result #0 of shape [4 1]"},
	{"u", "sum {axis = array<i64: 1>, keepdims = true} -> 4x2xf32", "result #0 of shape [? 1]"},
	{"4x5xf32", "max {axis = array<i64: 1>, exclude = true} -> 4xf32", "result #0 of shape [5]"},
	{"3xf32 4x5xf32", "expand_like {axis = array<i64: 1>}", "operand #0 of shape [4]"},
	{"4xf32 4x5xf32", "expand_like {axis = array<i64: 9>}", "has axis 9"},
	{"4xf32 4x5xf32", "expand_like {axis = array<i64: 1>, keepdims = true}", "operand #0 of shape [4 1]"},
	{"4xf32 4x5xf32", "expand_like {axis = array<i64: 1>, exclude = true}", "operand #0 of shape [5]"},
	{"4x5xf32 6xf32", "collapse_sum", "cannot sum a tensor of shape [4 5] to shape [6]"},
	{"5xf32 4x5xf32", "collapse_sum", "which cannot be broadcast to the first shape"},
	{"2x3xf32 2x3xf32", "elemwise_sum {num_args = 3 : i64}", "has num_args = 3, but 2 operands"},
	{"2x3xf32", `cast {dtype = "float31"}`, `unknown element type "float31"`},
	{"2x3xf32", `cast {dtype = "float64"} -> 2x3xf16`, "expected result of element type 'f64', but got 'f16'"},
	{"", `full {fill_value = 1.0, shape = array<i64: 2>, dtype = "half"}`, `unknown element type "half"`},
	{"", "full {fill_value = 1.0, shape = array<i64: 2>} -> 3xf32", "result #0 of shape [2]"},
	{"", "zeros {shape = array<i64: -2>}", "negative extent"},
	{"", `zeros {dtype = "int8"} -> 2xf32`, "expected result of element type 'i8', but got 'f32'"},
	{"", "ones {shape = array<i64: 2>} -> 2x2xf32", "result #0 of shape [2]"},
	{"2x3xf32 3x2xf32", "_assign", "expected equal shapes"},
	{"4x5xf32", "mean {axis = array<i64: 1, 1>}", "has axis 1 twice in (1, 1)"},
	{"4x5xf32", "prod {axis = array<i64: 2>}", "has axis 2, but a tensor of rank 2"},
	{"4x5xf32", "argmax {axis = array<i64: 1>} -> 5xi32", "result #0 of shape [4]"},
	{"4x5xf32", "argmin {axis = array<i64: 1>} -> 4xf32", "expected result of element type 'i32', but got 'f32'"},
	{"4x5xf32", "flip {axis = 2 : i64}", "has axis 2, but data of shape [4 5]"},
	{"4xf32", "lrn {size = 3 : i64}", "has axis 1, but data of shape [4]"},
	{"4x5xf32", "pad {pad_width = array<i64: 1, 1>}", "operand #0 of shape [?]"},
	{"4xf32", "pad {pad_width = array<i64: 1, 2>} -> 6xf32", "result #0 of shape [7]"},
	{"4xf32", "pad {pad_width = array<i64: -1, 2>}", "not negative, but has ((-1, 2),)"},
	{"u", "pad {pad_width = array<i64: 4, 4>} -> 7xf32", "negative extent"},
	{"4xf32", "strided_slice {begin = array<i64: 0, 0>, end = array<i64: 1, 1>}", "for 2 dimensions, but data of shape [4]"},
	{"4xf32", "strided_slice {begin = array<i64: 0>, end = array<i64: 1>, stride = array<i64: 0>}", "stride 0 for dimension 0"},
	{"4xf32", "strided_slice {begin = array<i64: 0>, end = array<i64: 3>} -> 4xf32", "result #0 of shape [3]"},
	{"4x5xf32 4xf32", "slice_like", "tensors of equal rank if axis is absent or empty"},
	{"4x5xf32 4xf32", "slice_like {axis = array<i64: 1>}", "cuts dimension 1, but the operand slice_like has shape [4]"},
	{"4x5xf32 4x6xf32", "slice_like", "cannot take 6 elements of dimension 1"},
	{"4x5xf32 3xi32", "take {axis = 2 : i64}", "has axis 2, but data of shape [4 5]"},
	{"4x5xf32 3xf32", "take {axis = 1 : i64}", "needs integers as indices, but has 'f32'"},
	{"4x5xf32 3xi32", "take -> 4xf32", "result #0 of shape [3]"},
	{"3xf32 4x5xf32 4x5xf32", "where", "operand #0 of shape [4]"},
	{"4x5xf32 4x5xf32 5x4xf32", "where", "expected equal shapes"},
	{"4xi32 4x5xf32 4x5xf16", "where", "one element type"},
	{"4xf32", "__lshift_scalar__ {scalar = 1.0}", "needs integers, but has 'f32'"},
	{"4xi32", "__rshift_scalar__ {scalar = 1.0} -> 4xi8", "one element type"},
	{"4xi32", "__rshift_scalar__ {scalar = 1.0} -> 5xi32", "expected equal shapes"},
	{"4xi32 3xi32", "broadcast_left_shift", "cannot broadcast shapes"},
	{"4xi32 4xf32", "broadcast_right_shift", "needs integers, but has 'f32'"},
	{"4x5xf32", "_max_mask {axis = array<i64: 2>}", "has axis 2, but a tensor of rank 2"},
	{"4x5xf32", "_min_mask -> 4x6xf32", "expected equal shapes"},
	{"4x5xf32 3xi32", "gather_nd", "indices of at least 2 dimensions"},
	{"4x5xf32 3x2xi32", "gather_nd", "has 3 indices for each part, but data of shape [4 5]"},
	{"4x5xf32 1x2xf32", "gather_nd", "needs integers as indices, but has 'f32'"},
	{"4x5xf32 1x2xi32", "gather_nd -> 2x4xf32", "result #0 of shape [2 5]"},
	{"1x2x4x4xf32", "resize {size = array<i64: 3>}", "a size of two numbers"},
	{"1x2x4x4xf32", "resize {size = array<i64: 3, 0>}", "each at least 1, but has (3, 0)"},
	{"1x2x4x4xf32", "resize {size = array<i64: 3, 3>} -> 1x2x3x4xf32", "result #0 of shape [1 2 3 3]"},
	{"1x2x4x4xi32", "resize {size = array<i64: 3, 3>}", "needs floating-point numbers for the method 'BILINEAR'"},
	{"1x1x4x4x4xf32 u", `_contrib_conv2d_NCHWc {channels = 8 : i64, kernel_size = array<i64: 1, 1>, layout = "NCHW8c"}`, "of shape [? ? ? ? 8]"},
	{"8x4x2x2xf32", "_contrib_conv2d_winograd_weight_transform {tile_size = 4 : i64}", "has no transform for a kernel of shape [2 2]"},
	{"8x4x3x3xf32", "_contrib_conv2d_winograd_weight_transform {tile_size = 9 : i64}", "a tile_size between 2 and 8, but has 9"},
	{"8x4x3x3xf32", "_contrib_conv2d_winograd_weight_transform {tile_size = 4 : i64} -> 8x4x6x6xf32", "result #0 of shape [6 6 8 4]"},
	{"1x4x9x9xf32 6x6x8x3xf32", "_contrib_conv2d_winograd_without_weight_transform {channels = 8 : i64, kernel_size = array<i64: 3, 3>, tile_size = 4 : i64}", "operand #1 of shape [6 6 8 4]"},
	{"1x4x9x9xf32 u", "_contrib_conv2d_winograd_without_weight_transform {channels = 8 : i64, groups = 2 : i64, kernel_size = array<i64: 3, 3>, tile_size = 4 : i64}", "one group and no dilation"},
	{"8x4x5x5xf32", "_contrib_conv2d_winograd_nnpack_weight_transform {convolution_algorithm = 0 : i64}", "has no transform for a kernel of shape [5 5]"},
	{"8x4x3x3xf32", `_contrib_conv2d_winograd_nnpack_weight_transform {convolution_algorithm = 0 : i64, out_dtype = "float16"} -> 8x4x8x8xf32`, "expected result of element type 'f16', but got 'f32'"},
	{"1x4x9x9xf32 8x4x6x6xf32", "_contrib_conv2d_winograd_nnpack_without_weight_transform {channels = 8 : i64, kernel_size = array<i64: 3, 3>}", "operand #1 of shape [8 4 8 8]"},
	{"1x3x4xf32", "multibox_prior", "operand #0 of shape [? ? ? ?]"},
	{"1x3x4x5xf32", "multibox_prior {sizes = array<f64>}", "at least one size and one ratio"},
	{"1x3x4x5xf32", "multibox_prior {steps = array<f64: 0.5, -1.0>}", "two steps that are both positive or both -1"},
	{"1x3x4x5xf32", "multibox_prior {sizes = array<f64: 0.5, 1.0>} -> 1x20x4xf32", "result #0 of shape [1 40 4]"},
	{"2x3x5xf32 2x16xf32 u", "multibox_transform_loc/2", "operand #1 of shape [2 20]"},
	{"2x3x5xf32 u u", "multibox_transform_loc/2 {variances = array<f64: 1.0>}", "needs four variances, but has 1"},
	{"2x3x5xf32 u u", "multibox_transform_loc/2 -> u 2xf32", "expected result #1 of element type 'i32', but got 'f32'"},
	{"2x5x5xf32 2xi32", "non_max_suppression", "operand #0 of shape [? ? 6]"},
	{"2x5x6xf32 3xi32", "non_max_suppression", "operand #1 of shape [2]"},
	{"2x5x6xf32 2xf32", "non_max_suppression", "needs integers as valid_count, but has 'f32'"},
	{"2x5x6xf32 2xi32", "non_max_suppression {id_index = 6 : i64}", "an id_index between -1 and 5"},
	{"2x5x6xf32 2xi32", "non_max_suppression -> 2x5x6xf32", "result #0 of shape [? ?]"},
	{"2x5x6xf32 2xi32", "nms -> 2x6x6xf32", "result #0 of shape [2 5 6]"},
	{"1x4x6x6xf32", "yolo_reorg {stride = 0 : i64}", "a stride from 1 to 2147483647, but has 0"},
	{"1x4x6x5xf32", "yolo_reorg {stride = 2 : i64}", "cannot divide dimension #3 of shape [1 4 6 5] by 2"},
	{"1x15x2x2xf32", "yolo_region {n = 2 : i64, classes = 3 : i64, coords = 4 : i64, background = 0 : i64, softmax = 1 : i64}", "operand #0 of shape [? 16 ? ?]"},
	{"1x16x2x2xf32", "yolo_region {n = 2 : i64, classes = 3 : i64, coords = 1 : i64, background = 0 : i64, softmax = 1 : i64}", "needs coords between 2 and 1048576, but has 1"},
	{"1x4x8x8xf32 u u", "_conv2d_grad/3 {channels = 4 : i64, kernel_size = array<i64: 3, 3>, use_bias = false}", "has a bias, but use_bias is false"},
	{"1x4x7x7xf32 1x4x8x8xf32 1x4x7x8xf32", "_max_pool2d_grad {pool_size = array<i64: 2, 2>}", "operand #2 of shape [1 4 7 7]"},
}

// sameEverywhere lists operators with one operand and one result of the same type.
var sameEverywhere = []string{
	"abs", "block_grad", "ceil", "clip {a_min = 0.0, a_max = 1.0}", "copy", "exp", "floor", "leaky_relu", "log", "negative", "relu", "sigmoid", "sqrt", "tanh",
	"erf", "flip", "l2_normalize {eps = 1.0}", "log10", "log2", "logical_not", "lrn {size = 3 : i64}", "round", "softrelu", "trunc",
	"__add_scalar__ {scalar = 1.0}", "__sub_scalar__ {scalar = 1.0}", "__rsub_scalar__ {scalar = 1.0}", "__mul_scalar__ {scalar = 1.0}",
	"__div_scalar__ {scalar = 1.0}", "__rdiv_scalar__ {scalar = 1.0}", "__pow_scalar__ {scalar = 1.0}", "__rpow_scalar__ {scalar = 1.0}",
	"full_like {fill_value = 1.0}", "zeros_like", "ones_like", "read",
}

// TestR30Contradictions checks that a contradiction is found for every operator with inference
// rules, and that the error names the operator. NNVM itself finds no contradiction if all shapes
// are known.
func TestR30Contradictions(t *testing.T) {
	all := slices.Clone(contradictions)
	for _, op := range sameEverywhere {
		all = append(all, contradiction{"2x3xf32", op + " -> 3x2xf32", "expected equal shapes"}, contradiction{"2x3xf32", op + " -> 2x3xf16", "one element type"})
	}
	for _, op := range []string{"elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div", "elemwise_mod", "elemwise_pow", "elemwise_sum", "greater", "less", "logical_and", "logical_or", "relu_grad"} {
		all = append(all, contradiction{"2x3xf32 3x2xf32", op, "expected equal shapes"}, contradiction{"2x3xf32 2x3xf16", op, "one element type"})
	}
	for _, op := range []string{"add", "sub", "mul", "div", "mod", "pow", "max", "min", "greater", "less", "equal", "not_equal", "greater_equal", "less_equal"} {
		all = append(all, contradiction{"2x3xf32 4xf32", "broadcast_" + op, "cannot broadcast shapes"},
			contradiction{"2x3xf32 u", "broadcast_" + op + " -> 4x5xf32", "cannot broadcast shape [2 3] to the result's shape [4 5]"})
	}
	seen := map[string]bool{}
	for _, c := range all {
		name := c.op[:len(c.op)-len(strings.TrimLeft(c.op, "abcdefghijklmnopqrstuvwxyzNCHW_0123456789"))]
		seen[name] = true
		_, err := infer(t, function(c.args, c.op))
		if err == nil || !strings.Contains(err.Error(), c.err) || !strings.Contains(err.Error(), "'nnvm."+name+"' op") {
			t.Errorf("%s of %s: the error is %v, want %q", c.op, c.args, err, c.err)
		}
	}
	for _, def := range registry(t).Ops() {
		name, ours := strings.CutPrefix(def.Name(), "nnvm.")
		if !ours || seen[name] || name == "__undef__" || name == "after" || name == "tvm_op" { // no rules
			continue
		}
		t.Errorf("contradictions has no case for the operator %s", name)
	}
}

// TestR30FromResults infers the types of operands, in most cases from known types of results.
func TestR30FromResults(t *testing.T) {
	for _, c := range []struct{ args, op, want string }{
		{"u", "split/2 {indices_or_sections = 2 : i64} -> 10x10xf32 u", "10x20xf32 10x10xf32 10x10xf32"},
		{"u", "split/2 {indices_or_sections = 2 : i64} -> u ?x10xf32", "?x20xf32 ?x10xf32 ?x10xf32"},
		{"u", "split/2 {indices_or_sections = array<i64: 11>} -> 10x11xf32 10x9xf32", "10x20xf32 10x11xf32 10x9xf32"},
		{"10x20xf32", "split/2 {indices_or_sections = array<i64: 11>}", "10x20xf32 10x11xf32 10x9xf32"},
		{"?x20xf32", "split/2 {indices_or_sections = array<i64: 11>} -> 10x?xf32 u", "10x20xf32 10x11xf32 10x9xf32"},
		{"?x?x?x?xf32 u", "conv2d {channels = 12 : i64, kernel_size = array<i64: 3, 3>} -> 4x12x8x10xf32", "4x?x10x12xf32 12x?x3x3xf32 4x12x8x10xf32"},
		{"u 12x5x3x3xf32", "conv2d {channels = 12 : i64, kernel_size = array<i64: 3, 3>, padding = array<i64: 1, 1>} -> 4x12x8x10xf32", "4x5x8x10xf32 12x5x3x3xf32 4x12x8x10xf32"},
		{"u u", "conv2d {channels = 12 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} -> 4x12x8x10xf32", "4x?x?x?xf32 12x?x3x3xf32 4x12x8x10xf32"},
		{"u 32x2x3x3xf32", `conv2d {channels = 32 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>, layout = "NHWC"} -> 1x6x6x32xf32`, "1x8x8x8xf32 32x2x3x3xf32 1x6x6x32xf32"},
		{"u 2x1x3x3x4x16xf32", `conv2d {channels = 32 : i64, kernel_size = array<i64: 3, 3>, layout = "NCHW4c", kernel_layout = "OIHW4i16o", out_layout = "NCHW16c"} -> 1x2x6x6x16xf32`,
			"1x1x8x8x4xf32 2x1x3x3x4x16xf32 1x2x6x6x16xf32"},
		{"u 10x15x3x3xf32", "conv2d_transpose {channels = 15 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} -> 4x15x21x25xf32", "4x10x10x12xf32 10x15x3x3xf32 4x15x21x25xf32"},
		{"?x?x?x?xf32", "max_pool2d {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>} -> 1x2x8x9xf32", "1x2x8x9xf32 1x2x8x9xf32"},
		{"u", "avg_pool2d {pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} -> 1x2x8x9xf32", "1x2x?x?xf32 1x2x8x9xf32"},
		{"u", "global_max_pool2d -> 1x2x1x1xf32", "1x2x?x?xf32 1x2x1x1xf32"},
		{"u", "upsampling {scale = 3 : i64} -> 1x2x6x9xf32", "1x2x2x3xf32 1x2x6x9xf32"},
		{"u", "resize {size = array<i64: 6, 9>} -> 1x2x?x?xf32", "1x2x?x?xf32 1x2x6x9xf32"},
		{"u", "_contrib_conv2d_winograd_weight_transform {tile_size = 4 : i64} -> 6x6x8x4xf32", "8x4x3x3xf32 6x6x8x4xf32"},
		{"u 6x6x8x4xf32", "_contrib_conv2d_winograd_without_weight_transform {channels = 8 : i64, kernel_size = array<i64: 3, 3>, tile_size = 4 : i64} -> 1x8x7x7xf32", "1x4x9x9xf32 6x6x8x4xf32 1x8x7x7xf32"},
		{"u", "_contrib_conv2d_winograd_nnpack_weight_transform {convolution_algorithm = 0 : i64} -> 8x4x8x8xf32", "8x4x3x3xf32 8x4x8x8xf32"},
		{"u u 1x5x4xf32", "multibox_transform_loc/2 -> u 2xi32", "2x?x5xf32 2x20xf32 1x5x4xf32 2x5x6xf32 2xi32"},
		{"u u", "non_max_suppression {return_indices = false} -> 2x5x6xf32", "2x5x6xf32 2xf32 2x5x6xf32"},
		{"u u", "nms -> 2x5x6xf32", "2x5x6xf32 2xf32 2x5x6xf32"},
		{"u", "yolo_reorg {stride = 2 : i64} -> 1x16x3x3xf32", "1x4x6x6xf32 1x16x3x3xf32"},
		{"1x?x2x2xf32", "yolo_region {n = 2 : i64, classes = 3 : i64, coords = 4 : i64, background = 0 : i64, softmax = 1 : i64}", "1x16x2x2xf32 1x16x2x2xf32"},
		{"u u", "_max_pool2d_grad {pool_size = array<i64: 2, 2>} -> 1x4x8x8xf32", "1x4x7x7xf32 1x4x8x8xf32 1x4x8x8xf32"},
		{"u", "expand_dims {axis = 1 : i64, num_newaxis = 2 : i64} -> 10x1x1x20xf32", "10x20xf32 10x1x1x20xf32"},
		{"u", "squeeze {axis = array<i64: 1>} -> 3x4xf32", "3x1x4xf32 3x4xf32"},
		{"u", "squeeze {axis = array<i64: 0>} -> 1xf32", "u 1xf32"},
		{"2x?x4xf32", "flatten -> 2x12xf32", "2x3x4xf32 2x12xf32"},
		{"2x?xf32", "reshape {shape = array<i64: 3, 4>}", "2x6xf32 3x4xf32"},
		{"?x6xf32", "reshape {shape = array<i64: -4, -1, 2, 0>}", "?x6xf32 ?x2x6xf32"},
		{"2x?xf32 3x4xf32", "reshape_like", "2x6xf32 3x4xf32 3x4xf32"},
		{"6xf32 ?x3xf32", "reshape_like", "6xf32 2x3xf32 2x3xf32"},
		{"u", "sum {axis = array<i64: 1>, keepdims = true} -> 4x1xf32", "4x?xf32 4x1xf32"},
		{"u", "max {axis = array<i64: 1>} -> 4x5xf32", "4x?x5xf32 4x5xf32"},
		{"?x7x?xf32", "sum {axis = array<i64: 1>} -> 4x5xf32", "4x7x5xf32 4x5xf32"},
		{"u 4x5xf32", "expand_like {axis = array<i64: 1>}", "4xf32 4x5xf32 4x5xf32"},
		{"u 1x5xf32", "broadcast_add -> 4x5xf32", "u 1x5xf32 4x5xf32"},
		{"u 5xf32", "broadcast_mul -> 4x5xf32", "4x?xf32 5xf32 4x5xf32"},
		{"?x?xf32 1x5xf32", "broadcast_sub -> 4x5xf32", "4x?xf32 1x5xf32 4x5xf32"},
		{"u", "broadcast_to {shape = array<i64: 0, 4>}", "u ?x4xf32"},
		{"?x1xf32", "broadcast_to {shape = array<i64: 0, 4>} -> 3x?xf32", "3x1xf32 3x4xf32"},
		{"10x20xf32 u", "matmul -> 10x30xf32", "10x20xf32 20x30xf32 10x30xf32"},
		{"u 30x20xf32", "matmul {transpose_b = true} -> 10x30xf32", "10x20xf32 30x20xf32 10x30xf32"},
		{"20xf32 20xf32", "matmul", "20xf32 20xf32 1xf32"},
		{"2x?x4xf32 u 3xf32 u u", "batch_norm/3", "2x3x4xf32 3xf32 3xf32 3xf32 3xf32 2x3x4xf32 3xf32 3xf32"},
		{"1x?x2xf32 3xf32", "prelu", "1x3x2xf32 3xf32 1x3x2xf32"},
		{"?x8x2x2xf32", `__layout_transform__ {src_layout = "NCHW", dst_layout = "NCHW4c"} -> 1x2x2x2x4xf32`, "1x8x2x2xf32 1x2x2x2x4xf32"},
		{"u", `__layout_transform__ {src_layout = "C", dst_layout = "C16c"}`, "?xf32 ?x16xf32"},
	} {
		got, err := infer(t, function(c.args, c.op))
		if err != nil {
			t.Errorf("%s of %s: got error %v", c.op, c.args, err)
			continue
		}
		known := strings.ReplaceAll(strings.Join(got, " "), "*x!nnvm.any", "u")
		known = strings.NewReplacer("x!nnvm.any", "xf32", "*xf32", "u").Replace(known) // compare shapes only
		if known != c.want {
			t.Errorf("%s of %s: got\n\t%s\nwant\n\t%s", c.op, c.args, known, c.want)
		}
	}
}
