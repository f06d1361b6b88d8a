package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Records that an import makes, or cuts from a collection: they name their schema, and an import tells which of them break it. */
class MadeRecordsTest {

    private static final String PAIR = "xsi:schemaLocation=\"http://www.loc.gov/MARC21/slim"
            + " http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd\"";

    @TempDir
    private Path folder;

    /** Returns a record in ISO 2709 with a title and a note of some length, which may be longer than the format can state. */
    private static byte[] marc(String title, int note) {
        String[] fields = {"n1\u001e", "00\u001fa" + title + "\u001e", "  \u001fa" + "n".repeat(note) + "\u001e"};
        String[] tags = {"001", "245", "520"};
        StringBuilder directory = new StringBuilder();
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            directory.append(tags[i]).append(String.format(Locale.ROOT, "%04d%05d", Math.min(9_999, fields[i].length()),
                    Math.min(99_999, data.length())));
            data.append(fields[i]);
        }
        int base = 24 + directory.length() + 1;
        int length = base + data.length() + 1;
        String leader = String.format(Locale.ROOT, "%05dnam a22%05d a 4500", Math.min(99_999, length), base);
        return (leader + directory + "\u001e" + data + "\u001d").getBytes(StandardCharsets.US_ASCII);
    }

    private String exported() {
        return Typed.in(folder, "export", "--prefix", "marc21").out();
    }

    @Test
    void recordsMadeOfIso2709_nameTheirSchema() throws IOException {
        Files.write(folder.resolve("a.mrc"), marc("Made", 10));

        Typed.in(folder, "import", "m", "a.mrc");

        assertThat(exported()).contains(PAIR, "Made");
    }

    @Test
    void marcRecordLongerThanItsFormatCanState_isTaken() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(marc("Long one", 120_000));
        Files.write(folder.resolve("long.mrc"), file.toByteArray());

        Typed typed = Typed.in(folder, "import", "m", "long.mrc");

        assertThat(typed.err()).contains("m: 1 new", "longer than ISO 2709 can state").doesNotContain("refused");
        assertThat(exported()).contains("Long one", "n".repeat(120_000));
    }

    @Test
    void recordsCutFromACollection_nameTheSchemaThatItsRootNames() throws IOException {
        Files.writeString(folder.resolve("c.xml"), "<m:collection xmlns:m=\"http://www.loc.gov/MARC21/slim\""
                + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"http://www.loc.gov/MARC21/slim"
                + " http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd\">" + xml("1", " ") + xml("2", " ")
                + "</m:collection>");

        Typed typed = Typed.in(folder, "import", "m", "c.xml");

        assertThat(typed.err()).contains("m: 2 new").doesNotContain("not valid");
        assertThat(exported().split("MARC21slim.xsd", -1)).hasSize(3);
    }

    @Test
    void recordsThatBreakTheirSchema_areTakenAndReportedOnceWithTheFirstPlace() throws IOException {
        Files.writeString(folder.resolve("c.xml"),
                "<m:collection xmlns:m=\"http://www.loc.gov/MARC21/slim\">\n" + xml("1", " ") + "\n"
                        + xml("2", "C") + "\n" + xml("3", "C") + "\n" + xml("4", " ").replace("tag=\"245\"", "tag=\"98765\"")
                        + "</m:collection>");

        Typed typed = Typed.in(folder, "import", "m", "c.xml");

        assertThat(typed.err()).contains("m: 4 new", "c.xml, line 3: 3 of 4 records are not valid", "ind1");
    }

    private static String xml(String number, String indicator) {
        return "<m:record><m:leader>00000nam a2200000 u 4500</m:leader><m:controlfield tag=\"001\">" + number
                + "</m:controlfield><m:datafield tag=\"245\" ind1=\"" + indicator
                + "\" ind2=\"0\"><m:subfield code=\"a\">T</m:subfield>"
                + "</m:datafield></m:record>";
    }
}
