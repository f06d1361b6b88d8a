package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Process that fills a store with synthetic records. Arguments: folder, number of records, number of further records with one datestamp,
 * and perhaps the number of records of 1.4 MB.
 */
public final class FillChild {

    private FillChild() {}

    /** Fills, then reports. */
    public static void main(String[] arguments) throws IOException {
        Filling filling = Filling.fill(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        if (arguments.length > 3) {
            filling.addLarge(Path.of(arguments[0]), Integer.parseInt(arguments[3]));
        }
        System.out.println("saved=" + filling.saved());
        System.out.println("seconds=" + filling.seconds());
        System.out.println("fill.cpu=" + filling.cpu());
        Usage.report();
    }
}
