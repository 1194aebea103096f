#include "cshims_socket.h"
#include "cshims_panel.h"
