package dev.sheaf.validator.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;

import static dev.sheaf.validator.outside.OutsideRow.must;

/** Faults of metadata formats: their list, the formats of each item, and the metadata itself. */
final class FormatRows {

    private static final String FORMATS = "S3.4";
    private static final String RECORD = "S2.5";
    private static final String AREA = "formats";
    private static final List<String> MARC = List.of("marcxml");
    private static final List<String> DC = List.of("oai_dc");

    private FormatRows() {}

    static List<OutsideRow> rows() {
        List<OutsideRow> rows = new ArrayList<>(listed());
        rows.addAll(ofItems());
        rows.addAll(metadata());
        return rows;
    }

    private static List<OutsideRow> listed() {
        return List.of(
                must("oai-dc-not-listed", FORMATS, AREA, "ListMetadataFormats lacks oai_dc", p -> p.formats.remove("oai_dc")),
                entry("oai-dc-other-namespace", "oai_dc", "oai_dc is listed with another namespace", t -> t.replace("2.0/oai_dc/",
                        "1.1/oai_dc/")),
                entry("oai-dc-other-schema", "oai_dc", "oai_dc is listed with another schema",
                        t -> t.replace("2.0/oai_dc.xsd", "1.1/dc.xsd")),
                entry("marcxml-schema-differs", "marcxml", "marcxml is listed with another schema than its records name",
                        t -> t.replace("MARC21slim.xsd", "MARC21.xsd")),
                entry("marcxml-namespace-differs", "marcxml", "marcxml is listed with another namespace than its records have",
                        t -> t.replace("loc.gov/MARC21/slim<", "loc.gov/MARC21/<")),
                entry("prefix-with-space", "marcxml", "a prefix has a space", t -> t.replace(">marcxml<", ">marc xml<")),
                must("format-without-records", FORMATS, AREA, "a listed format is always cannotDisseminateFormat", p -> {
                    p.formats.put("mods", OutsideText.MARC_FORMAT.replace("marcxml<", "mods<").replace("MARC21/slim", "mods/v3"));
                    p.errors = (c, found) -> c.value("metadataPrefix").equals("mods")
                            ? List.of(new OutsideError("cannotDisseminateFormat", "no"))
                            : found;
                }),
                must("prefix-listed-twice", FORMATS, AREA, "a prefix is listed twice", p -> p.xml = (c, t) -> t
                        .replace("</ListMetadataFormats>", "<metadataFormat>" + OutsideText.MARC_FORMAT
                                + "</metadataFormat></ListMetadataFormats>")),
                must("no-formats-listed", FORMATS, AREA, "ListMetadataFormats without identifier is noMetadataFormats",
                        p -> p.errors = (c, found) -> c.is("ListMetadataFormats") && !c.has("identifier")
                                ? List.of(new OutsideError("noMetadataFormats", "none"))
                                : found));
    }

    private static OutsideRow entry(String name, String prefix, String description, UnaryOperator<String> change) {
        return must(name, FORMATS, AREA, description,
                p -> p.formats.put(prefix, change.apply(p.formats.getOrDefault(prefix, ""))));
    }

    private static List<OutsideRow> ofItems() {
        return List.of(
                must("item-without-oai-dc", FORMATS, AREA, "one item of the third page has marcxml only",
                        p -> p.items(i -> i.number() == 18 ? i.with(MARC) : i)),
                must("last-item-without-oai-dc", FORMATS, AREA, "the last item has marcxml only",
                        p -> p.items(i -> i.number() == 30 ? i.with(MARC) : i)),
                must("listed-format-not-given", FORMATS, AREA,
                        "GetRecord refuses the second format of the last item, which is listed",
                        p -> p.errors = (c, found) -> c.is("GetRecord") && c.value("identifier").endsWith(":030")
                                && c.value("metadataPrefix").equals("marcxml")
                                        ? List.of(new OutsideError("cannotDisseminateFormat", "no"))
                                        : found),
                must("listed-formats-never-given", FORMATS, AREA, "GetRecord refuses the second format of every item",
                        p -> p.errors = (c, found) -> c.is("GetRecord") && c.value("metadataPrefix").equals("marcxml")
                                ? List.of(new OutsideError("cannotDisseminateFormat", "no"))
                                : found),
                must("formats-of-item-ignore-identifier", "S4.4", AREA, "the formats of an item are those of the repository",
                        p -> p.formatsOf = i -> List.of("oai_dc", "marcxml")),
                must("formats-of-item-lack-one", "S4.4", AREA, "the formats of an item lack marcxml, which it has",
                        p -> p.formatsOf = i -> DC),
                must("formats-of-some-items-lack-one", "S4.4", AREA,
                        "the formats of the last items lack marcxml, which they have",
                        p -> p.formatsOf = i -> i.number() > 24 ? DC : i.formats()),
                must("formats-of-item-lack-oai-dc", "S4.4", AREA, "the formats of the last items lack oai_dc",
                        p -> p.formatsOf = i -> i.number() > 24 ? MARC : i.formats()),
                must("formats-of-unknown-item", "S3.6", AREA, "the formats of an unknown item are those of the repository", p -> {
                    p.accepts("idDoesNotExist", c -> c.is("ListMetadataFormats"));
                    p.asks = q -> q.is("ListMetadataFormats")
                            && p.items.stream().noneMatch(i -> i.identifier().equals(q.identifier())) ? q.withIdentifier("") : q;
                }),
                must("unknown-prefix-gives-oai-dc", "S3.6", AREA, "an unknown prefix gives oai_dc in lists",
                        p -> p.accepts("cannotDisseminateFormat", c -> c.is("ListRecords"))),
                must("unknown-prefix-of-identifiers", "S3.6", AREA, "ListIdentifiers accepts an unknown prefix",
                        p -> p.accepts("cannotDisseminateFormat", c -> c.is("ListIdentifiers"))),
                must("unknown-prefix-of-get", "S3.6", AREA, "GetRecord gives oai_dc for an unknown prefix",
                        p -> p.accepts("cannotDisseminateFormat", c -> c.is("GetRecord"))),
                must("unknown-prefix-matches-nothing", "S3.6", AREA, "an unknown prefix is noRecordsMatch",
                        p -> p.says("cannotDisseminateFormat", "noRecordsMatch", c -> true)),
                must("missing-format-is-no-item", "S3.6", AREA, "a format that an item lacks is answered with idDoesNotExist",
                        p -> p.says("cannotDisseminateFormat", "idDoesNotExist", c -> c.is("GetRecord"))),
                must("identifiers-list-items-without-format", "S4.3", AREA,
                        "ListIdentifiers in marcxml lists items without marcxml",
                        p -> p.asks = q -> q.is("ListIdentifiers") ? q.withPrefix("oai_dc") : q),
                must("records-without-metadata-for-missing-format", "S4.5", AREA,
                        "ListRecords in marcxml lists items without marcxml, and no metadata", p -> {
                            p.selects = (i, q) -> p.isSelected(i.with(List.of("oai_dc", "marcxml")), q);
                            p.metadata = (q, i) -> i.isDeleted() || !i.formats().contains(q.prefix())
                                    ? ""
                                    : OutsideProvider.metadataOf(q.prefix(), i);
                        }),
                must("second-format-loses-a-record", "S4.5", AREA, "ListRecords in marcxml lacks a record that GetRecord gives",
                        p -> p.lists = (q, found) -> q.prefix().equals("marcxml")
                                ? found.stream().filter(i -> i.number() != 15).toList()
                                : found),
                must("second-format-gives-dublin-core", RECORD, AREA, "marcxml is answered with Dublin Core",
                        p -> p.metadata = (q, i) -> i.isDeleted() ? "" : OutsideProvider.metadataOf("oai_dc", i)));
    }

