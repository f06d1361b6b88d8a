package dev.sheaf.fulltext.ciff;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.sheaf.core.Limit;
import dev.sheaf.fulltext.MalformedIndexException;

/**
 * Reader of a file, packed with gzip or not, in its order: {@link #header}; then each list ({@link #nextList}) with its postings
 * ({@link #nextPosting}); then each document ({@link #nextDocument}). Lists and postings that were not read are passed over.
 *
 * <p>The file is a stranger's: counts must match, numbers must be possible, and nothing is allocated by a number in it. Memory does not depend on
 * the file. Not thread-safe.
 */
public final class CiffReader implements AutoCloseable {

    private static final int LONGEST_DESCRIPTION = 1 << 20;
    private static final int LONGEST_HEADER = LONGEST_DESCRIPTION + 1_000;
    /** Bytes of the longest name of a document that is read or written. */
    static final int LONGEST_NAME = 64 << 10;
    private static final int LONGEST_DOCUMENT = LONGEST_NAME + 1_000;

    private final WireInput in;
    private final CiffHeader header;
    private int listsLeft;
    private int documentsLeft;
    private long lengths;
    // The list that is being read.
    private long listEnd;
    private boolean inList;
    private int pendingTag;
    private boolean hasPendingTag;
    private String term = "";
    private long documentFrequency;
    private long collectionFrequency;
    private long postings;
    private long tokens;
    // The posting or the document that was read last.
    private int document;
    private int frequency;
    private int lastDocument = -1;
    private String name = "";
    private int length;

    private CiffReader(InputStream in) throws IOException, MalformedIndexException {
        this.in = new WireInput(in);
        this.header = readHeader();
        this.listsLeft = header.lists();
        this.documentsLeft = header.documents();
    }

    /**
     * Opens a file and reads its header.
     *
     * @param file packed or not; closed with the reader, and when it cannot be opened
     * @throws MalformedIndexException when it does not begin with a header of version 1
     * @throws IOException when it cannot be read
     */
    @SuppressWarnings("resource") // The reader closes its input.
    public static CiffReader open(InputStream file) throws IOException, MalformedIndexException {
        try {
            BufferedInputStream buffered = new BufferedInputStream(file, 1 << 16);
            buffered.mark(2);
            boolean isPacked = buffered.read() == 0x1f && buffered.read() == 0x8b;
            buffered.reset();
            return new CiffReader(new Unpacked(isPacked ? new GZIPInputStream(buffered, 1 << 16) : buffered));
        } catch (IOException | MalformedIndexException failure) {
            file.close();
            throw failure;
        }
    }

    /** Returns the header. */
    public CiffHeader header() {
        return header;
    }

