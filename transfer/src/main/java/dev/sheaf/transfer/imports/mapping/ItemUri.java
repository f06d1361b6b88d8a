package dev.sheaf.transfer.imports.mapping;

/** Distinction of identifiers, which are kept, from names that are no URIs. */
public final class ItemUri {

    private ItemUri() {}

    /** Returns true for a legal identifier of the protocol (S2.4): a scheme, a colon, and no blanks. */
    public static boolean is(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || colon == text.length() - 1 || !Character.isLetter(text.charAt(0)) || text.charAt(0) > 'z') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean scheme = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-'
                    || c == '.';
            if (i < colon && !scheme || c <= ' ' || c > '~' || "<>\"{}|\\^`".indexOf(c) >= 0) {
                return false;
            }
        }
        return true;
    }
}
