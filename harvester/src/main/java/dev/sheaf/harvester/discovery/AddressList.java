package dev.sheaf.harvester.discovery;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

import dev.sheaf.core.BoundedStream;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.http.BaseUrl;

/**
 * Reader of lists of base URLs in many forms: ListFriends files, friends containers, saved Identify responses, OPML, XML of the repository
 * registries; plain text with one address per line; tables with a column of addresses, separated by tabs, commas or semicolons. All forms
 * may be compressed with gzip.
 *
 * <p>Stateless; safe for many threads. A list of any length is read as a stream.
 */
public final class AddressList {

    /** Largest number of bytes of a list. A list of all repositories of the world has a few megabytes. */
    private static final long LONGEST = 1L << 30;
    private static final int LONGEST_ADDRESS = 2_000;
    private static final int SHOWN = 80;
    private static final int LONGEST_BEGINNING = 4_096;

    private AddressList() {}

    /**
     * Reads a list to its end.
     *
     * @param list is not closed
     * @throws OaiFormatException if it begins as XML and is not well-formed, or has a DOCTYPE; earlier entries were passed on
     * @throws IOException if it cannot be read, or is too long
     */
    public static void read(InputStream list, AddressReceiver receiver) throws IOException, OaiFormatException {
        InputStream bytes = unpacked(new BufferedInputStream(bounded(list)));
        if (beginsAsXml(bytes)) {
            XmlAddressList.read(bytes, receiver);
        } else {
            new TextAddressList(receiver).read(bytes);
        }
    }

    private static InputStream unpacked(BufferedInputStream bytes) throws IOException {
        bytes.mark(2);
        boolean packed = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return packed ? new BufferedInputStream(bounded(new GZIPInputStream(bytes, 1 << 16))) : bytes;
    }

    /** Returns whether the list is XML, by its first character that is neither a blank nor a byte order mark. */
    private static boolean beginsAsXml(InputStream bytes) throws IOException {
        bytes.mark(LONGEST_BEGINNING);
        int first = bytes.read();
        for (int count = 1; count < LONGEST_BEGINNING && isPassedOver(first); count++) {
            first = bytes.read();
        }
        bytes.reset();
        return first == '<';
    }

    /** Returns whether a byte is skipped at the beginning: blanks, byte order marks of UTF-8 and UTF-16, and zero bytes of UTF-16. */
    private static boolean isPassedOver(int value) {
        return value == ' ' || value == '\t' || value == '\r' || value == '\n' || value == 0xef || value == 0xbb || value == 0xbf
                || value == 0xfe || value == 0xff || value == 0;
    }

    /** Passes on an entry, as an address or with the reason why it is none. */
    static void give(String text, String name, long line, AddressReceiver receiver) {
        String stripped = text.strip();
        if (stripped.length() > LONGEST_ADDRESS) {
            receiver.invalid(line, "'" + shown(stripped) + "' is too long for an address");
            return;
        }
        BaseUrl baseUrl;
        try {
            baseUrl = BaseUrl.parse(stripped);
        } catch (IllegalArgumentException failure) {
            receiver.invalid(line, shown(stripped).equals(stripped)
                    ? String.valueOf(failure.getMessage())
                    : "'" + shown(stripped) + "' is not a base URL");
            return;
        }
        String known = name.strip();
        receiver.address(new ListedAddress(baseUrl, known.isEmpty() ? null : shown(known, LONGEST_ADDRESS), line));
    }

    /** Returns the beginning of a foreign text in a form for messages. */
    static String shown(String text) {
        return shown(text, SHOWN);
    }

    static String shown(String text, int longest) {
        String line = text.chars().anyMatch(c -> c < ' ' || c == 0x7f) ? text.replaceAll("\\p{Cntrl}+", " ").strip() : text;
        if (line.length() <= longest) {
            return line;
        }
        return line.substring(0, Character.isHighSurrogate(line.charAt(longest - 1)) ? longest - 1 : longest) + "\u2026";
    }

    private static InputStream bounded(InputStream in) {
        return new BoundedStream(in, LONGEST,
                "it is longer than " + (LONGEST >> 20) + " MB, which is too long for a list of addresses");
    }
}
