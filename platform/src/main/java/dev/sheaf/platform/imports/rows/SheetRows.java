package dev.sheaf.platform.imports.rows;

import java.util.List;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/** Rows of a sheet, one after the other. */
interface SheetRows {

    /**
     * Row.
     *
     * @param number number in the sheet, from 1
     * @param values texts of its cells; empty for missing cells
     */
    record Cells(long number, List<String> values) {

        boolean isBlank() {
            return values.stream().allMatch(String::isBlank);
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
