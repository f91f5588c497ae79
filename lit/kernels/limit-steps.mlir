// RUN: not lathe-opt %s --kernel-verify=max-steps=100000 2>&1 | FileCheck %s

// With each level of nested loops that carry values, the proof takes three times as long.
module {
  func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
    return
  }
// CHECK: limit-steps.mlir:[[@LINE+1]]:3: error: 'func.func' op @k makes the verification of the module exceed 100000 steps
  func.func private @k(%lo: index, %hi: index) attributes {kernel.grid = 1 : index, kernel.writes = array<i64>} {
    %c1 = arith.constant 1 : index
    %r0 = scf.for %i0 = %lo to %hi step %c1 iter_args(%a0 = %lo) -> (index) {
      %r1 = scf.for %i1 = %lo to %hi step %c1 iter_args(%a1 = %a0) -> (index) {
        %r2 = scf.for %i2 = %lo to %hi step %c1 iter_args(%a2 = %a1) -> (index) {
          %r3 = scf.for %i3 = %lo to %hi step %c1 iter_args(%a3 = %a2) -> (index) {
            %r4 = scf.for %i4 = %lo to %hi step %c1 iter_args(%a4 = %a3) -> (index) {
              %r5 = scf.for %i5 = %lo to %hi step %c1 iter_args(%a5 = %a4) -> (index) {
                %r6 = scf.for %i6 = %lo to %hi step %c1 iter_args(%a6 = %a5) -> (index) {
                  %r7 = scf.for %i7 = %lo to %hi step %c1 iter_args(%a7 = %a6) -> (index) {
                    %r8 = scf.for %i8 = %lo to %hi step %c1 iter_args(%a8 = %a7) -> (index) {
                      %r9 = scf.for %i9 = %lo to %hi step %c1 iter_args(%a9 = %a8) -> (index) {
                        %r10 = scf.for %i10 = %lo to %hi step %c1 iter_args(%a10 = %a9) -> (index) {
                          %r11 = scf.for %i11 = %lo to %hi step %c1 iter_args(%a11 = %a10) -> (index) {
                            %r12 = scf.for %i12 = %lo to %hi step %c1 iter_args(%a12 = %a11) -> (index) {
                              %r13 = scf.for %i13 = %lo to %hi step %c1 iter_args(%a13 = %a12) -> (index) {
                                %r14 = scf.for %i14 = %lo to %hi step %c1 iter_args(%a14 = %a13) -> (index) {
                                  %r15 = scf.for %i15 = %lo to %hi step %c1 iter_args(%a15 = %a14) -> (index) {
                                    %r16 = scf.for %i16 = %lo to %hi step %c1 iter_args(%a16 = %a15) -> (index) {
                                      %r17 = scf.for %i17 = %lo to %hi step %c1 iter_args(%a17 = %a16) -> (index) {
                                        %r18 = scf.for %i18 = %lo to %hi step %c1 iter_args(%a18 = %a17) -> (index) {
                                          %r19 = scf.for %i19 = %lo to %hi step %c1 iter_args(%a19 = %a18) -> (index) {
                                            %r20 = scf.for %i20 = %lo to %hi step %c1 iter_args(%a20 = %a19) -> (index) {
                                              %r21 = scf.for %i21 = %lo to %hi step %c1 iter_args(%a21 = %a20) -> (index) {
                                                %r22 = scf.for %i22 = %lo to %hi step %c1 iter_args(%a22 = %a21) -> (index) {
                                                  %r23 = scf.for %i23 = %lo to %hi step %c1 iter_args(%a23 = %a22) -> (index) {
                                                    %m23 = arith.muli %a23, %a23 : index
                                                    scf.yield %m23 : index
                                                  }
                                                  %m22 = arith.muli %r23, %r23 : index
                                                  scf.yield %m22 : index
                                                }
                                                %m21 = arith.muli %r22, %r22 : index
                                                scf.yield %m21 : index
                                              }
                                              %m20 = arith.muli %r21, %r21 : index
                                              scf.yield %m20 : index
                                            }
                                            %m19 = arith.muli %r20, %r20 : index
                                            scf.yield %m19 : index
                                          }
                                          %m18 = arith.muli %r19, %r19 : index
                                          scf.yield %m18 : index
                                        }
                                        %m17 = arith.muli %r18, %r18 : index
                                        scf.yield %m17 : index
                                      }
                                      %m16 = arith.muli %r17, %r17 : index
                                      scf.yield %m16 : index
                                    }
                                    %m15 = arith.muli %r16, %r16 : index
                                    scf.yield %m15 : index
                                  }
                                  %m14 = arith.muli %r15, %r15 : index
                                  scf.yield %m14 : index
                                }
                                %m13 = arith.muli %r14, %r14 : index
                                scf.yield %m13 : index
                              }
                              %m12 = arith.muli %r13, %r13 : index
                              scf.yield %m12 : index
                            }
                            %m11 = arith.muli %r12, %r12 : index
                            scf.yield %m11 : index
                          }
                          %m10 = arith.muli %r11, %r11 : index
                          scf.yield %m10 : index
                        }
                        %m9 = arith.muli %r10, %r10 : index
                        scf.yield %m9 : index
                      }
                      %m8 = arith.muli %r9, %r9 : index
                      scf.yield %m8 : index
                    }
                    %m7 = arith.muli %r8, %r8 : index
                    scf.yield %m7 : index
                  }
                  %m6 = arith.muli %r7, %r7 : index
                  scf.yield %m6 : index
                }
                %m5 = arith.muli %r6, %r6 : index
                scf.yield %m5 : index
              }
              %m4 = arith.muli %r5, %r5 : index
              scf.yield %m4 : index
            }
            %m3 = arith.muli %r4, %r4 : index
            scf.yield %m3 : index
          }
          %m2 = arith.muli %r3, %r3 : index
          scf.yield %m2 : index
        }
        %m1 = arith.muli %r2, %r2 : index
        scf.yield %m1 : index
      }
      %m0 = arith.muli %r1, %r1 : index
      scf.yield %m0 : index
    }
    return
  }
}
