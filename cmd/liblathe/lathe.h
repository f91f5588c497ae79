/* Lathe for C and everything that calls C: compile a program in MLIR text, and run
 * it. Build the library with
 *
 *     go build -buildmode=c-shared -o liblathe.so ./cmd/liblathe
 *
 * All functions may be called from any thread, and one executable from many at once.
 * Functions that can fail return 0 on success; otherwise, where error is not NULL,
 * *error is a message to be freed with lathe_free, and what *out or *text was it still is. */
#ifndef LATHE_H
#define LATHE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever a program built against an older header could break. */
#define LATHE_ABI 3

/* The types of elements. Elements of fewer than 8 bits take a byte each; a
 * LATHE_I1 is 0 or 1. Signless integers of the IR are the signed kinds. */
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
    int64_t shape[LATHE_MAX_RANK];
} lathe_type;

/* A dense row-major tensor: data has as many elements as type.shape says, in the
 * machine's byte order. The memory is the caller's. */
typedef struct {
    lathe_type type;
    void *data;
    size_t bytes;
} lathe_tensor;

/* How a program is compiled. NULL and 0 are the defaults. */
typedef struct {
    const char *entry;     /* the function to run; by default @main, or the only one */
    const char *backend;   /* "jit", "vm", "ref"; by default jit, or vm where jit cannot run; excludes devices */
    const char *devices;   /* divide the program among these: "vm.0,vm.1" */
    const char *cache_dir; /* keeps compiled programs between processes; where it can't, one
                            * line on standard error says so, and the program is compiled */
    int32_t threads;       /* processors that a run may use; 0: all */
    const char *tuning;    /* a file with schedules of kernels that lathe tune has written */
    int32_t optimization_level; /* 3: tune kernels when the program is compiled first, and keep their
                                 * schedules in cache_dir; 0 or 2: schedule them by tables */
    const char *accuracy;  /* "strict", the default, or "fast": allow changes with stated error bounds */
} lathe_options;

typedef uintptr_t lathe_executable; /* 0 is none */

/* cgo has no const of its own. */
typedef const char lathe_text;
typedef const lathe_options lathe_const_options;
typedef const lathe_tensor lathe_const_tensor;
typedef const lathe_type lathe_const_type;

/* The LATHE_ABI that the library was built with. */
int32_t lathe_abi(void);

/* Compiles length bytes of MLIR text; o may be NULL. */
int32_t lathe_compile(lathe_text *text, size_t length, lathe_const_options *o, lathe_executable *out, char **error);

/* As lathe_compile, for inputs of these n types, which can be more precise than those of the
 * program. Most backends need this for a program of dynamic shapes; compile once for each
 * combination of shapes. */
int32_t lathe_compile_for(lathe_text *text, size_t length, lathe_const_options *o, lathe_const_type *inputs, int32_t n, lathe_executable *out, char **error);

/* The numbers of inputs and outputs; -1 where e is no executable. */
int32_t lathe_inputs(lathe_executable e);
int32_t lathe_outputs(lathe_executable e);

/* The type of input or output i, counted from 0. */
int32_t lathe_input_type(lathe_executable e, int32_t i, lathe_type *out, char **error);
int32_t lathe_output_type(lathe_executable e, int32_t i, lathe_type *out, char **error);

/* Runs e on n inputs, which are only read, and writes m results to the memory that
 * outputs describe. Both must have the types that lathe_input_type and lathe_output_type
 * say, and outputs must share memory neither with each other nor with inputs. On failure
 * that memory is as it was, and the next run is none the worse. */
int32_t lathe_run(lathe_executable e, lathe_const_tensor *inputs, int32_t n, lathe_tensor *outputs, int32_t m, char **error);

/* Writes t as lathe run prints it; the text is to be freed with lathe_free. */
int32_t lathe_format(lathe_const_tensor *t, char **text, char **error);

/* Frees e. No run of it is under way, and none follows. */
int32_t lathe_close(lathe_executable e, char **error);

/* Frees a text that a function returned; NULL is none. */
void lathe_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
