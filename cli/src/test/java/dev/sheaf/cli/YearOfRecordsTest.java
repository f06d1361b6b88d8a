package dev.sheaf.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Records with several dates in every order: the year of all of them is 1951, in their Dublin Core and in the search. */
class YearOfRecordsTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern DATE = Pattern.compile("<dc:date>([^<]*)</dc:date>");

    @TempDir
    private Path folder;

    /** Returns all orders of some texts. */
    private static List<String> orders(List<String> parts) {
        if (parts.isEmpty()) {
            return List.of("");
        }
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            List<String> rest = new ArrayList<>(parts);
            String first = rest.remove(i);
            orders(rest).forEach(order -> orders.add(first + order));
        }
        return orders;
    }

    private static Map<String, String> records() {
        Map<String, String> records = new LinkedHashMap<>();
        add(records, "mods-key", "<mods xmlns='http://www.loc.gov/mods/v3'><titleInfo><title>M</title></titleInfo><originInfo>%s"
                + "</originInfo></mods>",
                List.of("<dateCreated>1949</dateCreated>", "<dateIssued keyDate='yes'>1951</dateIssued>",
                        "<dateOther>1960</dateOther>"));
        add(records, "mods-coded",
                "<mods xmlns='http://www.loc.gov/mods/v3'><titleInfo><title>M</title></titleInfo><originInfo>%s"
                        + "</originInfo></mods>",
                List.of("<dateIssued encoding='marc'>1951mau</dateIssued>", "<dateIssued>1951</dateIssued>",
                        "<copyrightDate>1952</copyrightDate>"));
        add(records, "mods-digitised",
                "<mods xmlns='http://www.loc.gov/mods/v3'><titleInfo><title>M</title></titleInfo>%s</mods>",
                List.of("<originInfo eventType='digitization'><dateIssued>2012</dateIssued></originInfo>",
                        "<originInfo><dateIssued>1951</dateIssued></originInfo>",
                        "<originInfo><edition>[Electronic ed.]</edition><dateIssued>2013</dateIssued></originInfo>"));
        add(records, "datacite", "<resource xmlns='http://datacite.org/schema/kernel-4'><titles><title>D</title></titles>"
                + "<publicationYear>1951</publicationYear><dates>%s</dates></resource>",
                List.of("<date dateType='Available'>2035</date>", "<date dateType='Created'>1949</date>",
                        "<date dateType='Updated'>2013</date>"));
        add(records, "datacite-issued", "<resource xmlns='http://datacite.org/schema/kernel-4'><titles><title>D</title></titles>"
                + "<dates>%s</dates></resource>",
                List.of("<date dateType='Available'>2035</date>", "<date dateType='Issued'>1951-03-04</date>",
                        "<date dateType='Copyrighted'>1950</date>"));
        add(records, "qdc", "<q:qualifieddc xmlns:q='http://dspace.org/qualifieddc/' xmlns:dcterms='http://purl.org/dc/terms/'"
                + " xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>Q</dc:title>%s</q:qualifieddc>",
                List.of("<dcterms:available>2014</dcterms:available>", "<dcterms:modified>2015</dcterms:modified>",
                        "<dcterms:issued>1951</dcterms:issued>", "<dc:date>2012-01-02T03:04:05Z</dc:date>"));
        add(records, "marc", "<record xmlns='http://www.loc.gov/MARC21/slim'><leader>00000nam a2200000 a 4500</leader>"
                + "<datafield tag='245' ind1='0' ind2='0'><subfield code='a'>R</subfield></datafield>%s</record>",
                List.of("<datafield tag='264' ind1=' ' ind2='3'><subfield code='c'>1960</subfield></datafield>",
                        "<datafield tag='264' ind1=' ' ind2='1'><subfield code='c'>[c1951?]</subfield></datafield>",
                        "<datafield tag='046' ind1=' ' ind2=' '><subfield code='j'>2001</subfield><subfield code='k'>1949</subfield>"
                                + "</datafield>"));
        add(records, "oai_dc", "<oai_dc:dc xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/'"
                + " xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>O</dc:title>%s</oai_dc:dc>",
                List.of("<dc:date>2012-01-02T03:04:05Z</dc:date>", "<dc:date>1951</dc:date>",
                        "<dc:date>info:eu-repo/date/embargoEnd/2035-01-01</dc:date>"));
        return records;
    }

    private static void add(Map<String, String> records, String name, String record, List<String> dates) {
        int number = 0;
        for (String order : orders(dates)) {
            records.put(name + "-" + ++number, record.replace("%s", order));
        }
    }

    private static List<String> dates(String dublinCore) {
        List<String> dates = new ArrayList<>();
        for (Matcher date = DATE.matcher(dublinCore); date.find();) {
            dates.add(date.group(1));
        }
        return dates;
    }

    private void imported(Map<String, String> records) throws IOException {
        Path files = Files.createDirectory(folder.resolve("files"));
        for (Map.Entry<String, String> record : records.entrySet()) {
            Files.writeString(files.resolve(record.getKey() + ".xml"), record.getValue());
        }
        assertThat(Typed.in(folder, "import", "local", "files").err()).contains("local: " + records.size() + " new");
    }

    private Map<String, List<String>> datesOfAll() {
        Map<String, List<String>> dates = new LinkedHashMap<>();
        Typed.in(folder, "export", "--format", "jsonl", "--prefix", "oai_dc").out().lines().map(JSON::readTree)
                .forEach(node -> dates.put(node.path("identifier").asString().replaceFirst(".*/", ""),
                        dates(node.path("metadata").asString())));
        return dates;
    }

    @Test
    void publicationOrMaking_isTheYearOfARecord_inEveryOrderOfItsDates() throws IOException {
        Map<String, String> records = records();
        assertThat(records).hasSizeGreaterThanOrEqualTo(60);
        imported(records);

        // A record that came in oai_dc stays as it came; the search chooses.
        datesOfAll().forEach((name, dates) -> {
            if (!name.startsWith("oai_dc")) {
                assertThat(dates.getFirst()).as(name + " " + dates).contains("1951").doesNotContain("mau");
            }
        });
        assertThat(Typed.in(folder, "search", "year:1951").err() + Typed.in(folder, "search", "year:1951").out())
                .contains(records.size() + " ");
    }

    @Test
    void endsOfSpans_areKept() throws IOException {
        String record = "<mods xmlns='http://www.loc.gov/mods/v3'><titleInfo><title>M</title></titleInfo><originInfo>%s</originInfo>"
                + "</mods>";
        imported(Map.of("unsaid-start",
                record.formatted("<dateCreated>1949</dateCreated><dateIssued keyDate='yes'>1951</dateIssued>"
                        + "<dateIssued point='end'>1953</dateIssued>"),
                "start", record.formatted("<dateIssued point='end'>1953</dateIssued><dateIssued point='start'>1951</dateIssued>"),
                "end-alone", record.formatted("<dateCreated point='end'>1953</dateCreated>")));

        assertThat(datesOfAll()).containsEntry("unsaid-start", List.of("1951/1953", "1949"))
                .containsEntry("start", List.of("1951/1953")).containsEntry("end-alone", List.of("1953"));
    }
}
