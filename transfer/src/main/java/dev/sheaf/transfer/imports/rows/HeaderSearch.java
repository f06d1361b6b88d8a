package dev.sheaf.transfer.imports.rows;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Finder of the header of a table below a title or other remarks. The first row is the header, unless a later one has at least two known
 * names, more than every row before it, and more filled cells than those.
 */
public final class HeaderSearch {

    /** Number of examined rows. */
    static final int ROWS = 10;
    private static final int LEAST = 2;

    private HeaderSearch() {}

    /**
     * Returns the number of the header among the first rows, from 0.
     *
     * @param known counts the known names in a row
     */
    static int find(List<List<String>> rows, ToIntFunction<List<String>> known) {
        int most = rows.isEmpty() ? 0 : known.applyAsInt(rows.getFirst());
        int found = 0;
        long filled = rows.isEmpty() ? 0 : filled(rows.getFirst());
        for (int i = 1; i < rows.size(); i++) {
            int count = known.applyAsInt(rows.get(i));
            if (count >= LEAST && count > most && filled(rows.get(i)) > filled) {
                most = count;
                found = i;
            }
            filled = Math.max(filled, filled(rows.get(i)));
        }
        return found;
    }

    private static long filled(List<String> row) {
        return row.stream().filter(cell -> !cell.isBlank()).count();
    }

    /** Reports the row of the header when it is not the first one. */
    static void tell(String name, String unit, long number, RowReceiver receiver) {
        receiver.note("the header of " + name + " was found in " + unit + " " + number + "; the rows above it are left out");
    }
}
