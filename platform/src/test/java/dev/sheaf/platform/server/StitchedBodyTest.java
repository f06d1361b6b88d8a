package dev.sheaf.platform.server;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.repository.RecordRuns;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class StitchedBodyTest {

    private final AtomicInteger reads = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void theStitchedBodyUnpacksToTheVeryPage(ContentCoding coding) throws IOException {
        Random random = new Random(7);
        KeptRuns kept = new KeptRuns(1 << 24, 0);
        for (int round = 0; round < 30; round++) {
            List<RecordRun> runs = new ArrayList<>();
            for (int n = random.nextInt(20); n >= 0; n--) {
                runs.add(run("r" + random.nextInt(12), random.nextInt(40)));
            }
            OaiResponse page = page(runs);
            assertThat(Decoders.decode(coding.token(), stitch(coding, page, kept))).isEqualTo(plain(page));
        }
    }

    @ParameterizedTest
    @CsvSource({"GZIP, gzip -dc", "ZSTD, zstd -dc"})
    void programsOfOthersUnpackIt(ContentCoding coding, String command, @TempDir Path folder) throws Exception {
        assumeTrue(onPath(command.split(" ")[0]), "this machine has no " + command.split(" ")[0]);
        OaiResponse page = page(List.of(run("a", 5), run("b", 5), run("a", 5), run("", 20)));
        Path packed = Files.write(folder.resolve("packed"), stitch(coding, page, new KeptRuns(1 << 24, 0)));
        Path unpacked = folder.resolve("unpacked");

        Process process = new ProcessBuilder("/bin/sh", "-c", command).redirectInput(packed.toFile())
                .redirectOutput(unpacked.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT).start();

        assertThat(process.waitFor()).isZero();
        assertThat(unpacked).hasBinaryContent(plain(page));
    }

    private static boolean onPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    @Test
    void gzipAndDeflateShareWhatIsKept() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24, 0);
        List<RecordRun> runs = List.of(run("a", 5), run("b", 5));
        stitch(ContentCoding.GZIP, page(runs), kept);
        stitch(ContentCoding.DEFLATE, page(runs), kept);
        assertThat(reads).hasValue(2);
        stitch(ContentCoding.ZSTD, page(runs), kept);
        stitch(ContentCoding.IDENTITY, page(runs), kept);
        assertThat(reads).hasValue(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200_000, 1 << 24})
    void plainPagesAreTheSameFromWhateverIsKept(long plainBytes) throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24, plainBytes);
        List<RecordRun> runs = new ArrayList<>();
        for (int n = 0; n < 12; n++) {
            runs.add(run("r" + n, 0));
        }
        for (int round = 0; round < 3; round++) {
            assertThat(stitch(ContentCoding.IDENTITY, page(runs), kept)).isEqualTo(plain(page(runs)));
        }
        assertThat(reads).as("reads of 12 runs, each time for the page to compare with, once for the cache").hasValue(12 * 4);
    }

    @Test
    void moreClientsThanThereIsMemoryForPagesAreServedAllTheSame() throws IOException {
        OaiResponse page = page(List.of(run("a", 5), run("b", 5)));
        KeptRuns kept = new KeptRuns(1 << 24, 0);
        List<PlainPage> taken = new ArrayList<>();
        for (PlainPage next = kept.memory().take(); next != null; next = kept.memory().take()) {
            taken.add(next);
        }
        assertThat(stitch(ContentCoding.IDENTITY, page, kept)).isEqualTo(plain(page));
        taken.forEach(kept.memory()::giveBack);
        assertThat(stitch(ContentCoding.IDENTITY, page, kept)).isEqualTo(plain(page));
    }

    @Test
    void aKeptRunIsNotReadAgain() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24, 0);
        List<RecordRun> runs = List.of(run("a", 5), run("b", 5));
        stitch(ContentCoding.GZIP, page(runs), kept);
        assertThat(reads).hasValue(2);
        stitch(ContentCoding.GZIP, page(runs), kept);
        assertThat(reads).hasValue(2);
    }

    @Test
    void aRunThatLostARecordMeanwhileIsServedButNotKept() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24, 0);
        RecordRun shrunk = new Run("a", 6, records(5), reads);
        assertThat(Decoders.decode("gzip", stitch(ContentCoding.GZIP, page(List.of(shrunk)), kept)))
                .isEqualTo(plain(page(List.of(shrunk))));
        reads.set(0);
        stitch(ContentCoding.GZIP, page(List.of(shrunk)), kept);
        assertThat(reads).hasValue(1);
    }

    @Test
    void runsWithoutAFingerprintAreNeverKept() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24, 0);
        stitch(ContentCoding.GZIP, page(List.of(run("", 3))), kept);
        assertThat(Decoders.decode("gzip", stitch(ContentCoding.GZIP, page(List.of(run("", 4))), kept)))
                .isEqualTo(plain(page(List.of(run("", 4)))));
    }

    @Test
    void theSumsOfPartsAreThoseOfTheWhole() {
        Random random = new Random(11);
        CRC32 crc = new CRC32();
        Adler32 adler = new Adler32();
        Crc32Sum crcSum = new Crc32Sum();
        Adler32Sum adlerSum = new Adler32Sum();
        for (int length : new int[]{0, 1, 7, 1000, 65_536, 65_521, 3, 1_000_003}) {
            byte[] part = new byte[length];
            random.nextBytes(part);
            if (length == 1000) {
                Arrays.fill(part, (byte) 0xFF);
            }
            crc.update(part);
            adler.update(part);
            Sums own = Sums.of(part, 0, length);
            crcSum.append(own.crc(), length);
            adlerSum.append(own.adler(), length);
            assertThat(Integer.toUnsignedLong(crcSum.crc())).isEqualTo(crc.getValue());
            assertThat(Integer.toUnsignedLong(adlerSum.adler())).isEqualTo(adler.getValue());
        }
        assertThat(crcSum.length()).isEqualTo(1_132_071);
    }

    private RecordRun run(String fingerprint, int size) {
        return new Run(fingerprint, fingerprint.isEmpty() ? size : fingerprint.hashCode() % 50,
                records(fingerprint.isEmpty() ? size : fingerprint.hashCode() % 50), reads);
    }

    private record Run(String fingerprint, int size, List<OaiRecord> content, AtomicInteger reads) implements RecordRun {
        @Override
        public List<OaiRecord> records() {
            reads.incrementAndGet();
            return content;
        }
    }

    private static List<OaiRecord> records(int count) {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String xml = "<x xmlns='urn:x'>" + "é".repeat(i * 200) + i + "</x>";
            records.add(new OaiRecord(new Header("oai:a:" + i, Datestamp.parse("2024-01-01"), List.of(), false),
                    XmlFragment.of(xml)));
        }
        return records;
    }

    private static OaiResponse page(List<RecordRun> runs) {
        return new OaiResponse(Datestamp.parse("2024-01-01"), new OaiResponse.RequestEcho("http://a/", Map.of()),
                new OaiResponse.ListRecords(new RecordRuns(runs), null));
    }

    private static byte[] stitch(ContentCoding coding, OaiResponse page, KeptRuns kept) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OaiBody.prepare(page, Prolog.NONE, coding, kept, "r").writeTo(out);
        return out.toByteArray();
    }

    private static byte[] plain(OaiResponse page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OaiWriter.write(page, out);
        return out.toByteArray();
    }
}
