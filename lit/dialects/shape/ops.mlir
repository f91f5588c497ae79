// The output must equal the text below.
// RUN: grep -v '^// ' %s > %t
// RUN: lathe-opt %s | grep . | diff %t -
// RUN: lathe-opt %s --mlir-print-op-generic | lathe-opt | grep . | diff %t -
module {
  func.func @sizes(%arg0: !shape.size, %arg1: index) {
    %c3 = shape.const_size 3
    %0 = shape.add %arg0, %arg1 : !shape.size, index -> !shape.size
    %1 = shape.mul %arg1, %arg1 : index, index -> index
    %2 = shape.div %c3, %arg1 : !shape.size, index -> !shape.size
    %3 = shape.max %arg0, %c3 : !shape.size, !shape.size -> !shape.size
    %4 = shape.min %arg0, %c3 : !shape.size, !shape.size -> !shape.size
    %5 = shape.index_to_size %arg1
    %6 = shape.size_to_index %arg0 : !shape.size
    return
  }
  func.func @shapes(%arg0: tensor<?x2xf32>, %arg1: !shape.shape, %arg2: tensor<?xindex>, %arg3: index, %arg4: !shape.value_shape, %arg5: tensor<2xi32>) {
    %0 = shape.const_shape [1, 2] : tensor<2xindex>
    %1 = shape.const_shape [] : !shape.shape
    %2 = shape.shape_of %arg0 : tensor<?x2xf32> -> tensor<2xindex>
    %3 = shape.shape_of %arg4 : !shape.value_shape -> !shape.shape
    %4 = shape.from_extents %arg3, %arg3 : index, index
    %5 = shape.from_extent_tensor %arg2 : tensor<?xindex>
    %6 = shape.to_extent_tensor %arg1 : !shape.shape -> tensor<?xindex>
    %7 = shape.value_as_shape %arg5 : tensor<2xi32> -> !shape.shape
    %8 = shape.dim %arg0, %arg3 : tensor<?x2xf32>, index -> index
    %9 = shape.get_extent %0, %arg3 : tensor<2xindex>, index -> index
    %10 = shape.rank %arg1 : !shape.shape -> !shape.size
    %11 = shape.num_elements %arg2 : tensor<?xindex> -> index
    %12 = shape.shape_eq %0, %arg2, %arg1 : tensor<2xindex>, tensor<?xindex>, !shape.shape
    %13 = shape.is_broadcastable %0, %arg2 : tensor<2xindex>, tensor<?xindex>
    %14 = shape.broadcast %arg1, %arg2 : !shape.shape, tensor<?xindex> -> !shape.shape
    %15 = shape.any %0, %arg2 : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
    %16 = shape.meet %arg1, %arg1 : !shape.shape, !shape.shape -> !shape.shape
    %17 = shape.meet %arg1, %1, error = "differ" : !shape.shape, !shape.shape -> !shape.shape
    %18 = shape.concat %0, %arg2 : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
    %head, %tail = "shape.split_at"(%0, %arg3) : (tensor<2xindex>, index) -> (tensor<?xindex>, tensor<?xindex>)
    %19 = shape.with_shape %arg0, %arg1 : tensor<?x2xf32>, !shape.shape
    %20 = shape.value_of %19 : tensor<?x2xf32>
    %21 = "shape.debug_print"(%arg1) : (!shape.shape) -> !shape.shape
    return
  }
  func.func @regions(%arg0: !shape.shape, %arg1: !shape.size, %arg2: tensor<2xindex>, %arg3: i1) -> (index, i1) {
    %0 = shape.reduce(%arg0, %arg1) : !shape.shape -> !shape.size {
    ^bb0(%arg4: index, %arg5: !shape.size, %arg6: !shape.size):
      %8 = shape.mul %arg6, %arg5 : !shape.size, !shape.size -> !shape.size
      shape.yield %8 : !shape.size
    }
    %1 = shape.cstr_broadcastable %arg0, %arg2 : !shape.shape, tensor<2xindex>
    %2 = shape.cstr_eq %arg0, %arg2 : !shape.shape, tensor<2xindex>
    %3 = shape.cstr_require %arg3, "must hold"
    %4 = shape.const_witness true
    %5 = shape.assuming_all %1, %2, %3, %4
    %6:2 = shape.assuming %5 -> (index, i1) {
      %8 = shape.rank %arg2 : tensor<2xindex> -> index
      shape.assuming_yield %8, %arg3 : index, i1
    }
    shape.assuming %5 {
    }
    %7 = shape.size_to_index %0 : !shape.size
    return %6#0, %6#1 : index, i1
  }
}
