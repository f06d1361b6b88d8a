package dev.sheaf.transfer.imports.rows;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * Pull parser for XML that limits single tags, texts and comments to {@link Limit#XML_RECORD_BYTES}. Parsers hold each of them in memory
 * before a caller can check its length, and a compressed file of one megabyte can hold a text of hundreds. Not thread-safe.
 */
final class BoundedTokens extends StreamReaderDelegate {

    private static final long MAX_TOKEN = Limit.XML_RECORD_BYTES.number();

    private final Counted in;

    private BoundedTokens(XMLStreamReader parser, Counted in) {
        super(parser);
        this.in = in;
    }

    /**
     * Begins to read a document.
     *
     * @throws OaiFormatException if its beginning cannot be read
     */
    static XMLStreamReader pull(InputStream in) throws OaiFormatException {
        Counted counted = new Counted(in);
        return new BoundedTokens(XmlInput.pull(counted), counted);
    }

    @Override
    public int next() throws XMLStreamException {
        in.token = 0;
        return super.next();
    }

    /** Stream that counts the bytes of one token. */
    private static final class Counted extends FilterInputStream {

        private long token;

        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int count = in.read(buffer, offset, length);
            token += Math.max(0, count);
            if (token > MAX_TOKEN) {
                throw new IOException("a tag or text in it: " + Limit.XML_RECORD_BYTES.exceeded());
            }
            return count;
        }
    }
}
