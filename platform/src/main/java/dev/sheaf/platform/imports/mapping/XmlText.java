package dev.sheaf.platform.imports.mapping;

import java.util.HexFormat;
import java.util.Optional;

/** Finds what no XML document may hold (XML 1.0, 2.2), and what stands for letters that could not be read. */
final class XmlText {

    private XmlText() {}

    /**
     * Returns the fault of a value: a character that could not be read, or one that XML cannot hold. Empty when there is none. Writing puts
     * U+FFFD in the place of such characters.
     */
    static Optional<String> warning(String element, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0xd800) {
                continue;
            }
            if (c == 0xfffd) {
                return Optional.of("its " + element + " holds U+FFFD: a character in it could not be read");
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c < ' ' && c != '\n' && c != '\r' && c != '\t' || Character.isSurrogate(c) || c == 0xfffe || c == 0xffff) {
                return Optional.of("its " + element + " holds U+" + HexFormat.of().withUpperCase().toHexDigits(c)
                        + ", a character that XML cannot hold; U+FFFD takes its place");
            }
        }
        return Optional.empty();
    }
}
