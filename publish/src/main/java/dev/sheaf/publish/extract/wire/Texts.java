package dev.sheaf.publish.extract.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** Texts of any length in messages: their length in bytes, and UTF-8. Stateless. */
final class Texts {

    private Texts() {}

    static void write(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    static @Nullable String readOrNull(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        if (length > in.available()) {
            throw new IOException("a text breaks off");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    static String read(DataInputStream in) throws IOException {
        String text = readOrNull(in);
        if (text == null) {
            throw new IOException("a text is missing");
        }
        return text;
    }
}
