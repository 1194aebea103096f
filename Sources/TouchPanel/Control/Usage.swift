internal import Arguments

/// What touchsim says about itself.
enum Usage {
    static let version = "touchsim \(Version.text)"

    static let help = """
        usage: touchsim [OPTION]... [-- PROGRAM [ARGUMENT]...]
               touchsim --control PATH COMMAND...

        Makes a virtual touchscreen, starts PROGRAM under it and draws on it.

          -b, --backend KIND      auto (uinput where it can be opened, else umockdev), uinput, umockdev
          -d, --description FILE  evemu file that describes the panel; default: ten contacts, 256 x 160 mm
              --view WxH          the view in pixels, 1280x800 if not given
              --panels N          N panels of that kind, 1 to 4; those after the first have their number behind the name
          -p, --property N=V      udev property of the panel, such as LIBINPUT_CALIBRATION_MATRIX (umockdev only)
          -c, --control PATH      take commands at this socket; with COMMAND, send one there
          -s, --script FILE       carry out the commands of FILE, one per line, once PROGRAM has opened the panel
              --do COMMANDS       the same with commands separated by semicolons
          -h, --help              print this
          -V, --version           print the version

        Commands; places are pixels of the view, "in" is all of it if not given:
          pattern 1-4-7-8-9 [in X,Y,W,H] [grid COLUMNSxROWS]   dots count from 1, row by row; 3x3 if not given
          slide FRACTION [in X,Y,W,H] [from FRACTION] [thumb WIDTH]
          tap X,Y
          line X,Y X,Y [X,Y]...
          together DRAWING | DRAWING [| DRAWING]...            several fingers at the same time
              each drawing: [speed 1000|80mm/s] [rate 125] [hold MS] [finger 0]
          down FINGER X,Y    move FINGER X,Y    up FINGER
          lose down|move|up ...     the same, but readers hear only that events were dropped
          play FILE [speed 1]       an evemu recording; speed 10 is ten times as fast, 0 without any wait
            [losing SEED]           readers lose pieces of it, as from a buffer that overflows
          flood FRAMES [fingers 1] [rate 125]                  rate 0 is as fast as the reader takes them
          panel N COMMAND           the same on another panel of --panels
          wait MS
          await-open [READERS] [timeout MS]
          revoke [READERS]          takes the node away from its readers, and from so many that open it next
          unplug    plug    status    environment    quit

        A command is answered by one line, "ok ..." or "error ...".

        Exit status: that of PROGRAM (128 + N if signal N ended it); 0 done, 2 wrong usage,
        3 could not run or a command failed.

        """
}
