package dev.sheaf.transfer.imports;

import java.util.List;

import dev.sheaf.core.XmlFragment;

/**
 * Counts the records of a file that break the schema of their own format. They are taken as they are, but strict harvesters refuse them, so the
 * import tells how many there are and where the first one is. Not thread-safe.
 */
final class Validity {

    private long checked;
    private long invalid;
    private String where = "";
    private String fault = "";

    /** Checks a record. */
    void check(XmlFragment metadata, String place) {
        checked++;
        List<String> faults = SchemaCheck.faults(metadata);
        if (!faults.isEmpty() && invalid++ == 0) {
            where = place;
            fault = faults.getFirst();
        }
    }

    /** Reports the invalid records of the file with one warning. */
    void report(RecordReceiver receiver) {
        if (invalid > 0) {
            receiver.warning(where, (checked == 1
                    ? "the record is not valid by the schema of its format: "
                    : invalid + " of " + checked + " records are not valid by the schema of their format; the first: ") + fault);
        }
    }
}
