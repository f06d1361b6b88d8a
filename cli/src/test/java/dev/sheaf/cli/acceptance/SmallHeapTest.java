package dev.sheaf.cli.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Hostile sources and files, each taken by a process of its own that has 256 MB of heap: none ends in an OutOfMemoryError. */
class SmallHeapTest {

    private static final String BEGIN = "<?xml version='1.0' encoding='UTF-8'?><OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'>"
            + "<responseDate>2026-01-01T00:00:00Z</responseDate><request>http://example.org/oai</request>";
    private static final String DC = "<metadata><oai_dc:dc xmlns:oai_dc='http://www.openarchives.org/OAI/2.0/oai_dc/'"
            + " xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;
    private ListAnswer list = _ -> {};
    /** The same as {@link #list} unless a test says otherwise. */
    private ListAnswer identifiers = out -> list.write(out);
    private ListAnswer sets = out -> write(out,
            BEGIN + "<ListSets><set><setSpec>a</setSpec><setName>A</setName></set></ListSets></OAI-PMH>");

    @TempDir
    private Path folder;

    /** Writes the body of a response; may go on until nobody reads any more. */
    @FunctionalInterface
    private interface ListAnswer {
        void write(OutputStream out) throws IOException;
    }

    /** How a process ended. */
    private record Ended(int status, String output) {
        private Ended withoutStackTrace() {
            assertThat(output).doesNotContain("OutOfMemoryError").doesNotContain("\tat ");
            return this;
        }
    }

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/oai", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        ListAnswer body = query.contains("verb=Identify")
                ? out -> write(out, BEGIN + "<Identify><repositoryName>Hostile</repositoryName><baseURL>" + baseUrl()
                        + "</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>a@example.org</adminEmail>"
                        + "<earliestDatestamp>2026-01-01T00:00:00Z</earliestDatestamp><deletedRecord>no</deletedRecord>"
                        + "<granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify></OAI-PMH>")
                : query.contains("verb=ListMetadataFormats")
                        ? out -> write(out, BEGIN + "<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc</metadataPrefix>"
                                + "<schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd</schema>"
                                + "<metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace>"
                                + "</metadataFormat></ListMetadataFormats></OAI-PMH>")
                        : query.contains("verb=ListSets") ? sets : query.contains("verb=ListIdentifiers") ? identifiers : list;
        exchange.getResponseHeaders().add("Content-Type", "text/xml");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            body.write(out);
        } catch (IOException _) {
            // Nobody reads any more.
        }
    }

    private String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/oai";
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(UTF_8));
    }

    private static String header(String identifier) {
        return "<header><identifier>" + identifier + "</identifier><datestamp>2026-01-01T00:00:00Z</datestamp></header>";
    }

    private static String record(String identifier, String title) {
        return "<record>" + header(identifier) + DC + title + "</dc:title></oai_dc:dc></metadata></record>";
    }

    private Ended sheaf(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"), "-Xmx256m",
                "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                "dev.sheaf.cli.Sheaf", "--data", folder.resolve("data").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        try (InputStream output = process.getInputStream()) {
            String said = new String(output.readAllBytes(), UTF_8);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            System.out.println(said);
            return new Ended(process.exitValue(), said);
        }
    }

    @Test
    void compressedBomb_isRefused() throws Exception {
        // Packed once: the harvester asks for it several times.
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        try (GZIPOutputStream packed = new GZIPOutputStream(bomb)) {
            write(packed, BEGIN + "<ListRecords>");
            byte[] blanks = " ".repeat(1 << 20).getBytes(UTF_8);
            for (int i = 0; i < 600; i++) {
                packed.write(blanks);
            }
        }
        list = bomb::writeTo;
        Ended ended = sheaf("harvest", baseUrl()).withoutStackTrace();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("larger than").contains("raises the limit");
    }

    @Test
    void endlessResponse_isRefused() throws Exception {
        list = out -> {
            write(out, BEGIN + "<ListRecords>");
            for (int i = 0;; i++) {
                write(out, record("oai:e:" + i, "x".repeat(500)));
            }
        };
        Ended ended = sheaf("harvest", baseUrl()).withoutStackTrace();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("larger than");
    }

    @Test
    void recordOf100Megabytes_isRefused() throws Exception {
        list = out -> {
            write(out, BEGIN + "<ListRecords><record>" + header("oai:e:1") + DC);
            for (int i = 0; i < 100; i++) {
                write(out, "x".repeat(1 << 20));
            }
            write(out, "</dc:title></oai_dc:dc></metadata></record></ListRecords></OAI-PMH>");
        };
        Ended ended = sheaf("harvest", baseUrl()).withoutStackTrace();
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.output()).contains("larger than");
    }

    @Test
    void largeRecordOfAPage_goesToQuarantine_andTheOthersAreKept() throws Exception {
        list = out -> {
            write(out, BEGIN + "<ListRecords>" + record("oai:e:1", "x".repeat(10 << 20)) + record("oai:e:2", "small")
                    + "</ListRecords></OAI-PMH>");
        };
        Ended ended = sheaf("harvest", baseUrl()).withoutStackTrace();
        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("complete-with-quarantine");
    }

    @Test
    void largeBrokenPage_isRepairedOrRefused() throws Exception {
        list = out -> {
            write(out, BEGIN + "<ListRecords>");
            for (int i = 0; i < 9_000; i++) {
                write(out, record("oai:e:" + i, "x & y <b>".repeat(150)));
            }
            write(out, "</ListRecords></OAI-PMH>");
        };
        sheaf("harvest", baseUrl()).withoutStackTrace();
    }

    @Test
    void largeBrokenPagesOfSeveralHosts_areRepairedOneAfterTheOther() throws Exception {
        list = out -> {
            write(out, BEGIN + "<ListRecords>");
            for (int i = 0; i < 100; i++) {
                write(out, record("oai:e:" + i, "x & y <b>".repeat(15_000)));
            }
            write(out, "</ListRecords></OAI-PMH>");
        };
        identifiers = out -> {
            write(out, BEGIN + "<ListIdentifiers>");
            for (int i = 0; i < 100; i++) {
                write(out, header("oai:e:" + i));
            }
            write(out, "</ListIdentifiers></OAI-PMH>");
        };
        List<HttpServer> others = new ArrayList<>();
        List<String> arguments = new ArrayList<>(List.of("harvest"));
        try {
            for (int i = 2; i < 8; i++) {
                HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0." + i), 0), 0);
                others.add(other);
                other.setExecutor(threads);
                other.createContext("/oai", this::answer);
                other.start();
                arguments.add("http://127.0.0." + i + ":" + other.getAddress().getPort() + "/oai");
            }
            Ended ended = sheaf(arguments.toArray(String[]::new)).withoutStackTrace();
            assertThat(ended.status()).as(ended.output()).isZero();
            assertThat(ended.output().lines().filter(line -> line.endsWith(": complete: 100 new"))).hasSize(others.size());
        } finally {
            others.forEach(other -> other.stop(0));
        }
    }

    @Test
    void endlessSets_areRefused() throws Exception {
        int[] page = new int[1];
        sets = out -> {
            int first = page[0]++ * 2_000;
            write(out, BEGIN + "<ListSets>");
            for (int i = first; i < first + 2_000; i++) {
                write(out, "<set><setSpec>s" + i + "</setSpec><setName>" + "n".repeat(1_000) + "</setName></set>");
            }
            write(out, "<resumptionToken>t" + first + "</resumptionToken></ListSets></OAI-PMH>");
        };
        list = out -> write(out, BEGIN + "<ListRecords>" + record("oai:e:1", "small") + "</ListRecords></OAI-PMH>");
        Ended ended = sheaf("harvest", baseUrl()).withoutStackTrace();
        assertThat(ended.status()).as(ended.output()).isZero();
        assertThat(page[0]).isLessThan(100);
    }

    @Test
    void packedLineWithoutEnd_isRefused() throws Exception {
        Path file = folder.resolve("bomb.jsonl.gz");
        try (GZIPOutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
            write(packed, "{\"identifier\":\"a\",\"metadata\":\"");
            byte[] text = "x".repeat(1 << 20).getBytes(UTF_8);
            for (int i = 0; i < 600; i++) {
                packed.write(text);
            }
        }
        Ended ended = sheaf("import", "local", file.toString(), "--identifier-domain", "example.org").withoutStackTrace();
        assertThat(ended.output()).contains("longer than");
    }

    @Test
    void hostileWorkbook_isRefused() throws Exception {
        Path file = folder.resolve("bomb.xlsx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            part(zip, "xl/workbook.xml", "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
                    + " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets>"
                    + "<sheet name='S' sheetId='1' r:id='rId1'/></sheets></workbook>");
            part(zip, "xl/_rels/workbook.xml.rels",
                    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
                            + "<Relationship Id='rId1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'"
                            + " Target='worksheets/sheet1.xml'/></Relationships>");
            part(zip, "xl/worksheets/sheet1.xml",
                    "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
                            + "<row r='1'><c r='A1' t='inlineStr'><is><t>title</t></is></c></row></sheetData></worksheet>");
            zip.putNextEntry(new ZipEntry("xl/sharedStrings.xml"));
            write(zip, "<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>");
            for (int i = 0; i < 3_000_000; i++) {
                write(zip, "<si><t>" + Integer.toHexString(i * 0x9E3779B9) + Integer.toHexString(i * 0x7F4A7C15) + "</t></si>");
            }
            write(zip, "</sst>");
            zip.closeEntry();
        }
        Ended ended = sheaf("import", "local", file.toString(), "--identifier-domain", "example.org").withoutStackTrace();
        assertThat(ended.status()).as(ended.output()).isEqualTo(1);
    }

    @Test
    void longCellOfAWorkbook_isRefused() throws Exception {
        Path file = folder.resolve("cell.xlsx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            part(zip, "xl/workbook.xml", "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
                    + " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets>"
                    + "<sheet name='S' sheetId='1' r:id='rId1'/></sheets></workbook>");
            part(zip, "xl/_rels/workbook.xml.rels",
                    "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
                            + "<Relationship Id='rId1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet'"
                            + " Target='worksheets/sheet1.xml'/></Relationships>");
            zip.putNextEntry(new ZipEntry("xl/worksheets/sheet1.xml"));
            write(zip, "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
                    + "<row r='1'><c r='A1' t='inlineStr'><is><t>");
            String text = "x".repeat(1 << 20);
            for (int i = 0; i < 600; i++) {
                write(zip, text);
            }
            write(zip, "</t></is></c></row></sheetData></worksheet>");
            zip.closeEntry();
        }
        Ended ended = sheaf("import", "local", file.toString(), "--identifier-domain", "example.org").withoutStackTrace();
        assertThat(ended.status()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output()).contains("larger than");
    }

    private static void part(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        write(zip, text);
        zip.closeEntry();
    }
}
