package dev.sheaf.simulator.misbehaviour;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

/**
 * The records of a simulated repository. All parts of a record are computed from its number: it has letters on which encodings disagree, a
 * set, and a datestamp of its own. Two records are deleted.
 */
public final class SimulatedRecords {

    /** Smallest number of records with which every fault has its effect. */
    public static final int FEWEST = 40;
    /** The records that are deleted from the start. */
    public static final Set<Integer> DELETED = Set.of(7, 18);
    /** The datestamp of record 0. */
    public static final Instant FIRST = Instant.parse("2024-01-01T08:00:00Z");

    private static final String START = "oai:simulated.example.org:";
    private static final Duration APART = Duration.ofHours(5);

    private SimulatedRecords() {}

    /** Returns the identifier of a record. */
    public static String identifier(int number) {
        return START + number;
    }

    /** Returns the number in an identifier; -1 if it is not simulated. */
    public static int number(String identifier) {
        String rest = identifier.startsWith(START) ? identifier.substring(START.length()) : "";
        return rest.matches("\\d{1,9}") ? Integer.parseInt(rest) : -1;
    }

    /** Returns the first records. */
    public static List<OaiRecord> first(int count) {
        return IntStream.range(0, count).mapToObj(SimulatedRecords::record).toList();
    }

    /** Returns a record in its initial state. */
    public static OaiRecord record(int number) {
        return record(number, datestamp(number), DELETED.contains(number) ? null : "Title " + number);
    }

    /**
     * Returns a record with another datestamp and title.
     *
     * @param title not escaped; null for a deleted record
     */
    public static OaiRecord record(int number, Datestamp datestamp, @Nullable String title) {
        return new OaiRecord(new Header(identifier(number), datestamp, sets(number), title == null),
                title == null ? null : metadata(number, title, ""));
    }

    /** Returns a record with other metadata. */
    public static OaiRecord with(OaiRecord record, XmlFragment metadata) {
        return new OaiRecord(record.header(), metadata, record.about());
    }

    /** Returns the initial datestamp of a record. */
    public static Datestamp datestamp(int number) {
        return Datestamp.ofSecond(FIRST.plus(APART.multipliedBy(number)));
    }

    /** Returns the sets of a record: {@code even} or {@code odd}; every third record is in {@code third} too. */
    public static List<SetSpec> sets(int number) {
        List<SetSpec> sets = new ArrayList<>();
        sets.add(new SetSpec(number % 2 == 0 ? "even" : "odd"));
        if (number % 3 == 0) {
            sets.add(new SetSpec("third"));
        }
        return sets;
    }

    /**
     * Returns metadata in oai_dc.
     *
     * @param more further elements, as XML
     */
    public static XmlFragment metadata(int number, String title, String more) {
        // The apostrophe of record 3 exists in windows-1252 and not in ISO 8859-1.
        return XmlFragment.of("""
                <oai_dc:dc xmlns:oai_dc="%s" xmlns:dc="%s" xmlns:xsi="%s" xsi:schemaLocation="%s %s">\
                <dc:title>%s Größe &amp; Wärme</dc:title><dc:creator>Müller, Zoë</dc:creator>\
                <dc:description>Described in plain words%s number %d</dc:description>\
                <dc:date>2024-02-%02d</dc:date><dc:identifier>https://example.org/%d</dc:identifier>%s</oai_dc:dc>"""
                .formatted(Namespaces.OAI_DC, Namespaces.DC, Namespaces.XSI, Namespaces.OAI_DC, Namespaces.OAI_DC_SCHEMA, title,
                        number == 3 ? " of l’Arc" : "", number, 1 + number % 28,
                        number, more));
    }
}
