package dev.sheaf.fulltext.ciff;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.fulltext.MalformedIndexException;
import dev.sheaf.fulltext.TermVector;

/**
 * The documents of a file with their vectors. A file is ordered by terms; postings are grouped by document in memory and, when they fill it, in
 * sorted temporary files. Not thread-safe.
 */
public final class CiffVectors implements AutoCloseable {

    private static final int ENTRY_BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int TERM_BYTES = 80;
    private static final int FIRST_ENTRIES = 1 << 12;

    private final CiffReader reader;
    private final long memory;
    private final ExternalSort sort;
    private final String analyzer;
    // Postings in memory: the document in the upper half of each key, the place of the entry in the lower.
    private long[] keys = new long[FIRST_ENTRIES];
    private int[] termOf = new int[FIRST_ENTRIES];
    private int[] frequencies = new int[FIRST_ENTRIES];
    private int entries;
    private List<byte[]> terms = new ArrayList<>();
    private long termBytes;
    private long shortLengths;
    // The document whose terms are being read.
    private int current = -1;
    private TermVector.Builder builder = new TermVector.Builder();

    /**
     * Prepares to read a file.
     *
     * @param reader at the beginning of its lists; the caller closes it
     * @param folder for temporary files
     * @param memory bytes for postings; a little more is used
     * @param analyzer how the terms were made, for the vectors
     */
    public CiffVectors(CiffReader reader, Path folder, long memory, String analyzer) {
        this.reader = reader;
        this.memory = memory;
        this.sort = new ExternalSort(folder);
        this.analyzer = analyzer;
    }

    /** Takes a document. */
    @FunctionalInterface
    public interface Taking {
        /**
         * @param name in its collection; not empty
         * @param vector its terms; its length is the stated one, or the sum of its frequencies where that is larger
         */
        void take(String name, TermVector vector) throws IOException;
    }

    /**
     * Reads the whole file and passes on each document in the order of their numbers; documents without terms too.
     *
     * @throws MalformedIndexException when the file is not as it should be. Documents may have been passed on before
     * @throws IOException when the file or a temporary one cannot be read or written, or the caller throws it
     */
    public void read(Taking taking) throws IOException, MalformedIndexException {
        while (reader.nextList()) {
            int term = terms.size();
            byte[] utf8 = reader.listTerm().getBytes(StandardCharsets.UTF_8);
            terms.add(utf8);
            termBytes += utf8.length + TERM_BYTES;
            while (reader.nextPosting()) {
                if ((long) entries * ENTRY_BYTES + termBytes > memory && entries > 0) {
                    spill();
                    terms.add(utf8);
                    term = 0;
                }
                add(term, reader.document(), reader.frequency());
            }
        }
        spill();
        keys = new long[0];
        termOf = new int[0];
        frequencies = new int[0];
        sort.read((key, content, length) -> portion(number(key), content, length, taking));
        if (current >= 0) {
            pass(current, taking);
        }
        while (reader.nextDocument()) {
            pass(new TermVector.Builder(), taking);
        }
    }

    private void add(int term, int document, int frequency) {
        if (entries == keys.length) {
            keys = Arrays.copyOf(keys, entries * 2);
            termOf = Arrays.copyOf(termOf, entries * 2);
            frequencies = Arrays.copyOf(frequencies, entries * 2);
        }
        keys[entries] = (long) document << Integer.SIZE | entries;
        termOf[entries] = term;
        frequencies[entries] = frequency;
        entries++;
    }

    /** Writes the postings in memory, each document's together. */
    private void spill() throws IOException {
        Arrays.sort(keys, 0, entries);
        WireOutput content = new WireOutput();
        try (ExternalSort.Portion portion = sort.portion()) {
            for (int i = 0; i < entries;) {
                int document = (int) (keys[i] >>> Integer.SIZE);
                content.clear();
                while (i < entries && (int) (keys[i] >>> Integer.SIZE) == document) {
                    int entry = (int) keys[i];
                    byte[] term = terms.get(termOf[entry]);
                    content.varint(term.length).put(term, term.length).varint(frequencies[entry]);
                    i++;
                }
                portion.add(key(document), content.array(), content.length());
            }
        }
        entries = 0;
        terms = new ArrayList<>();
        termBytes = 0;
    }

    private static byte[] key(int document) {
        return new byte[]{(byte) (document >>> 24), (byte) (document >>> 16), (byte) (document >>> 8), (byte) document};
    }

    private static int number(byte[] key) {
        return (key[0] & 0xFF) << 24 | (key[1] & 0xFF) << 16 | (key[2] & 0xFF) << 8 | key[3] & 0xFF;
    }

    /** Takes some of the terms of a document; those of one document follow each other. */
    private void portion(int document, WireInput content, long length, Taking taking)
            throws IOException, MalformedIndexException {
        if (document != current) {
            if (current >= 0) {
                pass(current, taking);
            }
            current = document;
            builder = new TermVector.Builder();
        }
        long end = content.position() + length;
        while (content.position() < end) {
            byte[] term = content.bytes((int) content.varint());
            int frequency = (int) content.varint();
            try {
                builder.add(new String(term, StandardCharsets.UTF_8), frequency);
            } catch (IllegalArgumentException failure) {
                throw new MalformedIndexException("document " + document + ": " + failure.getMessage(), failure);
            }
        }
    }

    /** Passes on the documents up to the one that was read; those before it have no terms. */
    private void pass(int document, Taking taking) throws IOException, MalformedIndexException {
        do {
            if (!reader.nextDocument() || reader.document() > document) {
                throw new MalformedIndexException("a list names document " + document + ", and the file has no record of it");
            }
            pass(reader.document() == document ? builder : new TermVector.Builder(), taking);
        } while (reader.document() < document);
    }

    private void pass(TermVector.Builder terms, Taking taking) throws IOException, MalformedIndexException {
        try {
            TermVector vector = terms.analyzer(analyzer).length(reader.documentLength()).build();
            shortLengths += vector.length() > reader.documentLength() ? 1 : 0;
            taking.take(reader.documentName(), vector);
        } catch (IllegalArgumentException failure) {
            throw new MalformedIndexException("document '" + reader.documentName() + "': " + failure.getMessage(), failure);
        }
    }

    /**
     * Returns the number of documents so far whose stated length is below the sum of their frequencies: a sign that the exporter rounded the lengths,
     * as Lucene's norms do.
     */
    public long shortLengths() {
        return shortLengths;
    }

    /** Removes the temporary files. The reader stays open. */
    @Override
    public void close() throws IOException {
        sort.close();
    }
}
