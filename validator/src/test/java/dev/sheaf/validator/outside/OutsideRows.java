package dev.sheaf.validator.outside;

import java.util.List;
import java.util.stream.Stream;

/** All rows of the table. */
final class OutsideRows {

    private OutsideRows() {}

    /** Returns the rows, those of one area after those of another. */
    static List<OutsideRow> all() {
        return Stream
                .of(SelectionRows.rows(), SetRows.rows(), FormatRows.rows(), FlowRows.rows(), DeletionRows.rows(),
                        DateRows.rows(),
                        HttpRows.rows(), EnvelopeRows.rows(), ErrorRows.rows(), IdentifyRows.rows(), OddRows.rows())
                .flatMap(List::stream)
                .toList();
    }
}
