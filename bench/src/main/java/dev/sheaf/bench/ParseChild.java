package dev.sheaf.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * Lower bound for programs that parse their pages: reads many documents, one after the other, from standard input with the fastest
 * available streaming parser, and counts records.
 */
final class ParseChild {

    private ParseChild() {}

    /** Prints {@code records=N}. */
    public static void main(String[] arguments) throws IOException, OaiFormatException, XMLStreamException {
        long records = 0;
        try (Documents documents = new Documents(new BufferedInputStream(System.in, 1 << 20))) {
            while (documents.next()) {
                XMLStreamReader reader = XmlInput.pull(documents);
                while (reader.hasNext()) {
                    if (reader.next() == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("record")) {
                        records++;
                    }
                }
            }
        }
        System.out.println("records=" + records);
    }

    /** Stream that ends before the next XML declaration. The text {@code <?xml} occurs nowhere else. */
    private static final class Documents extends InputStream {

        private static final byte[] START = {'<', '?', 'x', 'm', 'l', ' '};

        private final InputStream in;
        private final byte[] chunk = new byte[1 << 16];
        private int at;
        private int end;
        private boolean begun;

        Documents(InputStream in) {
            this.in = in;
        }

        /** Returns whether there is another document, which is then read from its beginning. */
        boolean next() throws IOException {
            begun = false;
            return fill();
        }

        /** Fills the buffer with at least a whole start tag, unless the input ends. */
        private boolean fill() throws IOException {
            while (end - at < START.length) {
                System.arraycopy(chunk, at, chunk, 0, end - at);
                end -= at;
                at = 0;
                int count = in.read(chunk, end, chunk.length - end);
                if (count < 0) {
                    return end > 0;
                }
                end += count;
            }
            return true;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (!fill() || begun && isStart(at)) {
                return -1;
            }
            int from = at + (begun ? 0 : 1);
            int limit = Math.min(end, at + length);
            int stop = from;
            while (stop < limit && !isStart(stop)) {
                stop++;
            }
            if (stop == end && end - at >= START.length) {
                // The beginning of a declaration may be split.
                stop = end - START.length + 1;
            }
            begun = true;
            int count = Math.max(1, stop - at);
            System.arraycopy(chunk, at, buffer, offset, count);
            at += count;
            return count;
        }

        private boolean isStart(int from) {
            if (chunk[from] != '<' || end - from < START.length) {
                return false;
            }
            for (int i = 1; i < START.length; i++) {
                if (chunk[from + i] != START[i]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
