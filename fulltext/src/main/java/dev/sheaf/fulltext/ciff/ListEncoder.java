package dev.sheaf.fulltext.ciff;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Encoder of one list of postings after another. The size of a list stands before it, so its postings are kept until it is complete: in memory
 * while they are few, then in a temporary file. Not thread-safe.
 */
final class ListEncoder implements AutoCloseable {

    private static final int MOST_IN_MEMORY = 1 << 20;

    private final Path folder;
    private final WireOutput posting = new WireOutput();
    private final WireOutput kept = new WireOutput();
    private final WireOutput head = new WireOutput();
    private @Nullable Path file;
    private @Nullable OutputStream overflow;
    private long overflowed;
    private String term = "";
    private long documents;
    private long tokens;
    private int last;

    /** @param folder for temporary files */
    ListEncoder(Path folder) {
        this.folder = folder;
    }

    void begin(String ofTerm) {
        if (ofTerm.isEmpty()) {
            throw new IllegalArgumentException("a list needs a term");
        }
        term = ofTerm;
        documents = 0;
        tokens = 0;
        last = -1;
        kept.clear();
        overflowed = 0;
    }

    /** @throws IllegalArgumentException when the document does not follow the one before it, or the frequency is below 1 */
    void add(int document, int frequency) throws IOException {
        if (document <= last || frequency < 1) {
            throw new IllegalArgumentException(
                    "the list of the term '" + term + "' cannot have document " + document + " after " + last
                            + ", with the frequency " + frequency);
        }
        posting.clear();
        posting.number(1, last < 0 ? document : document - last).number(2, frequency);
        kept.message(4, posting);
        last = document;
        documents++;
        tokens += frequency;
        if (kept.length() > MOST_IN_MEMORY) {
            kept.writeTo(overflow());
            overflowed += kept.length();
            kept.clear();
        }
    }

    private OutputStream overflow() throws IOException {
        OutputStream open = overflow;
        if (open == null) {
            Path made = Files.createTempFile(folder, "list", ".tmp");
            file = made;
            open = new BufferedOutputStream(Files.newOutputStream(made));
            overflow = open;
        }
        return open;
    }

    /** Writes the list with its size before it. */
    void writeTo(OutputStream out) throws IOException {
        WireOutput fields = posting;
        fields.clear();
        fields.text(1, term).number(2, documents).number(3, tokens);
        long size = fields.length() + overflowed + kept.length();
        if (size > Integer.MAX_VALUE) {
            throw new IOException("the list of the term '" + term + "' has " + size
                    + " bytes, and a list of a CIFF file may have 2 GB: leave the term out as a stop word");
        }
        head.clear();
        head.varint(size).writeTo(out);
        fields.writeTo(out);
        OutputStream overflowing = overflow;
        Path spilled = file;
        if (overflowing != null && spilled != null) {
            overflow = null;
            overflowing.close();
            Files.copy(spilled, out);
            Files.delete(spilled);
            file = null;
        }
        kept.writeTo(out);
    }

    /** Returns the number of documents of the list. */
    long documents() {
        return documents;
    }

    @Override
    public void close() throws IOException {
        OutputStream open = overflow;
        if (open != null) {
            open.close();
        }
        Path left = file;
        if (left != null) {
            Files.deleteIfExists(left);
        }
    }
}
