package dev.sheaf.bench.outside;

import java.util.List;

/**
 * Lists the providers of the table, one a line: name, level, clause, area, description. The file {@code bench/outside-providers.txt} was
 * written by it before the rules of the validator were looked at.
 */
public final class OutsideTable {

    private OutsideTable() {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        List<OutsideRow> rows = OutsideRows.all();
        rows.forEach(row -> System.out.println(String.join(" | ", row.name(), row.level().toString(),
                row.clause().isEmpty() ? "-" : row.clause(), row.area(), row.description())));
    }
}
