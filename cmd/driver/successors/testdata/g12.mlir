// A program that is already divided into functions.
func.func private @F0(%i0: tensor<5x5xf32>, %i1: tensor<5x5xf32>) -> tensor<5x5xf32> attributes {cluster.part = {backend = "ref", fast = ["a"], logical = array<i64: 0>, name = "F0", options = [["opt0", "val0"], ["opt1", "val1"]], replicas = 3 : i64, units = 7 : i64}} {
  %mm = nn.matmul %i0, %i1 : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  return %mm : tensor<5x5xf32>
}
func.func private @F1(%smm: tensor<5x5xf32>, %i2: tensor<5x5xf32>) -> tensor<5x5xf32> attributes {cluster.part = {backend = "ref", fast = ["b"], logical = array<i64: 1>, name = "F1", options = [["opt2", "val2"]], replicas = 4 : i64, units = 8 : i64}} {
  %an = nn.add %smm, %i2 : tensor<5x5xf32>
  return %an : tensor<5x5xf32>
}
func.func private @F2(%smm: tensor<5x5xf32>, %i0: tensor<5x5xf32>, %san: tensor<5x5xf32>) -> tensor<5x5xf32> attributes {cluster.part = {backend = "ref", fast = ["c", "d"], logical = array<i64: 1, 2>, name = "F2", replicas = 1 : i64, units = 9 : i64}} {
  %mn = nn.mul %smm, %i0 : tensor<5x5xf32>
  %sn = nn.sub %san, %mn : tensor<5x5xf32>
  return %sn : tensor<5x5xf32>
}
func.func @main(%i0: tensor<5x5xf32>, %i1: tensor<5x5xf32>, %i2: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %smm = call @F0(%i0, %i1) : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %san = call @F1(%smm, %i2) : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  %final = call @F2(%smm, %i0, %san) : (tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<5x5xf32>
  return %final : tensor<5x5xf32>
}
