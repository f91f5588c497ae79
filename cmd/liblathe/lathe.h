/* Lathe as a library for C and for languages that call C. It compiles programs in MLIR
 * text, and runs them. Build the library with
 *
 *     go build -buildmode=c-shared -o liblathe.so ./cmd/liblathe
 *
 * All functions may be called from any thread. Several threads may use one executable
 * at the same time. A function that can fail returns 0 on success. If it fails, it
 * leaves *out and *text unchanged. If error is not NULL, a function that fails also sets
 * *error to a message, which the caller must free with lathe_free. */
#ifndef LATHE_H
#define LATHE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It changes if a program that was built with an older
 * header could stop working. */
#define LATHE_ABI 3

/* The types of elements. An element of fewer than 8 bits takes one byte. A LATHE_I1 is
 * 0 or 1, a signed integer of 2 or 4 bits is extended with its sign, and other elements
 * are extended with zeros. Signless integers of the IR have the codes of signed integers. */
enum {
    LATHE_I1 = 1,
    LATHE_I8,
    LATHE_I16,
    LATHE_I32,
    LATHE_I64,
    LATHE_U8,
    LATHE_U16,
    LATHE_U32,
    LATHE_U64,
    LATHE_F16,
    LATHE_BF16,
    LATHE_F32,
    LATHE_F64,
    LATHE_C64,
    LATHE_C128,
    LATHE_I2,
    LATHE_I4,
    LATHE_U2,
    LATHE_U4,
    LATHE_F4E2M1FN,
    LATHE_F6E2M3FN,
    LATHE_F6E3M2FN,
    LATHE_F8E3M4,
    LATHE_F8E4M3,
    LATHE_F8E4M3FN,
    LATHE_F8E4M3FNUZ,
    LATHE_F8E4M3B11FNUZ,
    LATHE_F8E5M2,
    LATHE_F8E5M2FNUZ,
    LATHE_F8E8M0FNU
};

#define LATHE_MAX_RANK 16

/* The shape and element type of an input or output. */
typedef struct {
    int32_t kind;
    int32_t rank; /* at most LATHE_MAX_RANK */
    int64_t shape[LATHE_MAX_RANK]; /* INT64_MIN: the extent is dynamic */
} lathe_type;

/* A dense tensor in row-major order. data points to the elements, in the byte order of
 * the machine, and bytes is their size. The caller owns the memory. */
typedef struct {
    lathe_type type;
    void *data;
    size_t bytes;
} lathe_tensor;

/* Options for compiling a program. A field that is NULL or 0 selects the default. */
typedef struct {
    const char *entry;     /* the function to run; by default @main, or the only public function */
    const char *backend;   /* "jit", "vm" or "ref"; by default jit, or vm on machines where jit cannot run;
                            * must not be set together with devices */
    const char *devices;   /* the devices among which the program is divided, such as "vm.0,vm.1" */
    const char *cache_dir; /* a folder for compiled programs, which later processes can use; if the folder
                            * cannot be used, a warning is printed to standard error */
    int32_t threads;       /* the number of processors that a run may use; 0: all */
    const char *tuning;    /* a file with schedules of kernels, written by lathe tune */
    int32_t optimization_level; /* 3: when the program is compiled for the first time, search for fast
                                 * schedules of its kernels, and store the schedules in cache_dir;
                                 * 0 or 2: choose the schedules by fixed rules */
    const char *accuracy;  /* "strict", the default; or "fast", which allows changes of results within
                            * the error bounds in docs/numerics.md */
} lathe_options;

typedef uintptr_t lathe_executable; /* 0 is not an executable */

/* cgo cannot express const, so the const types have names. */
typedef const char lathe_text;
typedef const lathe_options lathe_const_options;
typedef const lathe_tensor lathe_const_tensor;
typedef const lathe_type lathe_const_type;

/* Returns the value of LATHE_ABI with which the library was built. */
int32_t lathe_abi(void);

/* Compiles length bytes of MLIR text, and sets *out to the executable. o may be NULL. */
int32_t lathe_compile(lathe_text *text, size_t length, lathe_const_options *o, lathe_executable *out, char **error);

/* Like lathe_compile, but compiles the program for inputs of the given n types. These types
 * can be more precise than the types in the program. Most backends need this function for a
 * program with dynamic shapes. Such a program must be compiled once for each combination of
 * shapes. */
int32_t lathe_compile_for(lathe_text *text, size_t length, lathe_const_options *o, lathe_const_type *inputs, int32_t n, lathe_executable *out, char **error);

/* Return the number of inputs or outputs, or -1 if e is not an executable. */
int32_t lathe_inputs(lathe_executable e);
int32_t lathe_outputs(lathe_executable e);

/* Set *out to the type of input or output i. The first input or output has i = 0. */
int32_t lathe_input_type(lathe_executable e, int32_t i, lathe_type *out, char **error);
int32_t lathe_output_type(lathe_executable e, int32_t i, lathe_type *out, char **error);

/* Runs e on n inputs, and writes m results to the memory that outputs describe. Inputs
 * must have the types that lathe_input_type returns, and outputs the types that
 * lathe_output_type returns. An output must not share memory with an input or with another
 * output. If the run fails, the memory of the outputs is unchanged, and e can be run again. */
int32_t lathe_run(lathe_executable e, lathe_const_tensor *inputs, int32_t n, lathe_tensor *outputs, int32_t m, char **error);

/* Sets *text to the text that lathe run prints for t. The caller must free the text with
 * lathe_free. */
int32_t lathe_format(lathe_const_tensor *t, char **text, char **error);

/* Frees e. No thread may use e at the same time or later. */
int32_t lathe_close(lathe_executable e, char **error);

/* Frees a text that a function of this library returned. If text is NULL, it does nothing. */
void lathe_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
