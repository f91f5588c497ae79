/* Compiles PROGRAM, runs it on the given .npy files as lathe run does, and prints the
 * results. First it calls the functions of the library with invalid arguments. At the
 * end it runs the program in several threads.
 *
 *     run PROGRAM BACKEND [INPUT.npy[:KIND:EXTENTxEXTENT...] ...]
 *
 * If the command line has types of inputs, the program is compiled for these types.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lathe.h"

static void fail(const char *what, char *error)
{
    fprintf(stderr, "%s: %s\n", what, error ? error : "failed");
    lathe_free(error);
    exit(1);
}

/* Reads a whole file. */
static char *read_file(const char *name, size_t *length)
{
    FILE *f = fopen(name, "rb");
    long n;
    char *text;
    if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < 0 || fseek(f, 0, SEEK_SET)) {
        perror(name);
        exit(1);
    }
    text = malloc((size_t)n + 1);
    if (!text || fread(text, 1, (size_t)n, f) != (size_t)n) {
        perror(name);
        exit(1);
    }
    fclose(f);
    *length = (size_t)n;
    return text;
}

static size_t size_of(const lathe_type *t)
{
    static const size_t sizes[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
    size_t n = t->kind <= LATHE_C128 ? sizes[t->kind] : 1;
    for (int i = 0; i < t->rank; i++)
        n *= (size_t)t->shape[i];
    return n;
}

/* Returns a tensor of type t. The caller must free its memory with free. */
static lathe_tensor make(const lathe_type *t)
{
    lathe_tensor x;
    x.type = *t;
    x.bytes = size_of(t);
    x.data = calloc(1, x.bytes + 1);
    if (!x.data)
        fail("calloc", NULL);
    return x;
}

/* Removes the type from the argument for an input, so that only the file name remains, and
 * sets *t to this type. Returns 0 if the argument has no type. */
static int read_type(char *argument, lathe_type *t)
{
    char *at = strchr(argument, ':');
    if (!at)
        return 0;
    *at = 0;
    memset(t, 0, sizeof *t);
    t->kind = (int32_t)strtol(at + 1, &at, 10);
    while (at[0] && at[1])
        t->shape[t->rank++] = strtol(at + 1, &at, 10);
    return 1;
}

/* Reads the data after the header of a .npy file into x. */
static void fill(lathe_tensor *x, const char *name)
{
    size_t length;
    unsigned char *all = (unsigned char *)read_file(name, &length);
    size_t header = 10 + (size_t)all[8] + 256 * (size_t)all[9];
    if (length != header + x->bytes) {
        fprintf(stderr, "%s: %zu bytes, expected %zu\n", name, length, header + x->bytes);
        exit(1);
    }
    memcpy(x->data, all + header, x->bytes);
    free(all);
}

/* Checks that each invalid call fails with a message, and changes neither the executable nor
 * the outputs. */
static void mistakes(lathe_executable e, const lathe_tensor *in, int32_t n, lathe_tensor *out, int32_t m)
{
    static const char bad[] = "func.func @main( {";
    static const char good[] = "func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> { return %x : tensor<1xf32> }";
    lathe_executable none = 0;
    lathe_options o = {0};
    lathe_type t;
    lathe_tensor odd = out[0], kind = out[0], rank = out[0], shape = out[0], *rest;
    char *error = NULL;
    o.backend = "nowhere";
    odd.bytes--;
    kind.type.kind = out[0].type.kind == LATHE_F32 ? LATHE_I32 : LATHE_F32;
    rank.type.rank++; /* an additional dimension of 1, so the number of bytes is the same */
    rank.type.shape[out[0].type.rank] = 1;
    shape.type.shape[0]++;
    rest = calloc((size_t)m, sizeof *rest);
    if (!rest)
        fail("calloc", NULL);
#define EXPECT_ERROR(call)                        \
    do {                                          \
        error = NULL;                             \
        if ((call) == 0 || !error || !*error)     \
            fail("no error from " #call, error);  \
        if (!strncmp(error, "<unknown>", 9))      \
            fail("no place, but it says", error); \
        lathe_free(error);                        \
    } while (0)
    EXPECT_ERROR(lathe_compile(bad, sizeof bad - 1, NULL, &none, &error));
    EXPECT_ERROR(lathe_compile("", 0, &o, &none, &error));
    o.backend = "vm";
    o.devices = "vm.0,vm.1";
    EXPECT_ERROR(lathe_compile("", 0, &o, &none, &error));
    o.devices = NULL;
    o.accuracy = "fast";
    if (lathe_compile(good, sizeof good - 1, &o, &none, &error) != 0)
        fail("accuracy", error);
    if (lathe_close(none, &error) != 0)
        fail("lathe_close", error);
    none = 0;
    o.accuracy = "exact";
    EXPECT_ERROR(lathe_compile(good, sizeof good - 1, &o, &none, &error));
    o.accuracy = NULL;
    o.optimization_level = 1;
    error = NULL;
    if (lathe_compile(good, sizeof good - 1, &o, &none, &error) == 0 || !strstr(error, "optimization_level must be 0, 2 or 3"))
        fail("an invalid optimization level", error);
    lathe_free(error);
    o.optimization_level = 0;
    EXPECT_ERROR(lathe_compile(NULL, 0, NULL, &none, &error));
    for (int bits = 49; bits < 64; bits += 7) {
        error = NULL;
        if (lathe_compile(good, (size_t)1 << bits, NULL, &none, &error) == 0 || !strstr(error, "outside the address space"))
            fail("a program longer than the address space", error);
        lathe_free(error);
    }
    EXPECT_ERROR(lathe_run(none, in, n, out, m, &error));
    EXPECT_ERROR(lathe_run(e, in, n + 1, out, m, &error));
    EXPECT_ERROR(lathe_run(e, in, -1, out, m, &error));
    EXPECT_ERROR(lathe_run(e, NULL, n, out, m, &error));
    EXPECT_ERROR(lathe_run(e, in, n, out, m - 1, &error));
    EXPECT_ERROR(lathe_run(e, in, n, NULL, m, &error));
    memcpy(rest, out, (size_t)m * sizeof *rest);
    memset(out[0].data, 0x5a, out[0].bytes);
    rest[0] = odd;
    EXPECT_ERROR(lathe_run(e, in, n, rest, m, &error));
    rest[0] = kind;
    EXPECT_ERROR(lathe_run(e, in, n, rest, m, &error));
    rest[0] = rank;
    EXPECT_ERROR(lathe_run(e, in, n, rest, m, &error));
    if (out[0].type.rank > 0) {
        rest[0] = shape;
        EXPECT_ERROR(lathe_run(e, in, n, rest, m, &error));
    }
    if (m > 1) { /* two outputs in the same memory */
        rest[0] = out[0];
        rest[1] = out[0];
        EXPECT_ERROR(lathe_run(e, in, n, rest, m, &error));
    }
    if (n > 0 && out[0].bytes > 0 && in[0].bytes >= out[0].bytes) { /* an output in the memory of an input */
        memcpy(rest, out, (size_t)m * sizeof *rest);
        rest[0].data = in[0].data;
        EXPECT_ERROR(lathe_run(e, in, n, rest, m, &error));
    }
    free(rest);
    for (size_t i = 0; i < out[0].bytes; i++)
        if (((unsigned char *)out[0].data)[i] != 0x5a)
            fail("an error changed an output", NULL);
    EXPECT_ERROR(lathe_input_type(e, n, &t, &error));
    EXPECT_ERROR(lathe_output_type(e, -1, &t, &error));
    EXPECT_ERROR(lathe_input_type(e, 0, NULL, &error));
    EXPECT_ERROR(lathe_format(NULL, &error, &error));
    EXPECT_ERROR(lathe_close(none, &error));
    if (lathe_inputs(none) != -1 || lathe_outputs(none) != -1)
        fail("none has inputs", NULL);
    if (lathe_run(none, in, n, out, m, NULL) == 0) /* the pointer to the message may be NULL */
        fail("none runs", NULL);
}

/* Runs the program with outputs at unaligned addresses. The results must equal the results in
 * out. */
static void unaligned(lathe_executable e, const lathe_tensor *in, int32_t n, const lathe_tensor *out, int32_t m)
{
    char *error = NULL;
    lathe_tensor *odd = calloc((size_t)m, sizeof *odd);
    unsigned char *room = calloc(out[0].bytes + 1, 1);
    if (!odd || !room)
        fail("calloc", NULL);
    for (int32_t i = 1; i < m; i++)
        odd[i] = make(&out[i].type);
    odd[0] = out[0];
    odd[0].data = room + 1;
    if (lathe_run(e, in, n, odd, m, &error))
        fail("lathe_run", error);
    if (memcmp(room + 1, out[0].data, out[0].bytes))
        fail("in memory that is not aligned there is another result", NULL);
    for (int32_t i = 1; i < m; i++)
        free(odd[i].data);
    free(room);
    free(odd);
}

struct task {
    lathe_executable e;
    const lathe_tensor *in;
    int32_t n;
    const lathe_tensor *want;
};

/* Runs the program many times. Each result must equal the result of the first run. */
static void *worker(void *arg)
{
    struct task *k = arg;
    lathe_tensor out = make(&k->want->type);
    for (int i = 0; i < 25; i++) {
        char *error = NULL;
        memset(out.data, 0xff, out.bytes);
        if (lathe_run(k->e, k->in, k->n, &out, 1, &error))
            fail("lathe_run", error);
        if (memcmp(out.data, k->want->data, out.bytes))
            fail("a thread got another result", NULL);
    }
    free(out.data);
    return NULL;
}

int main(int argc, char **argv)
{
    size_t length;
    char *text, *error = NULL;
    lathe_options o = {0};
    lathe_executable e = 0;
    lathe_type *types;
    lathe_tensor *in, *out;
    int32_t n, m, typed = 0;

    if (argc < 3 || lathe_abi() != LATHE_ABI) {
        fprintf(stderr, "usage: run PROGRAM BACKEND [INPUT.npy ...]; the library must be of ABI %d\n", LATHE_ABI);
        return 2;
    }
    text = read_file(argv[1], &length);
    o.backend = argv[2];
    types = calloc((size_t)argc, sizeof *types);
    if (!types)
        fail("calloc", NULL);
    for (int i = 3; i < argc; i++)
        typed += read_type(argv[i], &types[i - 3]);
    if (typed) {
        if (lathe_compile_for(text, length, &o, types, -1, &e, NULL) == 0 || lathe_compile_for(text, length, &o, types, argc - 2, &e, NULL) == 0)
            fail("compiled for the wrong number of inputs", NULL);
        if (lathe_compile_for(text, length, &o, types, argc - 3, &e, &error))
            fail("lathe_compile_for", error);
    } else if (lathe_compile(text, length, &o, &e, &error))
        fail("lathe_compile", error);
    free(types);
    free(text);
    n = lathe_inputs(e);
    m = lathe_outputs(e);
    if (n != argc - 3)
        fail("wrong number of inputs", NULL);
    in = calloc((size_t)n + 1, sizeof *in);
    out = calloc((size_t)m + 1, sizeof *out);
    if (!in || !out)
        fail("calloc", NULL);
    for (int32_t i = 0; i < n; i++) {
        lathe_type t;
        if (lathe_input_type(e, i, &t, &error))
            fail("lathe_input_type", error);
        in[i] = make(&t);
        fill(&in[i], argv[3 + i]);
    }
    for (int32_t i = 0; i < m; i++) {
        lathe_type t;
        if (lathe_output_type(e, i, &t, &error))
            fail("lathe_output_type", error);
        out[i] = make(&t);
    }
    mistakes(e, in, n, out, m);
    if (lathe_run(e, in, n, out, m, &error))
        fail("lathe_run", error);
    unaligned(e, in, n, out, m);
    for (int32_t i = 0; i < m; i++) {
        char *line;
        if (lathe_format(&out[i], &line, &error))
            fail("lathe_format", error);
        puts(line);
        lathe_free(line);
    }
    if (m == 1) {
        pthread_t threads[8];
        struct task k = {e, in, n, out};
        for (int i = 0; i < 8; i++)
            if (pthread_create(&threads[i], NULL, worker, &k))
                fail("pthread_create", NULL);
        for (int i = 0; i < 8; i++)
            pthread_join(threads[i], NULL);
    }
    for (int32_t i = 0; i < n; i++)
        free(in[i].data);
    for (int32_t i = 0; i < m; i++)
        free(out[i].data);
    free(in);
    free(out);
    if (lathe_close(e, &error))
        fail("lathe_close", error);
    if (lathe_close(e, NULL) == 0)
        fail("closed twice", NULL);
    return 0;
}
