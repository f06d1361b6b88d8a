package dev.sheaf.publish.extract.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * ExtractorRequest for one document.
 *
 * @param file with the content, absolute
 * @param name by which its owner calls it
 * @param onlyType true when the media type is wanted and nothing else
 */
public record ExtractorRequest(String file, String name, boolean onlyType) {

    /** Bytes of a request at most. */
    public static final int MOST_BYTES = 1 << 20;

    /** Returns the message. */
    public byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeBoolean(onlyType);
            Texts.write(out, file);
            Texts.write(out, name);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    /** Reads a message. */
    public static ExtractorRequest of(byte[] message) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(message))) {
            boolean onlyType = in.readBoolean();
            String file = Texts.read(in);
            return new ExtractorRequest(file, Texts.read(in), onlyType);
        }
    }
}
