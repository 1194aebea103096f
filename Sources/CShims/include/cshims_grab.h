// What Swift's Glibc module leaves out, one header per area. This one: keeping an event node to oneself.
#pragma once

/// Takes an event node for this open file alone (EVIOCGRAB), or gives it back. 0, or errno: EBUSY if another has it.
int cshims_grab(int node, int hold);

/// The number of the last slot that a panel claims to have; -1 if it does not tell.
int cshims_last_slot(int node);

/// How many fingers the kernel sees on a panel with slots, whatever was read so far; -1 if it does not tell.
int cshims_fingers_down(int node, int slots);

/// Marks a node as held by touchd, for those who look with cshims_is_marked(); the mark goes with the open file.
void cshims_mark(int node, int held);

/// Whether a touchd, in this process or another, has marked the node through another open file. Changes nothing.
int cshims_is_marked(int node);
