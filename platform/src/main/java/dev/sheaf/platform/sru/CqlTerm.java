package dev.sheaf.platform.sru;

import dev.sheaf.search.SearchExpression;

/**
 * A search term without its notation: backslashes are resolved, and an asterisk at the end is taken off. Other masking and anchoring is not
 * supported.
 *
 * @param text plain text, not blank
 * @param isBeginning true if there was an asterisk at the end: the last word is the beginning of a word
 */
record CqlTerm(String text, boolean isBeginning) {

    /** Longest term in characters. */
    static final int LONGEST = SearchExpression.LONGEST_TEXT;
    /** Characters that a backslash may precede. */
    private static final String ESCAPABLE = "\"*?^\\";
    /** Shortest beginning of a word, so that an asterisk does not stand for most words. */
    private static final int SHORTEST = 2;

    /**
     * Reads a term.
     *
     * @param raw term as written
     * @param isMasked true if asterisks and the like have a meaning; false after the modifier {@code unmasked}
     * @throws SruException with a diagnostic if the term is empty or too long, or uses characters that are not supported
     */
    static CqlTerm read(String raw, boolean isMasked) throws SruException {
        if (raw.length() > LONGEST) {
            throw new SruException(Diagnostic.LONG_TERM, Integer.toString(LONGEST));
        }
        StringBuilder text = new StringBuilder();
        boolean isBeginning = false;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '\\') {
                i++;
                if (i == raw.length() || ESCAPABLE.indexOf(raw.charAt(i)) < 0) {
                    throw new SruException(Diagnostic.ESCAPED, i == raw.length() ? "\\" : raw.substring(i, i + 1));
                }
                text.append(raw.charAt(i));
            } else if (isMasked && c == '*' && i == raw.length() - 1) {
                isBeginning = true;
            } else if (isMasked && (c == '*' || c == '?')) {
                throw new SruException(c == '*' ? Diagnostic.MASKING_POSITION : Diagnostic.MASKING, String.valueOf(c));
            } else if (isMasked && c == '^') {
                throw new SruException(Diagnostic.ANCHORING, "^");
            } else {
                text.append(c);
            }
        }
        if (isBeginning && lastWord(text) < SHORTEST) {
            throw new SruException(Diagnostic.SHORT_MASKED, raw);
        }
        if (text.toString().isBlank()) {
            throw new SruException(Diagnostic.EMPTY_TERM, "");
        }
        return new CqlTerm(text.toString().strip(), isBeginning);
    }

    /** Returns the number of letters and digits at the end. */
    private static int lastWord(StringBuilder text) {
        int count = 0;
        for (int i = text.length(); i > 0; i -= Character.charCount(text.codePointBefore(i))) {
            if (!Character.isLetterOrDigit(text.codePointBefore(i))) {
                break;
            }
            count++;
        }
        return count;
    }
}
