// A counter in a TPM 2.0 that only goes up, through the tpm2-tss libraries; those are loaded when they are wanted, so that
// a machine without a TPM does without them.
#pragma once

#include <stdint.h>

/// An open connection to a TPM.
typedef struct cshims_tpm cshims_tpm;

/// What failed: `step` is nil if nothing did, `code` is what the library said (a TSS2_RC; 0 if it could not be loaded).
typedef struct {
    const char *step;
    uint32_t code;
} cshims_tpm_fault;

/// Connects to the TPM that a TCTI string names, such as "device:/dev/tpmrm0"; nil with `fault` filled.
cshims_tpm *cshims_tpm_open(const char *tcti, cshims_tpm_fault *fault);

/// Ends the connection; nil is allowed.
void cshims_tpm_close(cshims_tpm *tpm);

/// Reads a counter. 1 with `value`; 0 if there is no counter of that index that was ever counted; -1 with `fault` filled,
/// also for an index that is not a counter.
int cshims_tpm_read_counter(
    cshims_tpm *tpm, uint32_t index, const uint8_t password[32], uint64_t *value, cshims_tpm_fault *fault);

/// Makes a counter that needs the password to be read or counted; one that is there stays. 0, or -1 with `fault` filled.
int cshims_tpm_make_counter(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault);

/// Adds one; durable on return. 0, or -1 with `fault` filled.
int cshims_tpm_increment(cshims_tpm *tpm, uint32_t index, const uint8_t password[32], cshims_tpm_fault *fault);
