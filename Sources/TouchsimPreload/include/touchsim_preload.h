// The protocol between touchsim (Sources/TouchSimulator/TestBed) and the shim it preloads into the program under test.
#pragma once

/// Folder inside the test bed where touchsim listens for openers, one stream socket per event node. The file name is
/// the node's name below /dev with every slash replaced by an underscore: /dev/input/event20 is at input_event20.
#define TOUCHSIM_NODE_FOLDER "/dev/.touchsim/"

/// Suffix of the socket on which a program requests to grab the node (EVIOCGRAB). It sends '1' or '0' and the name of
/// its stream, and reads one byte: 0, or errno.
#define TOUCHSIM_GRAB_SUFFIX ".grab"

/// Folder inside the test bed where umockdev keeps a node's device number, as a link to MAJOR:MINOR under that name.
#define TOUCHSIM_NUMBER_FOLDER "/dev/.node/"
