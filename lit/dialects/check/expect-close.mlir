// RUN: lathe run --backend=ref %s

// f8E8M0FNU has no sign: 0.5, 1.0, 2.0 and 4.0 are adjacent floats.
func.func @main() {
  %a = stablehlo.constant dense<[1.0, 4.0]> : tensor<2xf8E8M0FNU>
  %b = stablehlo.constant dense<[2.0, 0.5]> : tensor<2xf8E8M0FNU>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 3 : tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>
  return
}
