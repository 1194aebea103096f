#include "cshims_socket.h"