    private static List<OutsideRow> metadata() {
        return List.of(
                text("no-schema-location-on-last-page", RECORD, "metadata of the last page has no schemaLocation",
                        (q, i) -> i.number() > 28, t -> t.replaceFirst(" xsi:schemaLocation=\"[^\"]*\"", "")),
                text("schema-location-wrong-in-one", RECORD, "metadata of one record names another schema",
                        (q, i) -> i.number() == 16, t -> t.replaceFirst("oai_dc\\.xsd", "dc.xsd")),
                text("two-roots", RECORD, "the metadata of one record has two elements", (q, i) -> i.number() == 16,
                        t -> t.replaceFirst("<metadata>(.*)</metadata>", "<metadata>$1$1</metadata>")),
                text("empty-metadata", RECORD, "the metadata of one record is empty", (q, i) -> i.number() == 16,
                        t -> "<metadata/>"),
                text("metadata-as-text", RECORD, "the metadata of one record is text", (q, i) -> i.number() == 16,
                        t -> "<metadata>Title</metadata>"),
                text("metadata-missing", RECORD, "one live record has no metadata", (q, i) -> i.number() == 23, t -> ""),
                text("unknown-dc-element", "S5", "one record of the third page has an element dc:author",
                        (q, i) -> i.number() == 19, t -> t.replace("dc:creator>", "dc:author>")),
                text("qualified-dc", "S5", "one record has dcterms:created in oai_dc", (q, i) -> i.number() == 9,
                        t -> t.replace("<dc:date>",
                                "<dcterms:created xmlns:dcterms=\"http://purl.org/dc/terms/\">2001</dcterms:created>"
                                        + "<dc:date>")),
                text("dc-in-other-namespace", "S5", "the elements of one record are in the namespace of Dublin Core 1.0",
                        (q, i) -> i.number() == 9, t -> t.replace("elements/1.1/", "elements/1.0/")),
                text("marc-without-tag", RECORD, "one record of the second page breaks the schema of marcxml",
                        (q, i) -> i.number() == 11, t -> t.replace(" tag=\"245\"", "")),
                text("metadata-of-another-item", "S4.1", "GetRecord gives the metadata of another item",
                        (q, i) -> q.is("GetRecord"), t -> t.replaceAll("Title [0-9]+", "Title 99")),
                text("metadata-in-oai-namespace", RECORD, "the metadata of one record is in the namespace of OAI-PMH",
                        (q, i) -> i.number() == 3, t -> "<metadata><dc><title>Title</title></dc></metadata>"),
                text("live-metadata-differs-by-verb", "S4.1", "ListRecords leaves out the titles that GetRecord gives",
                        (q, i) -> q.is("ListRecords"), t -> t.replaceAll("<dc:title>[^<]*</dc:title>", "")));
    }

    private static OutsideRow text(String name, String clause, String description, BiPredicate<OutsideQuery, OutsideItem> when,
            UnaryOperator<String> change) {
        return must(name, clause, AREA, description, p -> p.metadata = (q, i) -> {
            String usual = i.isDeleted() ? "" : OutsideProvider.metadataOf(q.prefix(), i);
            return when.test(q, i) ? change.apply(usual) : usual;
        });
    }
}
