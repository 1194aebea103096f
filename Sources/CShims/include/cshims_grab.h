// Grabbing event nodes.
#pragma once

/// Grabs an event node for this open file (EVIOCGRAB), or releases it. 0, or errno: EBUSY if another file has grabbed
/// it.
int cshims_grab(int node, int hold);

/// The number of a panel's last slot; -1 if unknown.
int cshims_last_slot(int node);

/// Number of fingers the kernel sees on a panel with slots, including unread ones; -1 if unknown.
int cshims_fingers_down(int node, int slots);

/// Marks a node as grabbed by touchd, for cshims_is_marked(); the mark is released with the open file.
void cshims_mark(int node, int held);

/// Whether a touchd, in this process or another, has marked the node through another open file. Changes nothing.
int cshims_is_marked(int node);
