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
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.provider.SegmentForm;
import dev.sheaf.provider.ServedResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class StitchedBodyTest {

    private static final Datestamp DATE = Datestamp.parse("2024-01-01");
    private static final OaiResponse.RequestEcho REQUEST = new OaiResponse.RequestEcho("http://a/", Map.of());

    private final AtomicInteger reads = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(ContentCoding.class)
    void stitchedBody_unpacksToThePage(ContentCoding coding) throws IOException {
        Random random = new Random(7);
        SegmentCache kept = new SegmentCache(1 << 24, 0);
        for (int round = 0; round < 30; round++) {
            List<RecordSegment> segments = new ArrayList<>();
            for (int n = random.nextInt(20); n >= 0; n--) {
                segments.add(segment("r" + random.nextInt(12), random.nextInt(40)));
            }
            assertThat(Decoders.decode(coding.token(), stitch(coding, segments, kept))).isEqualTo(plain(segments));
        }
    }

    @ParameterizedTest
    @CsvSource({"GZIP, gzip -dc", "ZSTD, zstd -dc"})
    void gzipAndZstd_unpackTheStitchedBody(ContentCoding coding, String command, @TempDir Path folder) throws Exception {
        assumeTrue(onPath(command.split(" ")[0]), "this machine has no " + command.split(" ")[0]);
        List<RecordSegment> page = List.of(segment("a", 5), segment("b", 5), segment("a", 5), segment("", 20));
        Path packed = Files.write(folder.resolve("packed"), stitch(coding, page, new SegmentCache(1 << 24, 0)));
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
    void plainAndZstdPages_shareCachedSegments() throws IOException {
        SegmentCache kept = new SegmentCache(1 << 24, 0);
        List<RecordSegment> segments = List.of(segment("a", 5), segment("b", 5));
        stitch(ContentCoding.GZIP, segments, kept);
        assertThat(reads).hasValue(2);
        stitch(ContentCoding.ZSTD, segments, kept);
        stitch(ContentCoding.IDENTITY, segments, kept);
        assertThat(reads).hasValue(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 200_000, 1 << 24})
    void plainPages_areEqualFromAnyCachedCoding(long plainBytes) throws IOException {
        SegmentCache kept = new SegmentCache(1 << 24, plainBytes);
        List<RecordSegment> segments = new ArrayList<>();
        for (int n = 0; n < 12; n++) {
            segments.add(segment("r" + n, 0));
        }
        for (int round = 0; round < 3; round++) {
            assertThat(stitch(ContentCoding.IDENTITY, segments, kept)).isEqualTo(plain(segments));
        }
        assertThat(reads).as("reads of 12 segments, each time for the page to compare with, once for the cache").hasValue(12 * 4);
    }

    @Test
    void moreClientsThanPagesInMemory_areAllServed() throws IOException {
        List<RecordSegment> page = List.of(segment("a", 5), segment("b", 5));
        SegmentCache kept = new SegmentCache(1 << 24, 0);
        List<PlainPage> taken = new ArrayList<>();
        for (PlainPage next = kept.memory().take(); next != null; next = kept.memory().take()) {
            taken.add(next);
        }
        assertThat(stitch(ContentCoding.IDENTITY, page, kept)).isEqualTo(plain(page));
        taken.forEach(kept.memory()::giveBack);
        assertThat(stitch(ContentCoding.IDENTITY, page, kept)).isEqualTo(plain(page));
    }

    @Test
    void cachedSegment_isNotReadAgain() throws IOException {
        SegmentCache kept = new SegmentCache(1 << 24, 0);
        List<RecordSegment> segments = List.of(segment("a", 5), segment("b", 5));
        stitch(ContentCoding.GZIP, segments, kept);
        assertThat(reads).hasValue(2);
        stitch(ContentCoding.GZIP, segments, kept);
        assertThat(reads).hasValue(2);
    }

    @Test
    void segmentThatLacksAChangedRecord_isServedButNotCached() throws IOException {
        SegmentCache kept = new SegmentCache(1 << 24, 0);
        RecordSegment shrunk = new Segment("a", 6, records(5), reads);
        assertThat(Decoders.decode("gzip", stitch(ContentCoding.GZIP, List.of(shrunk), kept)))
                .isEqualTo(plain(List.of(shrunk)));
        reads.set(0);
        stitch(ContentCoding.GZIP, List.of(shrunk), kept);
        assertThat(reads).hasValue(1);
    }

    @Test
    void segmentsWithoutAFingerprintAreNeverKept() throws IOException {
        SegmentCache kept = new SegmentCache(1 << 24, 0);
        stitch(ContentCoding.GZIP, List.of(segment("", 3)), kept);
        assertThat(Decoders.decode("gzip", stitch(ContentCoding.GZIP, List.of(segment("", 4)), kept)))
                .isEqualTo(plain(List.of(segment("", 4))));
    }

    @Test
    void checksumOfParts_equalsThatOfTheWhole() {
        Random random = new Random(11);
        CRC32 crc = new CRC32();
        Crc32Sum crcSum = new Crc32Sum();
        for (int length : new int[]{0, 1, 7, 1000, 65_536, 65_521, 3, 1_000_003}) {
            byte[] part = new byte[length];
            random.nextBytes(part);
            if (length == 1000) {
                Arrays.fill(part, (byte) 0xFF);
            }
            crc.update(part);
            Sums own = Sums.of(part, 0, length);
            crcSum.append(own.crc(), length);
            assertThat(Integer.toUnsignedLong(crcSum.crc())).isEqualTo(crc.getValue());
        }
        assertThat(crcSum.length()).isEqualTo(1_132_071);
    }

    private RecordSegment segment(String fingerprint, int size) {
        return new Segment(fingerprint, fingerprint.isEmpty() ? size : fingerprint.hashCode() % 50,
                records(fingerprint.isEmpty() ? size : fingerprint.hashCode() % 50), reads);
    }

    private record Segment(String fingerprint, int size, List<OaiRecord> content, AtomicInteger reads) implements RecordSegment {
        @Override
        public List<OaiRecord> read() {
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

    private static byte[] stitch(ContentCoding coding, List<RecordSegment> segments, SegmentCache kept) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SegmentForm<SegmentCache.Packed> form = kept.form(coding, "r");
        OaiBody.of(new ServedResponse.Page<>(DATE, REQUEST, segments.stream().map(form::of).toList(), null), Prolog.NONE, coding,
                kept.memory()).writeTo(out);
        return out.toByteArray();
    }

    private static byte[] plain(List<RecordSegment> segments) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OaiWriter.write(new OaiResponse(DATE, REQUEST, new OaiResponse.ListRecords(
                segments.stream().flatMap(segment -> segment.read().stream()).toList(), null)), out);
        return out.toByteArray();
    }
}
