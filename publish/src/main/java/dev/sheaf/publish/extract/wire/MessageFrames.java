package dev.sheaf.publish.extract.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** MessageFrames of the protocol: four bytes of length, and so many bytes. Stateless. */
public final class MessageFrames {

    private MessageFrames() {}

    /** Writes a frame and flushes. */
    public static void write(DataOutputStream out, byte[] message) throws IOException {
        out.writeInt(message.length);
        out.write(message);
        out.flush();
    }

    /**
     * Reads a frame.
     *
     * @param most bytes accepted
     * @return null at the end of the stream
     * @throws IOException when the frame is longer, or the stream ends within it
     */
    public static byte @Nullable [] read(DataInputStream in, int most) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedByte() << 8 | in.readUnsignedByte();
        if (length < 0 || length > most) {
            throw new IOException("a message of " + length + " bytes is not accepted");
        }
        byte[] message = in.readNBytes(length);
        if (message.length < length) {
            throw new IOException("the message breaks off");
        }
        return message;
    }
}
