#include "cshims_tpm.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <tss2/tss2_esys.h>
#include <tss2/tss2_tctildr.h>

/// The functions of the libraries, by their own names.
#define FUNCTIONS(X) \
    X(tctildr, Tss2_TctiLdr_Initialize) \
    X(tctildr, Tss2_TctiLdr_Finalize) \
    X(esys, Esys_Initialize) \
    X(esys, Esys_Finalize) \
    X(esys, Esys_Free) \
    X(esys, Esys_TR_FromTPMPublic) \
    X(esys, Esys_TR_SetAuth) \
    X(esys, Esys_TR_Close) \
    X(esys, Esys_NV_DefineSpace) \
    X(esys, Esys_NV_ReadPublic) \
    X(esys, Esys_NV_Read) \
    X(esys, Esys_NV_Increment)

struct cshims_tpm {
    void *esys;
    void *tctildr;
    TSS2_TCTI_CONTEXT *tcti;
    ESYS_CONTEXT *context;
#define MEMBER(library, name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
#undef MEMBER
};

/// The low bits of a TPM's response for an unknown handle: TPM_RC_HANDLE, for any handle.
static bool is_unknown_handle(TSS2_RC code) {
    return (code & ~(TSS2_RC)(TPM2_RC_N_MASK | TSS2_RC_LAYER_MASK)) == TPM2_RC_HANDLE;
}

static int fail(cshims_tpm_fault *fault, const char *step, uint32_t code) {
    *fault = (cshims_tpm_fault){.step = step, .code = code};
    return -1;
}

static bool is_done(cshims_tpm_fault *fault, const char *step, TSS2_RC code) {
    return code == TSS2_RC_SUCCESS || fail(fault, step, code) == 0;
}

