package dev.sheaf.core.description;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Scheme of a repository's identifiers (guidelines for oai-identifier, 2006): {@code oai:} + a domain name + {@code :} + anything that a
 * URI may hold. Identifiers are compared as they are, never unescaped.
 *
 * @param repositoryIdentifier the domain name, with a dot
 * @param sampleIdentifier an identifier of the repository: begins with {@code oai:} and the domain name
 */
public record OaiIdentifierDescription(String repositoryIdentifier, String sampleIdentifier) implements Description {

    private static final String SCHEME = "oai:";
    /** Characters that a URI may contain besides letters and digits (RFC 2396). */
    private static final String URIC = ";/?:@&=+$,-_.!~*'()";

    /**
     * Checks both components.
     *
     * @throws IllegalArgumentException if one is not legal, or if the sample does not belong to the repository
     */
    public OaiIdentifierDescription {
        repositoryIdentifier = Check.text("repositoryIdentifier", repositoryIdentifier);
        sampleIdentifier = Check.text("sampleIdentifier", sampleIdentifier);
        if (!isNamespace(repositoryIdentifier)) {
            throw new IllegalArgumentException("'" + repositoryIdentifier
                    + "' is not a domain name with a dot, like repository.example.org, as the repositoryIdentifier must be");
        }
        String namespace = namespaceOf(sampleIdentifier).orElse(null);
        if (namespace == null) {
            throw new IllegalArgumentException("'" + sampleIdentifier + "' is not of the form oai:" + repositoryIdentifier
                    + ":…, as the sampleIdentifier must be; escape characters that a URI cannot contain, such as a blank by %20");
        }
        if (!namespace.equals(repositoryIdentifier)) {
            throw new IllegalArgumentException("the sampleIdentifier '" + sampleIdentifier
                    + "' does not belong to the repositoryIdentifier '" + repositoryIdentifier + "'");
        }
    }

    /** Returns the description of a repository that uses this identifier; empty if the identifier does not have the form. */
    public static Optional<OaiIdentifierDescription> of(String identifier) {
        return namespaceOf(identifier).map(namespace -> new OaiIdentifierDescription(namespace, identifier));
    }

    /** Returns true for a domain name with at least one dot, as required after {@code oai:}. */
    public static boolean isNamespace(String text) {
        return isNamespace(text, 0, text.length());
    }

    private static boolean isNamespace(String text, int from, int to) {
        boolean begins = true;
        boolean hasDot = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (begins ? !isLetter(c) : !(isLetter(c) || isDigit(c) || c == '-' || c == '.')) {
                return false;
            }
            begins = c == '.';
            hasDot |= begins;
        }
        return hasDot && !begins;
    }

    /**
     * Returns whether an identifier is of the form. The check is stricter than the published schema and follows the guideline: escapes are
     * complete and in upper case.
     */
    public static boolean isOfTheForm(String identifier) {
        // Written without a regular expression: every identifier of every page is checked, and a pattern with alternatives in a loop
        // overflows the stack on long ones.
        int colon = identifier.indexOf(':', SCHEME.length());
        if (!identifier.startsWith(SCHEME) || colon < 0 || !isNamespace(identifier, SCHEME.length(), colon)) {
            return false;
        }
        for (int i = colon + 1; i < identifier.length(); i++) {
            char c = identifier.charAt(i);
            if (c == '%') {
                if (i + 2 >= identifier.length() || !isUpperHex(identifier.charAt(i + 1))
                        || !isUpperHex(identifier.charAt(i + 2))) {
                    return false;
                }
                i += 2;
            } else if (!isUric(c)) {
                return false;
            }
        }
        return colon + 1 < identifier.length();
    }

    /** Returns the domain name in an identifier; empty if the identifier does not have the form. */
    public static Optional<String> namespaceOf(String identifier) {
        return isOfTheForm(identifier)
                ? Optional.of(identifier.substring(SCHEME.length(), identifier.indexOf(':', SCHEME.length())))
                : Optional.empty();
    }

    /**
     * Returns a text escaped for use after the domain name. Characters that a URI may contain stay, and all others, also the percent sign,
     * are percent-encoded. Different texts therefore have different escaped forms.
     */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isUric(c)) {
                escaped.append(c);
            } else {
                escaped.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return escaped.toString();
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isUpperHex(char c) {
        return isDigit(c) || c >= 'A' && c <= 'F';
    }

    private static boolean isUric(char c) {
        return isLetter(c) || isDigit(c) || URIC.indexOf(c) >= 0;
    }

    /** Returns whether the identifier has the form and belongs to this repository; letter case counts everywhere. */
    public boolean fits(String identifier) {
        return namespaceOf(identifier).filter(repositoryIdentifier::equals).isPresent();
    }
}
