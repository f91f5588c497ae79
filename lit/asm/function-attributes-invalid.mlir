// RUN: lathe-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func private @argument(i32 {plain})

// -----

// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func private @result() -> (i32 {plain})

// -----

// expected-error@+1 {{'bufferization.writable' is expected to be a boolean attribute}}
func.func private @writable(tensor<4xf32> {bufferization.writable = 4})

// -----

// expected-error@+1 {{'bufferization.writable' is invalid on external functions}}
func.func private @external(tensor<4xf32> {bufferization.writable = true})

// -----

// expected-error@+1 {{invalid value for 'bufferization.access'}}
func.func private @access(tensor<4xf32> {bufferization.access = "always"})

// -----

// expected-error@+1 {{'bufferization.buffer_layout' is expected to be a memref layout attribute}}
func.func private @layout(tensor<4xf32> {bufferization.buffer_layout = "row"})

// -----

// expected-error@+1 {{op expected at least one result for cast operation}}
"builtin.unrealized_conversion_cast"() : () -> ()
