package dev.sheaf.transfer.imports.mapping;

import java.util.HexFormat;
import java.util.Optional;

/** Finder of characters that no XML document may contain (XML 1.0, 2.2), and of replacements of unreadable characters. */
final class XmlText {

    private XmlText() {}

    /**
     * Returns the fault of a value: an unreadable character, or one that XML does not allow. Empty if there is none. Writing replaces such
     * characters by U+FFFD.
     */
    static Optional<String> warning(String element, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0xd800) {
                continue;
            }
            if (c == 0xfffd) {
                return Optional.of("its " + element + " contains U+FFFD, which replaces an unreadable character");
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c < ' ' && c != '\n' && c != '\r' && c != '\t' || Character.isSurrogate(c) || c == 0xfffe || c == 0xffff) {
                return Optional.of("its " + element + " holds U+" + HexFormat.of().withUpperCase().toHexDigits(c)
                        + ", a character that XML does not allow; U+FFFD replaces it");
            }
        }
        return Optional.empty();
    }
}