    private CiffHeader readHeader() throws IOException, MalformedIndexException {
        if (in.atEnd()) {
            throw new MalformedIndexException("the file is empty");
        }
        long end = messageEnd("the header", LONGEST_HEADER);
        int version = 0;
        int lists = 0;
        int documents = 0;
        int totalLists = 0;
        int totalDocuments = 0;
        long totalTokens = 0;
        double average = 0;
        String description = "";
        while (in.position() < end) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 -> version = in.count("the version");
                case 2 << 3 -> lists = in.count("the number of lists");
                case 3 << 3 -> documents = in.count("the number of documents");
                case 4 << 3 -> totalLists = in.count("the number of lists of the collection");
                case 5 << 3 -> totalDocuments = in.count("the number of documents of the collection");
                case 6 << 3 -> totalTokens = in.count("the number of tokens of the collection", Long.MAX_VALUE);
                case 7 << 3 | WireOutput.FIXED_64 -> average = in.real();
                case 8 << 3 | WireOutput.LENGTH_DELIMITED -> description = in.text("the description", end - in.position());
                default -> in.skip(tag, end);
            }
        }
        checkEnd(end, "the header");
        if (version != CiffHeader.VERSION) {
            throw new MalformedIndexException("this is no CIFF file of version 1: its header states version " + version);
        }
        return new CiffHeader(lists, documents, totalLists, totalDocuments, totalTokens, average, description);
    }

    private long messageEnd(String what, long most) throws IOException, MalformedIndexException {
        return in.count("the size of " + what, most) + in.position();
    }

    private void checkEnd(long end, String what) throws MalformedIndexException {
        if (in.position() != end) {
            throw in.malformed("a field is longer than its message, " + what);
        }
    }

    /**
     * Goes to the next list.
     *
     * @return false when there is none
     * @throws MalformedIndexException when the list before it, or the beginning of this one, is not as it should be
     */
    public boolean nextList() throws IOException, MalformedIndexException {
        endList();
        if (listsLeft == 0) {
            return false;
        }
        int number = header.lists() - listsLeft + 1;
        if (in.atEnd()) {
            throw new MalformedIndexException("the file ends after " + (number - 1) + " of " + header.lists() + " lists");
        }
        listsLeft--;
        inList = true;
        listEnd = messageEnd("list " + number, Integer.MAX_VALUE);
        term = "";
        documentFrequency = 0;
        collectionFrequency = 0;
        postings = 0;
        tokens = 0;
        lastDocument = -1;
        hasPendingTag = false;
        while (!hasPendingTag && in.position() < listEnd) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 | WireOutput.LENGTH_DELIMITED -> term = term();
                case 2 << 3 -> documentFrequency = in.count("the document frequency of " + shown(), Long.MAX_VALUE);
                case 3 << 3 -> collectionFrequency = in.count("the collection frequency of " + shown(), Long.MAX_VALUE);
                case 4 << 3 | WireOutput.LENGTH_DELIMITED -> {
                    pendingTag = tag;
                    hasPendingTag = true;
                }
                default -> in.skip(tag, listEnd);
            }
        }
        if (term.isEmpty()) {
            throw in.malformed("list " + number + " does not begin with its term");
        }
        return true;
    }

    private String term() throws IOException, MalformedIndexException {
        String text = in.text("a term", Math.min(listEnd - in.position(), 3 * Limit.INDEX_TERM.number()));
        if (text.length() > Limit.INDEX_TERM.number()) {
            throw in.malformed(Limit.INDEX_TERM.exceeded());
        }
        return text;
    }

    private String shown() {
        return "the term '" + (term.length() > 60 ? term.substring(0, 60) + "…" : term) + "'";
    }

    /** Returns the term of the list; not empty. */
    public String listTerm() {
        return term;
    }

    /** Returns the number of documents that the list states; {@link #nextPosting} checks it at the end. */
    public long documentFrequency() {
        return documentFrequency;
    }

    /** Returns the number of tokens that the list states; {@link #nextPosting} checks it at the end. */
    public long collectionFrequency() {
        return collectionFrequency;
    }

    /**
     * Goes to the next posting of the list.
     *
     * @return false when there is none
     * @throws MalformedIndexException when it is not as it should be, or the numbers of the list do not match its postings
     */
    public boolean nextPosting() throws IOException, MalformedIndexException {
        if (!inList) {
            return false;
        }
        while (hasPendingTag || in.position() < listEnd) {
            int tag = hasPendingTag ? pendingTag : in.tag();
            hasPendingTag = false;
            if (tag == (4 << 3 | WireOutput.LENGTH_DELIMITED)) {
                posting();
                return true;
            }
            if (tag >>> 3 <= 3) {
                throw in.malformed("the list of " + shown() + " has its term or frequencies after its postings");
            }
            in.skip(tag, listEnd);
        }
        inList = false;
        checkEnd(listEnd, "the list of " + shown());
        if (postings != documentFrequency || tokens != collectionFrequency) {
            throw in.malformed("the list of " + shown() + " states " + documentFrequency + " documents and " + collectionFrequency
                    + " tokens, but has " + postings + " and " + tokens);
        }
        return false;
    }

    private void posting() throws IOException, MalformedIndexException {
        long end = messageEnd("a posting of " + shown(), listEnd - in.position());
        long gap = 0;
        int tf = 0;
        while (in.position() < end) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 -> gap = in.count("the gap before a document of " + shown());
                case 2 << 3 -> tf = in.count("a frequency of " + shown());
                default -> in.skip(tag, end);
            }
        }
        checkEnd(end, "a posting of " + shown());
        long number = lastDocument < 0 ? gap : lastDocument + gap;
        if (lastDocument >= 0 && gap == 0 || number > Integer.MAX_VALUE) {
            throw in.malformed("the list of " + shown() + " has the document " + number + " after " + lastDocument);
        }
        if (tf == 0) {
            throw in.malformed("the list of " + shown() + " has the document " + number + " with the frequency 0");
        }
        if (postings == documentFrequency) {
            throw in.malformed("the list of " + shown() + " states " + documentFrequency + " documents and has more");
        }
        document = (int) number;
        lastDocument = document;
        frequency = tf;
        postings++;
        tokens += tf;
    }

    private void endList() throws IOException, MalformedIndexException {
        while (nextPosting()) {
            // Passed over, but checked.
        }
    }

    /** Returns the number of the posting's or the document record's document, not negative. */
    public int document() {
        return document;
    }

    /** Returns the frequency of the posting, at least 1. */
    public int frequency() {
        return frequency;
    }

    /**
     * Goes to the next document; passes over lists that were not read.
     *
     * @return false when there is none: the file was read to its end
     * @throws MalformedIndexException when the file is not as it should be, ends too early, or goes on after the last document
     */
    public boolean nextDocument() throws IOException, MalformedIndexException {
        while (nextList()) {
            // Passed over, but checked.
        }
        if (documentsLeft == header.documents()) {
            lastDocument = -1;
        }
        if (documentsLeft == 0) {
            if (!in.atEnd()) {
                throw in.malformed("the file goes on after the " + header.documents() + " documents that its header states");
            }
            return false;
        }
        if (in.atEnd()) {
            throw new MalformedIndexException("the file ends after " + (header.documents() - documentsLeft) + " of "
                    + header.documents() + " documents");
        }
        documentsLeft--;
        readDocument();
        return true;
    }

    private void readDocument() throws IOException, MalformedIndexException {
        long end = messageEnd("a document", LONGEST_DOCUMENT);
        document = 0;
        name = "";
        length = 0;
        while (in.position() < end) {
            int tag = in.tag();
            switch (tag) {
                case 1 << 3 -> document = in.count("the number of a document");
                case 2 << 3 | WireOutput.LENGTH_DELIMITED -> name = in.text("the name of a document",
                        Math.min(LONGEST_NAME, end - in.position()));
                case 3 << 3 -> length = in.count("the length of a document");
                default -> in.skip(tag, end);
            }
        }
        checkEnd(end, "a document");
        if (name.isEmpty()) {
            throw in.malformed("document " + document + " has no name");
        }
        if (document <= lastDocument) {
            throw in.malformed("document " + document + " follows document " + lastDocument
                    + "; documents are expected in the order of their numbers");
        }
        lastDocument = document;
        lengths += length;
    }

    /** Returns the document's name in its collection; not empty. */
    public String documentName() {
        return name;
    }

    /** Returns the document's length as stated, not negative; exports of Lucene's norms state rounded ones. */
    public int documentLength() {
        return length;
    }

    /** Returns the sum of the stated lengths of the documents read so far. */
    public long lengths() {
        return lengths;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Distinguishes a damaged compressed file from one that cannot be read. */
    private static final class Unpacked extends InputStream {

        private final InputStream in;

        Unpacked(InputStream in) {
            this.in = in;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            try {
                return in.read(bytes, offset, count);
            } catch (EOFException failure) {
                throw new IOException("the gzip file is cut off", failure);
            } catch (ZipException failure) {
                throw new IOException("the gzip file is damaged: " + failure.getMessage(), failure);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
