#!/bin/sh
# A front end in shell: opens a door when the pattern of USER is drawn.
#   door.sh USER        exit status 0: opened, 1: not opened, 2: wrong usage, 3: touchd unavailable
[ $# = 1 ] || { echo 'usage: door.sh USER' >&2; exit 2; }
touchctl unlock "$1" --attempts 3 --timeout 60
status=$?
case $status in
0) echo 'the door opens' ;;
1) echo 'the door stays shut' ;;
*) echo 'touchd is not available' >&2 ;;
esac
exit $status
