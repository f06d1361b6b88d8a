package dev.sheaf.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;

/**
 * Records like those of real repositories in size and shape: oai_dc of 1.3 KB on average, text that follows Zipf's law over 60,000 words,
 * 2 % deleted, 2.6 sets each: among them {@code rare} with 0.1 % of the records, {@code tenth} with 10 % and {@code half} with 50 %. The
 * n-th record is the same in every run.
 */
public final class SyntheticRecords {

    private static final int WORDS = 60_000;
    /** Records out of a thousand that are in the set of that name. */
    private static final int RARE = 1;
    private static final int TENTH = 100;
    private static final int HALF = 500;
    private static final int LARGE_CHARACTERS = 1_400_000;
    private static final String[] SYLLABLES = {"ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "qui",
            "ro", "su",
            "ta", "ve", "wi", "xo", "zu", "an", "er", "is", "on", "um", "é", "ö"};
    private static final String OPEN = "<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC
            + "\" xmlns:xsi=\"" + Namespaces.XSI + "\" xsi:schemaLocation=\"" + Namespaces.OAI_DC + " " + Namespaces.OAI_DC_SCHEMA
            + "\">";

    private final String[] words = new String[WORDS];

    public SyntheticRecords() {
        Random random = new Random(42);
        for (int i = 0; i < WORDS; i++) {
            StringBuilder word = new StringBuilder();
            for (int n = 1 + random.nextInt(4); n >= 0; n--) {
                word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            words[i] = word.toString();
        }
    }

    /** Returns the records from index {@code first} on. */
    public List<OaiRecord> batch(int first, int count) {
        List<OaiRecord> batch = new ArrayList<>(count);
        for (int i = first; i < first + count; i++) {
            batch.add(record(i));
        }
        return batch;
    }

    /** Returns so many words that follow Zipf's law. */
    public String text(Random random, int count) {
        StringBuilder text = new StringBuilder(8 * count);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : i % 12 == 0 ? ".\n" : " ").append(word(random));
        }
        return text.append('.').toString();
    }

    private String word(Random random) {
        return words[(int) Math.min(WORDS - 1, Math.exp(random.nextDouble() * Math.log(WORDS)))];
    }

    static String identifier(int index) {
        return "oai:bench.example.org:record/" + index;
    }

    private OaiRecord record(int index) {
        Random random = new Random(index * 7919L);
        List<SetSpec> sets = new ArrayList<>();
        sets.add(new SetSpec("type:" + random.nextInt(8)));
        sets.add(new SetSpec("school:" + random.nextInt(20)));
        int share = random.nextInt(1_000);
        if (share < RARE + TENTH + HALF) {
            sets.add(new SetSpec(share < RARE ? "rare" : share < RARE + TENTH ? "tenth" : "half"));
        }
        Datestamp datestamp = Datestamp.ofSecond(Instant.ofEpochSecond(1_400_000_000L + index * 17L));
        Header header = new Header(identifier(index), datestamp, sets, random.nextInt(50) == 0);
        if (header.deleted()) {
            return new OaiRecord(header, null);
        }
        StringBuilder xml = new StringBuilder(1600).append(OPEN);
        element(xml, random, "title", 5 + random.nextInt(10));
        for (int n = 1 + random.nextInt(3); n > 0; n--) {
            element(xml, random, "creator", 2);
        }
        for (int n = 2 + random.nextInt(3); n > 0; n--) {
            element(xml, random, "subject", 1 + random.nextInt(2));
        }
        element(xml, random, "description", 30 + random.nextInt(60));
        xml.append("<dc:date>").append(1950 + random.nextInt(75)).append("</dc:date><dc:type>article</dc:type><dc:identifier>")
                .append("https://bench.example.org/record/").append(index).append("</dc:identifier><dc:language>en</dc:language>")
                .append("</oai_dc:dc>");
        return new OaiRecord(header, XmlFragment.of(xml.toString()));
    }

    /** Returns a record of 1.4 MB: a whole archive with thousands of people, dates, subjects and descriptions. */
    OaiRecord large(int number) {
        Random random = new Random(number);
        StringBuilder xml = new StringBuilder(LARGE_CHARACTERS + LARGE_CHARACTERS / 8).append(OPEN);
        element(xml, random, "title", 8);
        while (xml.length() < LARGE_CHARACTERS) {
            element(xml, random, "creator", 2);
            xml.append("<dc:date>").append(1500 + random.nextInt(525)).append("</dc:date>");
            element(xml, random, "subject", 2);
            element(xml, random, "description", 20);
        }
        return new OaiRecord(new Header("oai:bench.example.org:large-" + number,
                Datestamp.ofSecond(Instant.ofEpochSecond(1_400_000_000L)), List.of(), false),
                XmlFragment.of(xml.append("</oai_dc:dc>").toString()));
    }

    private void element(StringBuilder xml, Random random, String name, int count) {
        xml.append("<dc:").append(name).append('>');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                xml.append(' ');
            }
            xml.append(word(random));
        }
        xml.append("</dc:").append(name).append('>');
    }
}
