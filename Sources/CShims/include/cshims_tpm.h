// A monotonic counter in a TPM 2.0, through the tpm2-tss libraries; these are loaded on first use, so that they are not
// needed on a machine without a TPM.
#pragma once

#include <stdint.h>

/// An open connection to a TPM.
typedef struct cshims_tpm cshims_tpm;

/// The failure: `step` is NULL on success, `code` is the library's result (a TSS2_RC; 0 if it could not be loaded).
typedef struct {
    const char *step;
    uint32_t code;
} cshims_tpm_fault;

/// Connects to the TPM named by a TCTI string, such as "device:/dev/tpmrm0"; NULL with `fault` filled.
cshims_tpm *cshims_tpm_open(const char *tcti, cshims_tpm_fault *fault);

/// Closes the connection; NULL is allowed.
void cshims_tpm_close(cshims_tpm *tpm);

/// Reads a counter. 1 with `value`; 0 if no counter with that index exists or it was never incremented; -1 with `fault`
/// filled, also for an index that is not a counter.
int cshims_tpm_read_counter(
    cshims_tpm *tpm, uint32_t index, const uint8_t password[32], uint64_t *value, cshims_tpm_fault *fault);

/// Creates a counter that needs the password to be read or incremented; an existing one is kept. 0, or -1 with `fault`
/// filled.
int cshims_tpm_make_counter(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault);

/// Increments a counter by one; durable on return. 0, or -1 with `fault` filled.
int cshims_tpm_increment(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault);
