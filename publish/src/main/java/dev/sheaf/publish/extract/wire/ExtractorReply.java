package dev.sheaf.publish.extract.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.publish.extract.ExtractedText;

/** ExtractorReply of a process that extracts. */
public sealed interface ExtractorReply {

    /** Bytes of a reply at most. */
    int MOST_BYTES = 512 << 20;

    /**
     * First message of a process: it is ready.
     *
     * @param indlet name and version of the indlet, or of the standard extractor
     * @param policy index policy of the indlet; empty for the usual one
     */
    record Ready(String indlet, String policy) implements ExtractorReply {}

    /** First and last message of a process that cannot work. */
    record Unable(String reason) implements ExtractorReply {}

    /** Text and metadata of a document. */
    record Extracted(ExtractedText text) implements ExtractorReply {}

    /** Why a document cannot be read, for people. */
    record Refused(String reason) implements ExtractorReply {}

    /** Returns the message. */
    default byte[] toBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            switch (this) {
                case Ready(String indlet, String policy) -> {
                    out.writeByte('r');
                    Texts.write(out, indlet);
                    Texts.write(out, policy);
                }
                case Unable(String reason) -> {
                    out.writeByte('u');
                    Texts.write(out, reason);
                }
                case Refused(String reason) -> {
                    out.writeByte('n');
                    Texts.write(out, reason);
                }
                case Extracted(ExtractedText text) -> {
                    out.writeByte('y');
                    Texts.write(out, text.type());
                    Texts.write(out, text.language());
                    out.writeInt(text.metadata().size());
                    for (Map.Entry<String, List<String>> entry : text.metadata().entrySet()) {
                        Texts.write(out, entry.getKey());
                        out.writeInt(entry.getValue().size());
                        for (String value : entry.getValue()) {
                            Texts.write(out, value);
                        }
                    }
                    Texts.write(out, text.text());
                    out.writeInt(text.remarks().size());
                    for (String remark : text.remarks()) {
                        Texts.write(out, remark);
                    }
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException when the message is none of these */
    static ExtractorReply of(byte[] message) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(message))) {
            int kind = in.readByte();
            return switch (kind) {
                case 'r' -> {
                    String indlet = Texts.read(in);
                    yield new Ready(indlet, Texts.read(in));
                }
                case 'u' -> new Unable(Texts.read(in));
                case 'n' -> new Refused(Texts.read(in));
                case 'y' -> {
                    String type = Texts.read(in);
                    String language = Texts.read(in);
                    Map<String, List<String>> metadata = metadata(in);
                    String text = Texts.readOrNull(in);
                    List<String> remarks = new ArrayList<>();
                    for (int left = in.readInt(); left > 0; left--) {
                        remarks.add(Texts.read(in));
                    }
                    yield new Extracted(new ExtractedText(type, language, metadata, text, remarks));
                }
                default -> throw new IOException("a message of an unknown kind came: " + kind);
            };
        }
    }

    private static Map<String, List<String>> metadata(DataInputStream in) throws IOException {
        int elements = in.readInt();
        Map<String, List<String>> metadata = new LinkedHashMap<>();
        for (int i = 0; i < elements; i++) {
            String element = Texts.read(in);
            int count = in.readInt();
            List<String> values = new ArrayList<>();
            for (int j = 0; j < count; j++) {
                values.add(Texts.read(in));
            }
            metadata.put(element, values);
        }
        return metadata;
    }
}
