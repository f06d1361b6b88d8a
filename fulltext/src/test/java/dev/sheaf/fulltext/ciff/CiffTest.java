package dev.sheaf.fulltext.ciff;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.TermVector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CiffTest {

    /** Bytes of memory that hold a handful of postings. */
    private static final long LITTLE = 2_000;
    private static final long MUCH = 1 << 24;

    @TempDir
    private Path folder;

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private byte[] write(Map<String, TermVector> documents, long memory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffBuilder builder = new CiffBuilder(folder, memory)) {
            for (Map.Entry<String, TermVector> document : documents.entrySet()) {
                builder.add(document.getKey(), document.getValue());
            }
            builder.writeTo(out, "a test");
        }
        return out.toByteArray();
    }

    private Map<String, TermVector> read(byte[] file, long memory) throws IOException, MalformedIndexException {
        Map<String, TermVector> documents = new LinkedHashMap<>();
        try (CiffReader reader = CiffReader.open(new ByteArrayInputStream(file));
                CiffVectors vectors = new CiffVectors(reader, folder, memory, "made by a test")) {
            vectors.read(documents::put);
        }
        return documents;
    }

    private static TermVector.Builder terms(Object... termsAndFrequencies) {
        TermVector.Builder builder = new TermVector.Builder().analyzer("made by a test");
        for (int i = 0; i < termsAndFrequencies.length; i += 2) {
            builder.add((String) termsAndFrequencies[i], (Integer) termsAndFrequencies[i + 1]);
        }
        return builder;
    }

    @Test
    void file_hasTheBytesThatTheLibrariesOfProtocolBuffersWrite() throws Exception {
        Map<String, TermVector> documents = new LinkedHashMap<>();
        documents.put("d0", terms("b", 2, "a", 1).length(4).build());
        documents.put("d1", terms("b", 300).build());
        // Header: version, lists, documents, the same of the collection, tokens, average 152.0, description.
        byte[] header = bytes(0x08, 1, 0x10, 2, 0x18, 2, 0x20, 2, 0x28, 2, 0x30, 0xB0, 2, 0x39, 0, 0, 0, 0, 0, 0, 0x63, 0x40,
                0x42, 6, 'a', ' ',
                't', 'e', 's', 't');
        // The first document's number, 0, is left out, and so is its gap.
        byte[] listA = bytes(0x0A, 1, 'a', 0x10, 1, 0x18, 1, 0x22, 2, 0x10, 1);
        byte[] listB = bytes(0x0A, 1, 'b', 0x10, 2, 0x18, 0xAE, 2, 0x22, 2, 0x10, 2, 0x22, 5, 0x08, 1, 0x10, 0xAC, 2);
        byte[] first = bytes(0x12, 2, 'd', '0', 0x18, 4);
        byte[] second = bytes(0x08, 1, 0x12, 2, 'd', '1', 0x18, 0xAC, 2);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (byte[] message : List.of(header, listA, listB, first, second)) {
            expected.write(message.length);
            expected.write(message);
        }
        assertThat(write(documents, MUCH)).isEqualTo(expected.toByteArray());
        assertThat(read(expected.toByteArray(), MUCH)).isEqualTo(documents);
    }

    private static Map<String, TermVector> random(long seed, int count) {
        Random random = new Random(seed);
        Map<String, TermVector> documents = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            TermVector.Builder builder = terms();
            for (int j = random.nextInt(30); j > 0; j--) {
                builder.add(Character.toString(0x20 + random.nextInt(3) * 0x7FF0 + random.nextInt(200)) + random.nextInt(5),
                        1 + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 5));
            }
            documents.put("oai:example.org:" + i, builder.length(random.nextInt(4) == 0 ? 1_000_000 : 0).build());
        }
        return documents;
    }

    @Test
    void randomVectors_comeBack_andTheSecondFileIsTheFirst() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            Map<String, TermVector> documents = random(seed, (int) seed * 5);
            byte[] file = write(documents, MUCH);
            Map<String, TermVector> read = read(file, MUCH);
            assertThat(new ArrayList<>(read.keySet())).isEqualTo(new ArrayList<>(documents.keySet()));
            assertThat(read).isEqualTo(documents);
            assertThat(write(read, MUCH)).isEqualTo(file);
        }
    }

    @Test
    void littleMemory_givesTheSameFile_throughManyTemporaryFiles() throws Exception {
        Map<String, TermVector> documents = random(42, 800);
        byte[] file = write(documents, MUCH);
        assertThat(write(documents, LITTLE)).isEqualTo(file);
        assertThat(read(file, LITTLE)).isEqualTo(documents);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).as("temporary files that are left").isEmpty();
        }
    }

    @Test
    void listLargerThanMemory_goesThroughAFile() throws Exception {
        int count = 300_000;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffWriter writer = new CiffWriter(out, CiffHeader.whole(2, 1, 7, ""), folder)) {
            writer.list("long");
            for (int i = 0; i < count; i++) {
                writer.posting(i * 3, 1 + i % 200);
            }
            writer.list("short");
            writer.posting(5, 7);
            writer.document(0, "d", 7);
            writer.finish();
        }
        try (CiffReader reader = CiffReader.open(new ByteArrayInputStream(out.toByteArray()))) {
            assertThat(reader.nextList()).isTrue();
            assertThat(reader.documentFrequency()).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                assertThat(reader.nextPosting()).isTrue();
                assertThat(reader.document()).isEqualTo(i * 3);
                assertThat(reader.frequency()).isEqualTo(1 + i % 200);
            }
            assertThat(reader.nextPosting()).isFalse();
            assertThat(reader.nextList()).isTrue();
            assertThat(reader.listTerm()).isEqualTo("short");
            assertThat(reader.nextDocument()).isTrue();
            assertThat(reader.nextDocument()).isFalse();
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void packedFile_isReadLikeAPlainOne() throws Exception {
        Map<String, TermVector> documents = random(7, 50);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(write(documents, MUCH));
        }
        assertThat(read(packed.toByteArray(), MUCH)).isEqualTo(documents);
        byte[] cut = Arrays.copyOf(packed.toByteArray(), packed.size() - 20);
        assertThatThrownBy(() -> read(cut, MUCH)).isInstanceOfAny(IOException.class, MalformedIndexException.class);
    }

    @Test
    void emptyCollection_isAFile() throws Exception {
        byte[] file = write(Map.of(), MUCH);
        assertThat(read(file, MUCH)).isEmpty();
        try (CiffReader reader = CiffReader.open(new ByteArrayInputStream(file))) {
            assertThat(reader.header()).isEqualTo(new CiffHeader(0, 0, 0, 0, 0, 0, "a test"));
        }
    }

    @Test
    void roundedLengths_areReplacedByTheSumOfFrequencies_andCounted() throws Exception {
        WireOutput file = new WireOutput();
        message(file, new WireOutput().number(1, 1).number(2, 1).number(3, 2));
        message(file, new WireOutput().text(1, "a").number(2, 2).number(3, 109).message(4, new WireOutput().number(2, 100))
                .message(4, new WireOutput().number(1, 1).number(2, 9)));
        message(file, new WireOutput().text(2, "d").number(3, 96));
        message(file, new WireOutput().number(1, 1).text(2, "e").number(3, 12));
        try (CiffReader reader = CiffReader.open(new ByteArrayInputStream(array(file)));
                CiffVectors vectors = new CiffVectors(reader, folder, MUCH, "")) {
            List<Long> lengths = new ArrayList<>();
            vectors.read((_, vector) -> lengths.add(vector.length()));
            assertThat(lengths).containsExactly(100L, 12L);
            assertThat(vectors.shortLengths()).isEqualTo(1);
        }
    }

    @Test
    void unknownFields_areSkipped() throws Exception {
        WireOutput file = new WireOutput();
        message(file, new WireOutput().text(99, "new").number(1, 1).number(2, 1).number(3, 1).real(12, 1.5));
        message(file, new WireOutput().number(17, 5).text(1, "a").number(2, 1).number(3, 1)
                .message(4, new WireOutput().number(2, 1).text(9, "x")).text(18, "later"));
        message(file, new WireOutput().text(2, "d").number(3, 1).number(77, 3));
        assertThat(read(array(file), MUCH)).containsOnlyKeys("d");
    }

    private static void message(WireOutput file, WireOutput message) {
        file.varint(message.length()).put(message.array(), message.length());
    }

    private static byte[] array(WireOutput output) {
        return Arrays.copyOf(output.array(), output.length());
    }

    /** A file of one list and one document, or what is put into their places. */
    private static byte[] file(WireOutput list, WireOutput... documents) {
        WireOutput file = new WireOutput();
        message(file, new WireOutput().number(1, 1).number(2, 1).number(3, documents.length));
        message(file, list);
        for (WireOutput document : documents) {
            message(file, document);
        }
        return array(file);
    }

    private static WireOutput list(long df, long cf, WireOutput... postings) {
        WireOutput list = new WireOutput().text(1, "a").number(2, df).number(3, cf);
        for (WireOutput posting : postings) {
            list.message(4, posting);
        }
        return list;
    }

    private static WireOutput posting(long gap, long frequency) {
        return new WireOutput().number(1, gap).number(2, frequency);
    }

    private static WireOutput document(long number) {
        return new WireOutput().number(1, number).text(2, "d" + number).number(3, 9);
    }

    private void assertRefused(byte[] file, String reason) {
        assertThatThrownBy(() -> read(file, MUCH)).isInstanceOf(MalformedIndexException.class).hasMessageContaining(reason);
    }

    @Test
    void hostileFiles_areRefusedWithTheirReasons() {
        assertRefused(new byte[0], "the file is empty");
        assertRefused("<?xml version='1.0'?><indexed/>".getBytes(UTF_8), "");
        assertRefused("{\"terms\": []}".getBytes(UTF_8), "");
        WireOutput second = new WireOutput();
        message(second, new WireOutput().number(1, 2));
        assertRefused(array(second), "its header states version 2");
        WireOutput negative = new WireOutput();
        message(negative, new WireOutput().number(1, 1).number(3, -1));
        assertRefused(array(negative), "the number of documents is -1");
        assertRefused(bytes(0xFF, 0xFF, 0xFF, 0xFF, 0x07), "the size of the header is 2147483647");
        assertRefused(bytes(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF), "longer than 10 bytes");
        assertRefused(file(list(1, 1, posting(-5, 1)), document(0)), "the gap before a document of the term 'a' is -5");
        assertRefused(file(list(2, 2, posting(3, 1), posting(0, 1)), document(3)), "has the document 3 after 3");
        assertRefused(file(list(2, 2, posting(Integer.MAX_VALUE, 1), posting(1, 1)), document(0)), "2147483648 after 2147483647");
        assertRefused(file(list(1, 0, posting(0, 0)), document(0)), "with the frequency 0");
        assertRefused(file(list(1, -1, posting(0, -1)), document(0)), "the collection frequency of the term 'a' is -1");
        assertRefused(file(list(2, 1, posting(0, 1)), document(0)), "states 2 documents and 1 tokens, but has 1 and 1");
        assertRefused(file(list(1, 5, posting(0, 1)), document(0)), "states 1 documents and 5 tokens, but has 1 and 1");
        assertRefused(file(list(1, 2, posting(0, 1), posting(1, 1)), document(0)), "states 1 documents and has more");
        assertRefused(file(new WireOutput().number(2, 1), document(0)), "list 1 does not begin with its term");
        assertRefused(file(list(1, 1, posting(0, 1)).text(1, "b"), document(0)), "term or frequencies after its postings");
        assertRefused(file(list(1, 1, posting(4, 1)), document(0), document(5)),
                "a list names document 4, and the file has no record of it");
        assertRefused(file(list(1, 1, posting(4, 1)), document(0)), "a list names document 4, and the file has no record of it");
        assertRefused(file(list(1, 1, posting(0, 1)), document(0), document(0)), "document 0 follows document 0");
        assertRefused(file(list(1, 1, posting(0, 1)), new WireOutput().number(3, 1)), "document 0 has no name");
        assertRefused(file(list(1, 1, posting(0, 1)), new WireOutput().text(2, "d").number(3, 3_000_000_000L)),
                "the length of a document");
        assertRefused(file(list(1, 1, posting(0, 1)), new WireOutput().text(2, "d").number(3, 200_000_000L)),
                "more than 100,000,000 tokens");
        assertRefused(file(list(1, 1, posting(0, 1)), new WireOutput().text(2, "n".repeat(70_000))), "the size of a document");
        assertRefused(file(new WireOutput().text(1, "x".repeat(10_001)), document(0)), "longer than 10,000 characters");
        assertRefused(file(new WireOutput().text(1, "x".repeat(40_000)), document(0)), "the size of a term is 40000");
        assertRefused(file(new WireOutput().varint(1 << 3 | 2).varint(2).put(bytes(0xC3, 0x28), 2), document(0)),
                "a term is not UTF-8");
        assertRefused(file(new WireOutput().varint(1 << 3 | 2).varint(Integer.MAX_VALUE), document(0)),
                "the size of a term is 2147483647");
        assertRefused(file(new WireOutput().varint(9 << 3 | 2).varint(-1L), document(0)), "a field is longer than its message");
        assertRefused(file(new WireOutput().varint(9 << 3 | 3), document(0)), "the wire type 3");
        assertRefused(Arrays.copyOf(file(list(1, 1, posting(0, 1)), document(0)), 40), "the file goes on after");
    }

    @Test
    void fileThatIsCutAnywhere_isRefused() throws Exception {
        byte[] file = write(random(3, 12), MUCH);
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            assertThatThrownBy(() -> read(cut, MUCH)).as("cut after %d of %d bytes", length, file.length)
                    .isInstanceOf(MalformedIndexException.class);
        }
    }

    @Test
    void fileWithOneWrongByte_isRefusedOrRead_butNothingElse() throws Exception {
        byte[] file = write(random(4, 12), MUCH);
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            byte[] wrong = file.clone();
            wrong[random.nextInt(wrong.length)] = (byte) random.nextInt(256);
            try {
                read(wrong, i % 50 == 0 ? LITTLE : MUCH);
            } catch (MalformedIndexException expected) {
                assertThat(expected).message().isNotBlank();
            }
        }
    }

    @Test
    void writer_refusesPostingsThatContradictTheHeader() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CiffWriter writer = new CiffWriter(out, CiffHeader.whole(1, 1, 1, ""), folder)) {
            assertThatThrownBy(() -> writer.document(0, "d", 1)).isInstanceOf(IllegalStateException.class);
            writer.list("a");
            writer.posting(2, 1);
            assertThatThrownBy(() -> writer.posting(2, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.posting(3, 0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> writer.list("b")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(writer::finish).isInstanceOf(IllegalStateException.class);
        }
    }
}
