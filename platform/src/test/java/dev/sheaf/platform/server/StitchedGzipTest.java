package dev.sheaf.platform.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.RecordRun;
import dev.sheaf.core.repository.RecordRuns;
import dev.sheaf.core.xml.OaiWriter;

import static org.assertj.core.api.Assertions.assertThat;

class StitchedGzipTest {

    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void theStitchedMemberUnpacksToTheVeryPage() throws IOException {
        Random random = new Random(7);
        KeptRuns kept = new KeptRuns(1 << 24);
        for (int round = 0; round < 30; round++) {
            List<RecordRun> runs = new ArrayList<>();
            for (int n = random.nextInt(20); n >= 0; n--) {
                runs.add(run("r" + random.nextInt(12), random.nextInt(40)));
            }
            OaiResponse page = page(runs);
            assertThat(unpack(stitch(page, kept))).isEqualTo(plain(page));
        }
    }

    @Test
    void aKeptRunIsNotReadAgain() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24);
        List<RecordRun> runs = List.of(run("a", 5), run("b", 5));
        stitch(page(runs), kept);
        assertThat(reads).hasValue(2);
        stitch(page(runs), kept);
        assertThat(reads).hasValue(2);
    }

    @Test
    void aRunThatLostARecordMeanwhileIsServedButNotKept() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24);
        RecordRun shrunk = new Run("a", 6, records(5), reads);
        assertThat(unpack(stitch(page(List.of(shrunk)), kept))).isEqualTo(plain(page(List.of(shrunk))));
        reads.set(0);
        stitch(page(List.of(shrunk)), kept);
        assertThat(reads).hasValue(1);
    }

    @Test
    void runsWithoutAFingerprintAreNeverKept() throws IOException {
        KeptRuns kept = new KeptRuns(1 << 24);
        stitch(page(List.of(run("", 3))), kept);
        assertThat(unpack(stitch(page(List.of(run("", 4))), kept))).isEqualTo(plain(page(List.of(run("", 4)))));
    }

    @Test
    void theSumOfPartsIsTheCrcOfTheWhole() {
        Random random = new Random(11);
        CRC32 whole = new CRC32();
        Crc32Sum sum = new Crc32Sum();
        for (int length : new int[]{0, 1, 7, 1000, 65_536, 3, 1_000_003}) {
            byte[] part = new byte[length];
            random.nextBytes(part);
            whole.update(part);
            CRC32 own = new CRC32();
            own.update(part);
            sum.append((int) own.getValue(), length);
        }
        assertThat(Integer.toUnsignedLong(sum.crc())).isEqualTo(whole.getValue());
        assertThat(sum.length()).isEqualTo(1_066_550);
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
            String xml = "<x xmlns='urn:x'>" + "é".repeat(i * 700) + i + "</x>";
            records.add(new OaiRecord(new Header("oai:a:" + i, Datestamp.parse("2024-01-01"), List.of(), false),
                    XmlFragment.of(xml)));
        }
        return records;
    }

    private static OaiResponse page(List<RecordRun> runs) {
        return new OaiResponse(Datestamp.parse("2024-01-01"), new OaiResponse.RequestEcho("http://a/", Map.of()),
                new OaiResponse.ListRecords(new RecordRuns(runs), null));
    }

    private static byte[] stitch(OaiResponse page, KeptRuns kept) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (StitchedGzip gzip = new StitchedGzip(out)) {
            OaiWriter.write(page, gzip, run -> gzip.append(kept.deflated("r", run)));
        }
        return out.toByteArray();
    }

    private static byte[] plain(OaiResponse page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OaiWriter.write(page, out);
        return out.toByteArray();
    }

    private static byte[] unpack(byte[] gzip) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readAllBytes();
        }
    }
}
