package dev.sheaf.core.xml;

/** Conversion of text into a form that an XML comment may contain. */
final class XmlComment {

    private static final int LONGEST = 500;

    private XmlComment() {}

    /** Returns the text as one line without two hyphens in a row and without characters that XML does not allow. Long texts are truncated. */
    static String of(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), LONGEST) + 16).append("<!-- ");
        int end = text.offsetByCodePoints(0, Math.min(text.codePointCount(0, text.length()), LONGEST));
        text.substring(0, end).codePoints().forEach(c -> {
            if (c == '-' && line.charAt(line.length() - 1) == '-') {
                line.append(' ');
            }
            boolean isLegal = c >= ' ' && c < 0x7f || c >= 0xa0 && c < 0xd800 || c >= 0xe000 && c < 0xfffe || c > 0xffff;
            line.appendCodePoint(isLegal ? c : ' ');
        });
        return line.append(end < text.length() ? "… -->" : " -->").toString();
    }
}
