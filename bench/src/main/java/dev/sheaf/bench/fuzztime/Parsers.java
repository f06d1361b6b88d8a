package dev.sheaf.bench.fuzztime;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.formats.normalise.CorporateBody;
import dev.sheaf.formats.normalise.DateSpan;
import dev.sheaf.formats.normalise.LanguageCode;
import dev.sheaf.formats.normalise.Languages;
import dev.sheaf.formats.normalise.MediaType;
import dev.sheaf.formats.normalise.PersonName;
import dev.sheaf.formats.normalise.ResourceType;
import dev.sheaf.formats.normalise.WorkIdentifier;
import dev.sheaf.formats.normalise.WrittenDate;
import dev.sheaf.harvester.announce.HubOffer;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.discovery.AddressList;
import dev.sheaf.harvester.discovery.AddressReceiver;
import dev.sheaf.harvester.discovery.ListedAddress;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Unreadable;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.simulator.LoopbackServer;
import dev.sheaf.simulator.Reply;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.transfer.imports.ImportFormat;
import dev.sheaf.transfer.imports.ImportListener;
import dev.sheaf.transfer.imports.ImportOptions;
import dev.sheaf.transfer.imports.RecordImport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** Parsers of all data from other servers and from files. Closing it removes their temporary files. For one thread. */
final class Parsers implements AutoCloseable {

    /** Factor on the default sizes for inputs of single values, whose length is limited. */
    private static final double VALUES = 0.125;
    private static final String SOURCE = "fuzzed";
    private static final URI PLACE = URI.create("http://repository.example.org/oai");
    private static final ImportListener NOBODY = new ImportListener() {
        @Override
        public void read(long records, int file, int files) {}

        @Override
        public void refused(String where, String reason) {}

        @Override
        public void note(String message) {}
    };
    private static final AddressReceiver NO_ADDRESSES = new AddressReceiver() {
        @Override
        public void address(ListedAddress address) {}

        @Override
        public void invalid(long line, String reason) {}
    };

    private final Path folder;
    private final HubStore store;
    private final SearchIndex index;
    private final DataProvider provider;
    private final LoopbackServer server;
    private volatile byte[] served = new byte[0];

    /** @param folder for temporary files */
    Parsers(Path folder) {
        this.folder = folder;
        this.store = HubStores.open(folder.resolve("data"),
                new HubIdentity("Hub", "admin@example.org", "hub.example.org"), InstantSource.system());
        store.put(Source.imported(SOURCE, "Fuzzed"));
        store.save(new Batch(SOURCE, 1, MetadataFormat.OAI_DC, SampleRecords.many(100)));
        try (SearchIndexer indexer = new SearchIndexer(store, folder.resolve("data/index"))) {
            indexer.catchUp();
        }
        this.index = RecordIndex.open(folder.resolve("data/index"));
        this.provider = new DataProvider(store.repository(SOURCE, PLACE.toString()).orElseThrow(),
                ProviderSettings.of(PLACE.toString(), TokenKey.of(store.tokenSecret())));
        this.server = LoopbackServer.start(0, _ -> Reply.of(served).withHeader("Content-Type", "text/plain"));
    }

    /** Returns all parsers. */
    List<Parser> all() {
        List<Parser> all = new ArrayList<>();
        responses(all);
        files(all);
        workbooks(all);
        network(all);
        requests(all);
        values(all);
        return all;
    }

