package dev.sheaf.platform.search;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

import dev.sheaf.formats.normalise.WorkIdentifier;

/** Recognition of queries that consist of identifiers, in any notation. */
final class SoughtIdentifiers {

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern NUMBER = Pattern.compile("\\d[\\d -]{7,20}[\\dXx]");
    private static final Set<String> LABELS = Set.of("doi", "isbn", "issn", "pmid", "pubmed", "hdl", "handle", "arxiv", "orcid",
            "urn", "ark", "id", "x");
    private static final int LONGEST = 500;

    private SoughtIdentifiers() {}

    /** Returns the identifiers that make up a text; empty if it contains other words. */
    static List<WorkIdentifier> in(String text) {
        String stripped = text.strip();
        if (stripped.length() > LONGEST || stripped.startsWith("-")) {
            return List.of();
        }
        // A number alone counts as an ISBN if its check digit is right. In a record that could be chance; in a query it is intended.
        if (NUMBER.matcher(stripped).matches()) {
            List<WorkIdentifier> number = WorkIdentifier.in("ISBN " + stripped);
            return number.isEmpty() ? WorkIdentifier.in("ISSN " + stripped) : number;
        }
        for (String word : BLANKS.split(stripped)) {
            String plain = word.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\d]", "");
            if (!LABELS.contains(plain) && plain.chars().noneMatch(c -> c >= '0' && c <= '9')) {
                return List.of();
            }
        }
        return WorkIdentifier.in(stripped);
    }
}
