package dev.sheaf.testkit;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

/** Small sample records. All parts of a record are computed from its number. */
public final class SampleRecords {

    /** The datestamp of record 0; each further record is a second later. */
    public static final Instant FIRST = Instant.parse("2024-01-01T00:00:00Z");

    private SampleRecords() {}

    /** Returns the identifier of a record. */
    public static String identifier(int number) {
        return "oai:example.org:" + number;
    }

    /** Returns a live record in oai_dc. */
    public static OaiRecord live(int number, String... sets) {
        return live(number, "Title " + number, Datestamp.ofSecond(FIRST.plusSeconds(number)), sets);
    }

    /** Returns a live record in oai_dc with another title (not escaped) and datestamp. */
    public static OaiRecord live(int number, String title, Datestamp datestamp, String... sets) {
        return new OaiRecord(header(number, datestamp, false, sets), dublinCore(number, title));
    }

    /** Returns a withdrawn record. */
    public static OaiRecord deleted(int number, Datestamp datestamp, String... sets) {
        return new OaiRecord(header(number, datestamp, true, sets), null);
    }

    /** Returns the live records 0 to {@code count - 1}. */
    public static List<OaiRecord> many(int count) {
        return IntStream.range(0, count).mapToObj(number -> live(number, new String[0])).toList();
    }

    /** Returns metadata in oai_dc. */
    public static XmlFragment dublinCore(int number, String title) {
        return XmlFragment
                .of("""
                        <oai_dc:dc xmlns:oai_dc="%s" xmlns:dc="%s"><dc:title>%s</dc:title><dc:identifier>https://example.org/%d</dc:identifier>\
                        </oai_dc:dc>"""
                        .formatted(Namespaces.OAI_DC, Namespaces.DC, title, number));
    }

    private static Header header(int number, Datestamp datestamp, boolean deleted, String... sets) {
        return new Header(identifier(number), datestamp, Arrays.stream(sets).map(SetSpec::new).toList(), deleted);
    }
}