    private static void responses(List<Parser> all) {
        Shape list = Shape.of("<?xml version=\"1.0\"?><OAI-PMH xmlns=\"http://www.openarchives.org/OAI/2.0/\">"
                + "<responseDate>2024-05-10T09:00:00Z</responseDate><request verb=\"ListRecords\">http://a.example.org/</request>"
                + "<ListRecords>",
                "<record><header><identifier>oai:a:\u0001</identifier><datestamp>2024-01-01</datestamp><setSpec>a:b</setSpec></header>"
                        + "<metadata><oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" "
                        + "xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Title \u0001</dc:title></oai_dc:dc></metadata></record>",
                "<resumptionToken cursor=\"0\">next</resumptionToken></ListRecords></OAI-PMH>");
        List<String> words = List.of("<record>", "</record>", "<header>", "</header>", "<metadata>", "</metadata>", "<about>",
                "<identifier>", "</identifier>", "<dc:title>", "</dc:title>", "<p>", "</p>", "<br>", "<b", " a=\"", " a='",
                " a=b",
                "\">", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?a", "?>", "&nbsp;", "&#0;", "&", "&#x41;", "<", ">",
                " xmlns:a=\"u\"", " xmlns=\"u\"", "<a:b>", "</a:b>", "<?xml version=\"1.0\"?>", "\u00c3\u00a9", "\u00e9",
                "\u0002",
                "<resumptionToken>", "</ListRecords>", "<ListRecords>", "</OAI-PMH>", "<!DOCTYPE a>", "<error code=\"",
                "<ListSets>",
                "<set><setSpec>", "</setSpec></set>", "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"");
        all.add(new Parser("responses", List.of(list), words, List.of(),
                bytes -> ResponseReader.REPAIRING.read(bytes, "text/xml")));
    }

    private void files(List<Parser> all) {
        List<String> xml = List.of("<r>", "</r>", "<a:b xmlns:a=\"u\">", "</a:b>", "<e", "/>", " a=\"1\"", "&amp;", "&", "<!--",
                "-->",
                "<![CDATA[", "]]>", "<?p ", "?>", "<!DOCTYPE a [", "<!ENTITY a \"b\">", "]>", "<record>", "</record>",
                "<dc:title>",
                "<collection>", "</collection>", "<mods>", "</mods>");
        Shape records = Shape.of("<records xmlns:dc=\"http://purl.org/dc/elements/1.1/\">",
                "<record><dc:identifier>b\u0001</dc:identifier><dc:title>Title \u0001</dc:title></record>", "</records>");
        add(all, ImportFormat.XML, "xml", List.of(records), xml);
        add(all, ImportFormat.CSV, "csv",
                List.of(Shape.of("id,title,creator,date\n", "b\u0001,\"Title, \u0001\",\"Austen, Jane\",1815\n", "")),
                List.of(",", "\"", "\"\"", "\n", "\r\n", ";", "\t", "\",\"", "\u0000", " ", "|"),
                // The name of a column was once matched with one stack frame for each dot.
                List.of(Shape.of("id,title,creator", ".a", "\nb1,Title,Austen\n")));
        add(all, ImportFormat.JSONL, "jsonl",
                List.of(Shape.of("", "{\"id\":\"b\u0001\",\"title\":[\"Title \u0001\"],\"date\":1815}\n", "")),
                List.of("{", "}", "[", "]", "\"", ":", ",", "{\"a\":", "[[", "\\u0041", "\\", "\n", "1e9", "0.1", "null",
                        "\"a\\"));
        add(all, ImportFormat.BIBTEX, "bib",
                List.of(Shape.of("",
                        "@book{b\u0001,\n  author = {Austen, Jane and M{\\\"u}ller, A.},\n  title = \"Title {T}\",\n  year = 1815\n}\n",
                        "")),
                List.of("@book{", "@string{a = \"b\"}", "}", "{", "\"", " # ", "a = ", ",", "\\\"{u}", "{\\'e}", "\\", " and ",
                        "@comment",
                        "@preamble{", "@", "=", "$", "\\ss ", "--", "~", "%"));
        add(all, ImportFormat.RIS, "ris",
                List.of(Shape.of("", "TY  - BOOK\r\nAU  - Austen, Jane\r\nTI  - Title \u0001\r\nPY  - 1815\r\nER  - \r\n", "")),
                List.of("TY  - BOOK\n", "ER  - \n", "AU  - ", "TI  - ", "\n", "\r\n", "  - ", "N2  - ", " ", "\r"),
                // Many values of one field were once compared one by one, and a value of many lines was copied for each line.
                List.of(Shape.of("TY  - BOOK\nTI  - Title\n", "AU  - Austen \u0001\n", "ER  - \n"),
                        Shape.of("TY  - BOOK\nTI  - Title\nN2  - ", "line \u0001\n", "ER  - \n")));
        add(all, ImportFormat.REFER, "enw", List.of(Shape.of("", "%0 Book\n%A Austen, Jane\n%T Title \u0001\n%D 1815\n\n", "")),
                List.of("%0 Book\n", "%A ", "%T ", "\n", "\n\n", "%", " "),
                List.of(Shape.of("%0 Book\n%T Title\n", "%A Austen \u0001\n", "\n")));
        add(all, ImportFormat.MARC, "mrc", List.of(marc()),
                List.of("\u001d", "\u001e", "\u001f", "\u001fa", "00000", "245001200000", "00064nam a2200037 a 4500",
                        "\u001e\u001d", "00",
                        "99999", "4500", "\u001b", "\u001b$1"));
        all.add(new Parser("import, format recognised", List.of(records), xml, List.of(), bytes -> load(bytes, "data", null)));
    }

    private void add(List<Parser> all, ImportFormat format, String ending, List<Shape> ordinary, List<String> words) {
        add(all, format, ending, ordinary, words, List.of());
    }

    private void add(List<Parser> all, ImportFormat format, String ending, List<Shape> ordinary, List<String> words,
            List<Shape> hostile) {
        all.add(new Parser("import, " + format.text(), ordinary, words, hostile,
                bytes -> load(bytes, "data." + ending, format)));
    }

    /** Returns records in the exchange format: 24 bytes of leader, a directory of two fields, and both fields. */
    private static Shape marc() {
        String fields = "b000001\u001e10\u001faTitle\u001e";
        String directory = "001000800000245001000008\u001e";
        int base = 24 + directory.length();
        String leader = String.format("%05dnam a22%05d a 4500", base + fields.length() + 1, base);
        return Shape.of("", leader + directory + fields + "\u001d", "");
    }

    /** Reads a file as in a dry run: everything but writing to the store. */
    private void load(byte[] bytes, String name, @Nullable ImportFormat format) throws Exception {
        Path file = Files.write(folder.resolve(name), bytes);
        read(file, format);
    }

    private void read(Path file, @Nullable ImportFormat format) throws Exception {
        new RecordImport(store, store, "hub.example.org", InstantSource.system()).run(SOURCE, List.of(file),
                new ImportOptions(format, format == ImportFormat.XML ? MetadataPrefix.OAI_DC : null, null, true, true), NOBODY);
    }

    private void workbooks(List<Parser> all) {
        String main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("[Content_Types].xml", "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"/>");
        parts.put("xl/workbook.xml", "<workbook " + main + " xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/"
                + "relationships\"><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>");
        parts.put("xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
                        + "<Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/></Relationships>");
        parts.put("xl/styles.xml",
                "<styleSheet " + main + "><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>");
        parts.put("xl/sharedStrings.xml", "<sst " + main + "><si><t>id</t></si><si><t>title</t></si></sst>");
        String header = "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c></row>";
        parts.put("xl/worksheets/sheet1.xml", "<worksheet " + main + "><sheetData>" + header + "</sheetData></worksheet>");
        List<String> words = List.of("<row>", "</row>", "<c t=\"s\"><v>1</v></c>", "<c r=\"ZZ1\">", "<c r=\"A9\" s=\"1\">",
                "</c>",
                "<v>45000</v>", "<is><t>x</t></is>", "<c t=\"inlineStr\">", "<r><t>", "</t></r>", "<si>", "</si>",
                "<row r=\"1000000\">",
                "<f>A1</f>", "&amp;", "<xf numFmtId=\"14\"/>", "<numFmt numFmtId=\"164\" formatCode=\"d. mmm\"/>", "[$-407]",
                "yyyy", "\\\"");
        Shape rows = Shape.of("<worksheet " + main + "><sheetData>" + header,
                "<row><c t=\"inlineStr\"><is><t>b\u0001</t></is></c><c t=\"inlineStr\"><is><t>Title</t></is></c></row>",
                "</sheetData></worksheet>");
        all.add(new Parser("import, xlsx: sheet", List.of(rows), words, List.of(),
                bytes -> zipped("data.xlsx", parts, "xl/worksheets/sheet1.xml", bytes, ImportFormat.XLSX)));
        all.add(new Parser("import, xlsx: texts",
                List.of(Shape.of("<sst " + main + "><si><t>id</t></si>", "<si><t>Title</t></si>", "</sst>")),
                words, List.of(), bytes -> zipped("data.xlsx", parts, "xl/sharedStrings.xml", bytes, ImportFormat.XLSX)));
        all.add(new Parser("import, xlsx: styles", List.of(Shape.of("<styleSheet " + main + "><numFmts>",
                "<numFmt numFmtId=\"\u0001\" formatCode=\"d. mmm yyyy\"/>",
                "</numFmts><cellXfs><xf numFmtId=\"14\"/></cellXfs></styleSheet>")),
                words, List.of(), bytes -> zipped("data.xlsx", parts, "xl/styles.xml", bytes, ImportFormat.XLSX)));
        String cell = "<table:table-cell office:value-type=\"string\"><text:p>";
        String end = "</text:p></table:table-cell>";
        Shape sheet = Shape.of("<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" "
                + "xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\">"
                + "<office:body><office:spreadsheet><table:table table:name=\"A\"><table:table-row>" + cell + "id" + end + cell
                + "title" + end
                + "</table:table-row>",
                "<table:table-row>" + cell + "b\u0001" + end + cell + "Title" + end + "</table:table-row>",
                "</table:table></office:spreadsheet></office:body></office:document-content>");
        all.add(new Parser("import, ods", List.of(sheet),
                List.of("<table:table-row>", "</table:table-row>", cell, end, "<text:p>", "</text:p>",
                        "<text:s text:c=\"9999\"/>",
                        "<table:table-cell table:number-columns-repeated=\"9999\"/>",
                        "<table:table-row table:number-rows-repeated=\"9999\">",
                        "<text:span>", "</text:span>", "<office:annotation>", "</office:annotation>",
                        "<table:covered-table-cell/>"),
                List.of(),
                bytes -> zipped("data.ods", Map.of("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), "content.xml",
                        bytes, ImportFormat.ODS)));
    }

    private void zipped(String name, Map<String, String> parts, String part, byte[] bytes, ImportFormat format) throws Exception {
        Path file = folder.resolve(name);
        Map<String, byte[]> all = new LinkedHashMap<>();
        parts.forEach((path, text) -> all.put(path, text.getBytes(UTF_8)));
        all.put(part, bytes);
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.setLevel(Deflater.NO_COMPRESSION);
            for (Map.Entry<String, byte[]> entry : all.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        read(file, format);
    }

    private void network(List<Parser> all) {
        List<String> html = List.of("<link ", "<link rel=hub href=a>", "rel=\"hub\"", "href='a'", ">", "/>", "=", "\"", "'", " ",
                "<!--", "-->",
                "<script>", "</script>", "<style", "</head", "<body", "<title>", "</title>", "<", "a", "<meta ", "<html");
        Shape page = Shape.of("<!DOCTYPE html><html><head><title>A repository</title>",
                "<link rel=\"alternate\" type=\"text/html\" href=\"/item/\u0001\"><meta name=\"a\" content=\"b\">",
                "<link rel=\"hub\" href=\"/hub\"><link rel=\"self\" href=\"/\"></head><body>Text</body></html>");
        all.add(new Parser("links in HTML", List.of(page), html,
                List.of(Shape.of("<head>", "<link", ""), Shape.of("<head><link ", "a", ">"),
                        Shape.of("<head>", "<link a=\"", "")),
                bytes -> HubOffer.of(page(bytes, "text/html", Map.of()))));
        all.add(new Parser("links in headers",
                List.of(Shape.of("", "<http://a.example.org/\u0001>; rel=\"alternate\"; title=\"A\", ", "<http://h/>; rel=hub")),
                List.of("<", ">", "; rel=", "rel=\"hub\"", "\"", "\\", "\\\"", ";", ",", "=", " ", "anchor=", "<a>"),
                List.of(Shape.of("", "<", ""), Shape.of("<a>", ";a=\"", "")),
                bytes -> HubOffer.of(page(new byte[0], "text/plain", Map.of("Link", List.of(new String(bytes, ISO_8859_1)))))));
        all.add(new Parser("pages instead of responses", List.of(page), html, List.of(), bytes -> {
            try {
                ResponseReader.REPAIRING.read(bytes, "text/html");
            } catch (OaiFormatException failure) {
                Unreadable.explain(page(bytes, "text/html", Map.of()), failure);
                Unreadable.status(new Fetched(PLACE, 500, HttpHeaders.of(Map.of(), (_, _) -> true), bytes, bytes.length));
            }
        }));
        all.add(new Parser("robots.txt",
                List.of(Shape.of("User-agent: *\nCrawl-delay: 0\n", "Disallow: /private/\u0001\n",
                        "Sitemap: http://a.example.org/s\n")),
                List.of("User-agent: sheaf\n", "User-agent: *\n", "Disallow: ", "Allow: ", "*", "$", "/", "/*", "\n", "#", ":",
                        "/oai?verb=*",
                        "*e", "Crawl-delay: "),
                List.of(Shape.of("User-agent: *\n", "Disallow: /*" + "a".repeat(1_000) + "b\n", "")), this::robots));
        all.add(new Parser("lists of addresses",
                List.of(Shape.of("", "http://\u0001.example.org/oai\n", ""),
                        Shape.of("name,baseURL\n", "\"Name, \u0001\",http://\u0001.example.org/oai\n", ""),
                        Shape.of("<BaseURLs>", "<baseURL>http://\u0001.example.org/oai</baseURL>", "</BaseURLs>")),
                List.of("\"", ",", ";", "\t", "\n", "://", "http://a/", "<baseURL>", "</baseURL>", "<outline xmlUrl=\"",
                        "<api apiType=\"OAI-PMH\">",
                        "%", " ", "@", ":", "[", "]"),
                List.of(), bytes -> AddressList.read(new ByteArrayInputStream(bytes), NO_ADDRESSES)));
    }

    private static Fetched page(byte[] bytes, String type, Map<String, List<String>> more) {
        Map<String, List<String>> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", List.of(type));
        return new Fetched(PLACE, 200, HttpHeaders.of(headers, (_, _) -> true), bytes, bytes.length);
    }

    /** Lets a harvester obey a robots.txt, and checks whether it may use a long resumptionToken. */
    private void robots(byte[] bytes) throws Exception {
        served = bytes;
        FetchRules rules = FetchRules.DEFAULT.withAccess(Access.DEFAULT.withObeyRobots(true), null);
        try (HttpFetcher fetcher = new HttpFetcher()) {
            fetcher.fetch(URI.create(server.address() + "/oai?verb=ListRecords&resumptionToken=" + "a".repeat(2_000)), rules,
                    Pause.REAL);
        }
    }

    private void requests(List<Parser> all) {
        all.add(new Parser("requests", List.of(Shape.of("verb=ListRecords&metadataPrefix=oai_dc&set=", "a:b", "")),
                List.of("verb=", "&", "=", "%", "%41", "+", "resumptionToken=", "ListRecords", "&from=2024-01-01", "&until=",
                        "T00:00:00Z", "&set=",
                        ":", "&identifier=oai:", "_", "-", "AX"),
                List.of(), bytes -> provider.answer(OaiQueryString.parse(new String(bytes, ISO_8859_1)))));
        all.add(new Parser("resumptionTokens", List.of(Shape.of("verb=ListRecords&resumptionToken=AQ", "QWJj", "")),
                List.of("A", "AQ", "_", "-", "=", "%41", "%", "+", "/", "&resumptionToken="), List.of(),
                bytes -> provider.answer(OaiQueryString.parse(new String(bytes, ISO_8859_1)))));
        value(all, "searches", Limit.QUERY.count(), "whale\ntitle:emma creator:\"austen jane\"\nmoby OR dick -whale\n",
                List.of("title:", "creator:\"", "\"", "-", "*", " OR ", " AND ", "NOT ", "year:1990-1999", "(", ")", ":",
                        "\u00e9", " ", "a",
                        "identifier:10.1/", "doi:", "\\", "/", "~", "?"),
                text -> index.search(SearchQuery.of(text)));
    }

    private static void values(List<Parser> all) {
        value(all, "dates", 200,
                "1815\nca. 1920\n2001-05-03T10:00:00Z\n[between 1800 and 1850?]\n19th century\nSpring 1999\n3 May 2001\n",
                List.of("18", "1815", "-", "/", ".", " ", "ca. ", "[", "]", "(", ")", "?", "c", "between ", " and ", "century",
                        "bc", "May", "th",
                        "-?", "s", "circa ", "i.e. ", ",", "\u00a9"),
                text -> {
                    DateSpan.read(text);
                    WrittenDate.read(text);
                    for (Languages language : Languages.values()) {
                        language.read(text);
                    }
                });
        value(all, "names", 150,
                "Austen, Jane\nJane Austen\nvon Goethe, Johann Wolfgang, 1749-1832\nGeorge III, King of Great Britain\n",
                List.of("A.", "Austen", ", ", " ", "-", "van ", "de ", "Sir ", "1749", "-1832", "(", ")", "[ed.]", "the elder",
                        "d. ", "jr.", ".",
                        "and ", ";", "St. ", "ca. ", "th cent."),
                text -> {
                    PersonName.read(text);
                    CorporateBody.read(text);
                });
        value(all, "several names", 1_000, "Austen, Jane; Eliot, George and Bront\u00eb, Anne\nA. Smith, B. Jones, C. Brown\n",
                List.of("A. Smith", ", ", "; ", " and ", " & ", " ", "Austen, Jane", ".", "-"), PersonName::all);
        value(all, "identifiers", 4_000,
                "doi:10.1000/182\nISBN 978-3-16-148410-0\nhttps://hdl.handle.net/2027/uc1.b1\narXiv:1501.00001\n",
                List.of("doi:", "10.1000/", "isbn", "978-", "3", "-", " ", "hdl:", "/", "(", ")", "urn:nbn:", "issn", "1234-5678",
                        "ark:/", "arXiv:",
                        "pmid:", ".", ";", "http://", "http"),
                WorkIdentifier::in);
        value(all, "languages and types", 200, "eng\nGerman; French\nGreek, Ancient (to 1453)\ntext/html\nJournal article\n",
                List.of("(", ")", "[", "]", "1", " ", ";", ",", "/", "eng", " and ", "text", "."), text -> {
                    LanguageCode.read(text);
                    MediaType.read(text);
                    ResourceType.read(text);
                });
    }

    /** Adds a parser of values, one on each line. Lines longer than the limit are split. */
    private static void value(List<Parser> all, String name, int longest, String ordinary, List<String> words,
            Consumer<String> reading) {
        all.add(new Parser(name, List.of(Shape.of("", ordinary, "")), words, List.of(), VALUES, bytes -> {
            String text = new String(bytes, ISO_8859_1);
            for (int begin = 0; begin < text.length();) {
                int line = text.indexOf('\n', begin);
                int end = Math.min(begin + longest, line < 0 ? text.length() : line);
                reading.accept(text.substring(begin, end));
                begin = end == line ? end + 1 : Math.max(end, begin + 1);
            }
        }));
    }

    @Override
    public void close() throws IOException {
        server.close();
        index.close();
        store.close();
    }
}