static bool load(cshims_tpm *tpm, cshims_tpm_fault *fault) {
    tpm->esys = dlopen("libtss2-esys.so.0", RTLD_NOW | RTLD_LOCAL);
    tpm->tctildr = dlopen("libtss2-tctildr.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!tpm->esys || !tpm->tctildr) {
        fail(fault, "loading libtss2-esys.so.0 and libtss2-tctildr.so.0", 0);
        return false;
    }
#define LOAD(library, name) \
    tpm->name = (__typeof__(&name))dlsym(tpm->library, #name); \
    if (!tpm->name) { \
        fail(fault, "looking for " #name, 0); \
        return false; \
    }
    FUNCTIONS(LOAD)
#undef LOAD
    return true;
}

cshims_tpm *cshims_tpm_open(const char *tcti, cshims_tpm_fault *fault) {
    *fault = (cshims_tpm_fault){0};
    // By default, the libraries write errors to standard error.
    setenv("TSS2_LOG", "all+NONE", 0);
    cshims_tpm *tpm = calloc(1, sizeof *tpm);
    if (!tpm) {
        fail(fault, "allocating memory", 0);
        return NULL;
    }
    if (load(tpm, fault)
        && is_done(fault, "connecting to the TPM", tpm->Tss2_TctiLdr_Initialize(tcti, &tpm->tcti))
        && is_done(fault, "communicating with the TPM", tpm->Esys_Initialize(&tpm->context, tpm->tcti, NULL)))
        return tpm;
    cshims_tpm_close(tpm);
    return NULL;
}

void cshims_tpm_close(cshims_tpm *tpm) {
    if (!tpm) return;
    if (tpm->context) tpm->Esys_Finalize(&tpm->context);
    if (tpm->tcti) tpm->Tss2_TctiLdr_Finalize(&tpm->tcti);
    if (tpm->esys) dlclose(tpm->esys);
    if (tpm->tctildr) dlclose(tpm->tctildr);
    free(tpm);
}

/// The password in the libraries' form.
static TPM2B_AUTH auth_of(const uint8_t password[32]) {
    TPM2B_AUTH auth = {.size = 32};
    memcpy(auth.buffer, password, 32);
    return auth;
}

/// A handle for the counter, with its password set; ESYS_TR_NONE with or without `fault` filled.
static ESYS_TR find(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault) {
    ESYS_TR handle = ESYS_TR_NONE;
    TSS2_RC code = tpm->Esys_TR_FromTPMPublic(
        tpm->context, index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle);
    if (is_unknown_handle(code)) return ESYS_TR_NONE;
    if (!is_done(fault, "looking for the counter", code)) return ESYS_TR_NONE;
    TPM2B_AUTH auth = auth_of(password);
    code = tpm->Esys_TR_SetAuth(tpm->context, handle, &auth);
    explicit_bzero(&auth, sizeof auth);
    if (is_done(fault, "setting the password of the counter", code)) return handle;
    tpm->Esys_TR_Close(tpm->context, &handle);
    return ESYS_TR_NONE;
}

int cshims_tpm_read_counter(
    cshims_tpm *tpm, uint32_t index, const uint8_t password[32], uint64_t *value, cshims_tpm_fault *fault) {
    *fault = (cshims_tpm_fault){0};
    ESYS_TR handle = find(tpm, index, password, fault);
    if (handle == ESYS_TR_NONE) return fault->step ? -1 : 0;
    TPM2B_NV_PUBLIC *public = NULL;
    TPM2B_MAX_NV_BUFFER *content = NULL;
    TSS2_RC code = tpm->Esys_NV_ReadPublic(
        tpm->context, handle, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &public, NULL);
    int answer = -1;
    if (code != TSS2_RC_SUCCESS) {
        fail(fault, "reading the attributes of the counter", code);
    } else if ((public->nvPublic.attributes & TPMA_NV_TPM2_NT_MASK) >> TPMA_NV_TPM2_NT_SHIFT != TPM2_NT_COUNTER) {
        fail(fault, "reading the attributes of the counter: the index is not a counter", 0);
    } else if (!(public->nvPublic.attributes & TPMA_NV_WRITTEN)) {
        answer = 0;
    } else {
        code = tpm->Esys_NV_Read(
            tpm->context, handle, handle, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, 8, 0, &content);
        if (code != TSS2_RC_SUCCESS || content->size != 8) {
            fail(fault, "reading the counter", code);
        } else {
            *value = 0;
            for (int place = 0; place < 8; place++) *value = *value << 8 | content->buffer[place];
            answer = 1;
        }
    }
    if (public) tpm->Esys_Free(public);
    if (content) tpm->Esys_Free(content);
    tpm->Esys_TR_Close(tpm->context, &handle);
    return answer;
}

int cshims_tpm_make_counter(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault) {
    *fault = (cshims_tpm_fault){0};
    ESYS_TR handle = find(tpm, index, password, fault);
    if (fault->step) return -1;
    if (handle == ESYS_TR_NONE) {
        TPM2B_NV_PUBLIC public = {
            .nvPublic = {
                .nvIndex = index,
                .nameAlg = TPM2_ALG_SHA256,
                // Without NO_DA a wrong password could lock out every user of the TPM.
                .attributes = TPMA_NV_AUTHREAD | TPMA_NV_AUTHWRITE | TPMA_NV_NO_DA
                    | (uint32_t)TPM2_NT_COUNTER << TPMA_NV_TPM2_NT_SHIFT,
                .dataSize = 8,
            }};
        TPM2B_AUTH auth = auth_of(password);
        TSS2_RC code = tpm->Esys_NV_DefineSpace(
            tpm->context, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &auth, &public, &handle);
        explicit_bzero(&auth, sizeof auth);
        if (code != TSS2_RC_SUCCESS) return fail(fault, "creating the counter", code);
    }
    tpm->Esys_TR_Close(tpm->context, &handle);
    return 0;
}

int cshims_tpm_increment(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault) {
    *fault = (cshims_tpm_fault){0};
    ESYS_TR handle = find(tpm, index, password, fault);
    if (handle == ESYS_TR_NONE) return fault->step ? -1 : fail(fault, "looking for the counter: it no longer exists", 0);
    TSS2_RC code = tpm->Esys_NV_Increment(
        tpm->context, handle, handle, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE);
    tpm->Esys_TR_Close(tpm->context, &handle);
    return code == TSS2_RC_SUCCESS ? 0 : fail(fault, "counting", code);
}
