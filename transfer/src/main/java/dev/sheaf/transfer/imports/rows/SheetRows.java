package dev.sheaf.transfer.imports.rows;

import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/** Rows of a sheet, one after the other. */
interface SheetRows {

    /**
     * Row.
     *
     * @param number number in the sheet, from 1
     * @param values texts of its cells; empty for missing cells
     * @param lost remarks about cells whose value is missing, by their column from 0
     */
    record Cells(long number, List<String> values, Map<Integer, String> lost) {

        /** Returns the name of a cell, such as BC23. */
        static String name(int column, long row) {
            StringBuilder name = new StringBuilder();
            for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26) {
                name.insert(0, (char) ('A' + (rest - 1) % 26));
            }
            return name.append(row).toString();
        }

        boolean isBlank() {
            return values.stream().allMatch(String::isBlank) && lost.isEmpty();
        }
    }

    /**
     * Returns the next row; null if there is none.
     *
     * @throws XMLStreamException if the sheet is damaged
     */
    @Nullable
    Cells next() throws XMLStreamException;
}
