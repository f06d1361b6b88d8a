package dev.sheaf.fulltext;

import java.util.Comparator;

/** Order of terms by the numbers of their characters, which is also the order of their bytes in UTF-8. Stateless. */
final class CodePointOrder implements Comparator<String> {

    static final CodePointOrder INSTANCE = new CodePointOrder();

    private CodePointOrder() {}

    @Override
    public int compare(String one, String other) {
        int common = Math.min(one.length(), other.length());
        for (int i = 0; i < common; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                // String's own order has the surrogates of the characters above U+FFFF before U+E000.
                return Character.isSurrogate(a) == Character.isSurrogate(b) || a < Character.MIN_SURROGATE
                        || b < Character.MIN_SURROGATE
                                ? Character.compare(a, b)
                                : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }
}
