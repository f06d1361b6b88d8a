package dev.sheaf.platform.imports.rows;

import java.util.List;

import javax.xml.stream.XMLStreamException;

import org.jspecify.annotations.Nullable;

/** The rows of a sheet, one after the other. */
interface SheetRows {

    /**
     * A row.
     *
     * @param number in the sheet, from 1
     * @param values texts of its cells; empty ones where there are none
     */
    record Cells(long number, List<String> values) {

        boolean isBlank() {
            return values.stream().allMatch(String::isBlank);
        }
    }

    /**
     * Returns the next row; null when there is none.
     *
     * @throws XMLStreamException when the sheet is damaged
     */
    @Nullable
    Cells next() throws XMLStreamException;
}
