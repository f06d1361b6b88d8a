package dev.sheaf.transfer.imports.rows;

/**
 * Place of a row.
 *
 * @param source file, sheet or table, for people
 * @param unit counted unit: line or row
 * @param number number of the first one, from 1
 */
public record Place(String source, String unit, long number) {

    /** Returns the place for people: {@code books.csv, line 7}. */
    @Override
    public String toString() {
        return source + ", " + unit + " " + number;
    }
}
