package dev.sheaf.fulltext.ciff;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Writer of a file in its order: the header, then each list with its postings, then each document, then {@link #finish}. Numbers that are 0 are
 * left out and fields stand in the order of their numbers, as the libraries of Protocol Buffers write them, so that the same content always gives the
 * same bytes. Not thread-safe.
 */
public final class CiffWriter implements AutoCloseable {

    private final OutputStream out;
    private final CiffHeader header;
    private final ListEncoder list;
    private final WireOutput message = new WireOutput();
    private final WireOutput size = new WireOutput();
    private boolean inList;
    private int lists;
    private int documents;
    private int lastDocument = -1;

    /**
     * Writes the header.
     *
     * @param out buffered by the caller, who also packs and closes it
     * @param header states how many lists and documents follow
     * @param folder for a list that is too large for memory
     */
    public CiffWriter(OutputStream out, CiffHeader header, Path folder) throws IOException {
        this.out = out;
        this.header = header;
        this.list = new ListEncoder(folder);
        message.number(1, CiffHeader.VERSION).number(2, header.lists()).number(3, header.documents())
                .number(4, header.totalLists())
                .number(5, header.totalDocuments()).number(6, header.totalTokens()).real(7, header.averageLength())
                .text(8, header.description());
        send();
    }

    /**
     * Begins the next list.
     *
     * @throws IllegalStateException when the header does not state so many, or documents were written
     */
    public void list(String term) throws IOException {
        endList();
        if (lists == header.lists() || documents > 0) {
            throw new IllegalStateException("the header states " + header.lists() + " lists, before the documents");
        }
        lists++;
        list.begin(term);
        inList = true;
    }

    /**
     * Adds a posting to the list.
     *
     * @param document greater than the one before it
     * @param frequency at least 1
     * @throws IllegalArgumentException when it is not so
     */
    public void posting(int document, int frequency) throws IOException {
        list.add(document, frequency);
    }

    private void endList() throws IOException {
        if (inList) {
            list.writeTo(out);
            inList = false;
        }
    }

    /**
     * Writes the next document.
     *
     * @param number greater than the one before it
     * @param name in its collection; not empty
     * @param length tokens before pruning
     * @throws IllegalStateException when lists are missing, or the header does not state so many documents
     */
    public void document(int number, String name, long length) throws IOException {
        endList();
        if (lists != header.lists() || documents == header.documents()) {
            throw new IllegalStateException(
                    "the header states " + header.lists() + " lists and " + header.documents() + " documents; "
                            + lists + " and " + documents + " were written");
        }
        if (number <= lastDocument || name.isEmpty() || length < 0 || length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("document " + number + " after " + lastDocument + ", with the name '" + name
                    + "' and the length " + length + ", cannot be written");
        }
        documents++;
        lastDocument = number;
        message.clear();
        message.number(1, number).text(2, name).number(3, length);
        send();
    }

    private void send() throws IOException {
        size.clear();
        size.varint(message.length()).writeTo(out);
        message.writeTo(out);
    }

    /**
     * Ends the file.
     *
     * @throws IllegalStateException when lists or documents are missing
     */
    public void finish() throws IOException {
        endList();
        if (lists != header.lists() || documents != header.documents()) {
            throw new IllegalStateException(
                    "the header states " + header.lists() + " lists and " + header.documents() + " documents; "
                            + lists + " and " + documents + " were written");
        }
        out.flush();
    }

    /** Removes temporary files. The output stays open. */
    @Override
    public void close() throws IOException {
        list.close();
    }
}
