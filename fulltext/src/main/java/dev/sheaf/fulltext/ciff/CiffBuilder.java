package dev.sheaf.fulltext.ciff;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.TermVector;

/**
 * Maker of a file from the vectors of documents, in whatever number. Postings are grouped by term in memory and, when they fill it, in sorted
 * temporary files, which are merged at the end. Documents get their numbers, from 0, in the order of {@link #add}; terms stand in code point order.
 * Not thread-safe.
 */
public final class CiffBuilder implements AutoCloseable {

    /** Bytes that a term takes in memory besides its text and postings. */
    private static final int TERM_BYTES = 150;

    private final Path folder;
    private final long memory;
    private final ExternalSort sort;
    private final Path documents;
    private final OutputStream documentsOut;
    private final WireOutput message = new WireOutput();
    private Map<String, Postings> terms = new HashMap<>();
    private long used;
    private int count;
    private long tokens;

    /**
     * Creates a builder.
     *
     * @param folder for temporary files, which take about as much as the file that is made
     * @param memory bytes for postings; a little more is used
     */
    public CiffBuilder(Path folder, long memory) throws IOException {
        this.folder = folder;
        this.memory = memory;
        this.sort = new ExternalSort(folder);
        this.documents = Files.createTempFile(folder, "documents", ".tmp");
        this.documentsOut = new BufferedOutputStream(Files.newOutputStream(documents), 1 << 16);
    }

    /**
     * Adds a document.
     *
     * @param name in its collection; not empty
     * @param vector its terms. Frequencies that are unknown are stated as 1
     * @throws IllegalArgumentException when the name is empty or longer than a file can have it
     * @throws IOException when a temporary file cannot be written, or there are as many documents as a file can have
     */
    public void add(String name, TermVector vector) throws IOException {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (utf8.length == 0 || utf8.length > CiffReader.LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a document's name has 1 to " + CiffReader.LONGEST_NAME + " bytes, this one " + utf8.length);
        }
        if (count == Integer.MAX_VALUE) {
            throw new IOException("a CIFF file has at most " + count + " documents");
        }
        for (int i = 0; i < vector.size(); i++) {
            String term = vector.term(i);
            Postings postings = terms.get(term);
            if (postings == null) {
                postings = new Postings();
                terms.put(term, postings);
                used += TERM_BYTES + 2L * term.length();
            }
            used += postings.add(count, vector.frequency(i));
        }
        message.clear();
        message.varint(utf8.length).put(utf8, utf8.length).varint(vector.length()).writeTo(documentsOut);
        tokens += vector.length();
        count++;
        if (used > memory) {
            spill();
        }
    }

    /** Returns the number of documents added. */
    public int documents() {
        return count;
    }

    private void spill() throws IOException {
        record Entry(byte[] key, Postings postings) {}
        List<Entry> entries = terms.entrySet().stream()
                .map(entry -> new Entry(entry.getKey().getBytes(StandardCharsets.UTF_8), entry.getValue()))
                .sorted((one, other) -> Arrays.compareUnsigned(one.key, other.key)).toList();
        terms = new HashMap<>();
        used = 0;
        try (ExternalSort.Portion portion = sort.portion()) {
            for (Entry entry : entries) {
                portion.add(entry.key, entry.postings.bytes(), entry.postings.length());
            }
        }
    }

    /**
     * Writes the file. Nothing can be added afterwards.
     *
     * @param out buffered and packed as the caller likes; stays open
     * @param description for people: exporter, tokenizer, stemmer, stop words
     * @return the header that was written
     */
    public CiffHeader writeTo(OutputStream out, String description) throws IOException {
        spill();
        documentsOut.close();
        try {
            CiffHeader header = CiffHeader.whole(countTerms(), count, tokens, description);
            try (CiffWriter writer = new CiffWriter(out, header, folder)) {
                writeLists(writer);
                writeDocuments(writer);
                writer.finish();
            }
            return header;
        } catch (MalformedIndexException failure) {
            throw new IOException("a temporary file is damaged: " + failure.getMessage(), failure);
        }
    }

    private int countTerms() throws IOException, MalformedIndexException {
        long[] number = new long[1];
        byte[][] last = new byte[1][];
        sort.read((key, _, _) -> {
            if (!Arrays.equals(key, last[0])) {
                number[0]++;
                last[0] = key;
            }
        });
        if (number[0] > Integer.MAX_VALUE) {
            throw new IOException("a CIFF file has at most " + Integer.MAX_VALUE + " terms, this one would have " + number[0]);
        }
        return (int) number[0];
    }

    private void writeLists(CiffWriter writer) throws IOException, MalformedIndexException {
        byte[][] last = new byte[1][];
        sort.read((key, content, length) -> {
            if (!Arrays.equals(key, last[0])) {
                writer.list(new String(key, StandardCharsets.UTF_8));
                last[0] = key;
            }
            long end = content.position() + length;
            int document = 0;
            while (content.position() < end) {
                document += (int) content.varint();
                writer.posting(document, (int) content.varint());
            }
        });
    }

    private void writeDocuments(CiffWriter writer) throws IOException, MalformedIndexException {
        try (WireInput in = new WireInput(Files.newInputStream(documents))) {
            for (int i = 0; i < count; i++) {
                writer.document(i, in.text("a name", CiffReader.LONGEST_NAME), in.varint());
            }
        }
    }

    /** Removes the temporary files. */
    @Override
    public void close() throws IOException {
        try (ExternalSort _ = sort) {
            documentsOut.close();
            Files.deleteIfExists(documents);
        }
    }
}
