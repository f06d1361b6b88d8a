package dev.sheaf.transfer.imports.mapping;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.formats.normalise.WrittenDate;
import dev.sheaf.transfer.imports.rows.IsoTime;

/** Reader of the dates of a table's rows. An uncertain date is reported. It stays unchanged, unless it is a datestamp. */
final class Dates {

    private Dates() {}

    /** Returns a date unchanged; reports one that looks exact but does not exist. */
    static String check(String text, List<String> warnings) {
        if (WrittenDate.isImpossible(text)) {
            warnings.add("its date '" + text + "' does not exist; it is served unchanged");
        }
        return text;
    }

    /** Returns a date in W3CDTF. An uncertain date stays unchanged and is reported. */
    static String read(String text, List<String> warnings) {
        Optional<String> read = read(text);
        if (read.isEmpty()) {
            warnings.add("its date '" + text + "' cannot be read with certainty; it is served unchanged");
        }
        return read.orElse(text);
    }

    /** Returns a date in W3CDTF, or a time in ISO 8601; empty if it is uncertain. */
    static Optional<String> read(String given) {
        return WrittenDate.read(given).or(() -> IsoTime.read(given.strip()).map(IsoTime::toString));
    }

    /**
     * Returns the date of the last change: a day, or a time. A time without a zone is in UTC.
     *
     * @param normalise true to read dates as people write them
     * @return an empty datestamp if the text is no such date, which is reported
     */
    static Datestamp datestamp(String text, boolean normalise, List<String> warnings) {
        Datestamp exact = Datestamp.received(text);
        if (exact.isLegal()) {
            return exact;
        }
        Optional<IsoTime> time = IsoTime.read(text);
        if (time.isPresent()) {
            return Datestamp.of(time.get().instant(), Granularity.SECOND);
        }
        Datestamp read = Datestamp.received(normalise ? read(text).orElse("") : "");
        if (!read.isLegal()) {
            warnings.add("its datestamp '" + text + "' is not a date with the precision of a day or second; it is left out");
            return Datestamp.received("");
        }
        return read;
    }
}
