package dev.sheaf.platform.imports.mapping;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.platform.imports.rows.IsoTime;
import dev.sheaf.platform.normalise.WrittenDate;

/** Reader of the dates of a table's rows. An uncertain date is reported; it stays as it is, except as a datestamp. */
final class Dates {

    private Dates() {}

    /** Returns a date as it is; reports one that looks exact but does not exist. */
    static String check(String text, List<String> warnings) {
        if (WrittenDate.isImpossible(text)) {
            warnings.add("its date '" + text + "' does not exist; it is served as it is");
        }
        return text;
    }

    /** Returns a date in W3CDTF. A date that cannot be read with certainty stays as it is and is reported. */
    static String read(String text, List<String> warnings) {
        Optional<String> read = read(text);
        if (read.isEmpty()) {
            warnings.add("its date '" + text + "' cannot be read with certainty; it is served as it is");
        }
        return read.orElse(text);
    }

    /** Returns a date in W3CDTF, or a time in ISO 8601; empty when it cannot be read with certainty. */
    static Optional<String> read(String given) {
        return WrittenDate.read(given).or(() -> IsoTime.read(given.strip()).map(IsoTime::toString));
    }

    /**
     * Returns the date of the last change: a day, or a time. A time without a zone is in UTC.
     *
     * @param normalise true to read it as people write dates
     * @return an empty datestamp when it is no such date, which is reported
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
            warnings.add("its datestamp '" + text + "' is not a date of a day or second; it is left out");
            return Datestamp.received("");
        }
        return read;
    }
}
