// What Swift's Glibc module leaves out, one header per area. Swift sees only those listed here, and a running build notices a new one.
// Most declare only: a header that defined _GNU_SOURCE would show Swift other system types than Glibc does.
#pragma once
#include "cshims_arguments.h"
#include "cshims_grab.h"
#include "cshims_input.h"
#include "cshims_loop.h"
#include "cshims_panel.h"
#include "cshims_process.h"
#include "cshims_socket.h"
#include "cshims_terminal.h"
#include "cshims_tpm.h"
