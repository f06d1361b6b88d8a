package dev.sheaf.fulltext.ciff;

import java.util.Collection;

/**
 * The description in the header of files that Sheaf writes. It states the index policy, so that a hub that imports the file can bring the
 * terms to its own policy. Stateless; safe for many threads.
 */
public final class CiffDescription {

    private static final String ONE = "Sheaf, exact lengths. Index policy: ";
    private static final String SEVERAL = "Sheaf, exact lengths. Several index policies: ";
    private static final String UNKNOWN = "Sheaf, exact lengths. Unknown index policy.";
    /** Policies that a description names. */
    private static final int MOST = 5;

    private CiffDescription() {}

    /**
     * Returns the description of a file.
     *
     * @param analyzers how its terms were made, each once; see {@link dev.sheaf.fulltext.TermVector#analyzer()}
     */
    public static String of(Collection<String> analyzers) {
        return switch (analyzers.size()) {
            case 0 -> UNKNOWN;
            case 1 -> ONE + analyzers.iterator().next();
            default -> SEVERAL + String.join(" | ", analyzers.stream().limit(MOST).toList())
                    + (analyzers.size() > MOST ? " | and others" : "");
        };
    }

    /**
     * Returns how the terms of a file were made, for {@link dev.sheaf.fulltext.TermVector#analyzer()}: the policy of a file that Sheaf wrote,
     * the whole description of any other; empty when it is unknown.
     */
    public static String analyzer(String description) {
        if (description.equals(UNKNOWN)) {
            return "";
        }
        return description.startsWith(ONE) ? description.substring(ONE.length()) : description;
    }
}
