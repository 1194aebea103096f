enum Usage {
    static let help = """
        Usage: touchsim [OPTION]... [-- PROGRAM [ARGUMENT]...]
               touchsim --control PATH COMMAND...

        Creates a virtual touchscreen, runs PROGRAM with it and draws on it.

          -b, --backend KIND      auto (uinput if it can be opened, else umockdev), uinput, umockdev
          -d, --description FILE  evemu file that describes the panel; default: ten contacts, 256 x 160 mm
              --view WxH          the view in pixels (default 1280x800)
              --panels N          N panels of that kind, 1 to 8; names of the second and later ones end in their number
          -p, --property N=V      udev property of the panel, such as LIBINPUT_CALIBRATION_MATRIX (umockdev only)
          -c, --control PATH      accept commands on this socket; with COMMAND, send one there
          -s, --script FILE       run the commands of FILE, one per line, once PROGRAM has opened the panel
              --do COMMANDS       the same with commands separated by semicolons
          -h, --help              print this
          -V, --version           print the version

        Commands (positions are pixels of the view; "in" defaults to all of it):
          pattern 1-4-7-8-9 [in X,Y,W,H] [grid COLUMNSxROWS]   dots are numbered from 1, row by row; default 3x3
          slide FRACTION [in X,Y,W,H] [from FRACTION] [thumb WIDTH]
          tap X,Y
          line X,Y X,Y [X,Y]...
          together DRAWING | DRAWING [| DRAWING]...            several fingers at the same time
              each drawing: [speed 1000|80mm/s] [rate 125] [hold MS] [finger 0]
          down FINGER X,Y    move FINGER X,Y    up FINGER
          lose down|move|up ...     the same, but readers only learn that events were dropped
          play FILE [speed 1]       an evemu recording; speed 10 is ten times as fast, 0 without waiting
            [losing SEED]           readers lose parts of it, as in a buffer overflow
          flood FRAMES [fingers 1] [rate 125]                  rate 0 is as fast as the reader reads
          panel N COMMAND           the same on another panel of --panels
          wait MS
          await-open [READERS] [timeout MS]
          revoke [READERS]          revokes the node from its readers, and from the next READERS that open it
          unplug    plug    status    environment    quit

        Each command prints one line, "ok ..." or "error ...".

        Exit status: that of PROGRAM (128 + N if signal N ended it); 0 done, 2 wrong usage,
        3 could not run or a command failed.

        """
}
