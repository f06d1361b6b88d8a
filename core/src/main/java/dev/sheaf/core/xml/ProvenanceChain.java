package dev.sheaf.core.xml;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Provenance;

/**
 * The bytes of a provenance container. This class always writes the same form, so that it recognises its own output without a parser.
 * Stateless.
 */
final class ProvenanceChain {

    static final byte[] BEGIN = Utf8Buffer
            .ascii("<provenance xmlns=\"" + Namespaces.PROVENANCE + "\" xmlns:xsi=\"" + Namespaces.XSI
                    + "\" xsi:schemaLocation=\"" + Namespaces.PROVENANCE + " " + Namespaces.PROVENANCE_SCHEMA + "\">");
    static final byte[] END = Utf8Buffer.ascii("</provenance>");
    static final byte[] CLOSE = Utf8Buffer.ascii("</originDescription>");
    private static final byte[] HARVEST_DATE = Utf8Buffer.ascii("<originDescription harvestDate=\"");
    private static final byte[] ALTERED = Utf8Buffer.ascii("\" altered=\"true\"><baseURL>");
    private static final byte[] UNALTERED = Utf8Buffer.ascii("\" altered=\"false\"><baseURL>");
    private static final byte[] IDENTIFIER = Utf8Buffer.ascii("</baseURL><identifier>");
    private static final byte[] DATESTAMP = Utf8Buffer.ascii("</identifier><datestamp>");
    private static final byte[] NAMESPACE = Utf8Buffer.ascii("</datestamp><metadataNamespace>");
    private static final byte[] NAMESPACE_END = Utf8Buffer.ascii("</metadataNamespace>");
    /** The tags after each text of a hop, in the order of the texts. */
    private static final List<byte[]> BEHIND_TEXTS = List.of(IDENTIFIER, DATESTAMP, NAMESPACE, NAMESPACE_END);

    private ProvenanceChain() {}

    /** Writes a hop without its own origin, and leaves it open. */
    static void open(Utf8Buffer buffer, Provenance hop) {
        buffer.put(HARVEST_DATE).escapeAttribute(hop.harvestDate().text()).put(hop.altered() ? ALTERED : UNALTERED)
                .escape(hop.baseUrl()).put(IDENTIFIER).escape(hop.identifier()).put(DATESTAMP).escape(hop.datestamp().text())
                .put(NAMESPACE).escape(hop.metadataNamespace()).put(NAMESPACE_END);
    }

    /** Writes a hop with all its origins. */
    static void write(Utf8Buffer buffer, Provenance chain) {
        for (Provenance hop = chain; hop != null; hop = hop.origin()) {
            open(buffer, hop);
        }
        for (@Nullable
        Provenance hop = chain; hop != null; hop = hop.origin()) {
            buffer.put(CLOSE);
        }
    }

    /** Returns the number of hops of a container in exactly the form that this class writes; 0 for every other. */
    static int hops(byte[] utf8) {
        if (!stands(utf8, 0, BEGIN)) {
            return 0;
        }
        int at = BEGIN.length;
        int hops = 0;
        while (stands(utf8, at, HARVEST_DATE)) {
            int flag = text(utf8, at + HARVEST_DATE.length, (byte) '"');
            boolean altered = stands(utf8, flag, ALTERED);
            if (!altered && !stands(utf8, flag, UNALTERED)) {
                return 0;
            }
            int next = flag + (altered ? ALTERED : UNALTERED).length;
            for (byte[] tags : BEHIND_TEXTS) {
                int end = text(utf8, next, (byte) '<');
                if (!stands(utf8, end, tags)) {
                    return 0;
                }
                next = end + tags.length;
            }
            at = next;
            hops++;
        }
        for (int i = 0; i < hops; i++) {
            if (!stands(utf8, at, CLOSE)) {
                return 0;
            }
            at += CLOSE.length;
        }
        return stands(utf8, at, END) && at + END.length == utf8.length ? hops : 0;
    }

    /** Returns the end of a text: the next tag or this character. */
    private static int text(byte[] utf8, int from, byte end) {
        int at = from;
        while (at < utf8.length && utf8[at] != end && utf8[at] != '<') {
            at++;
        }
        return at;
    }

    private static boolean stands(byte[] utf8, int at, byte[] what) {
        return at + what.length <= utf8.length && Arrays.equals(utf8, at, at + what.length, what, 0, what.length);
    }
}
