package dev.sheaf.core.description;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a repository's identifiers are made (guidelines for oai-identifier, 2006): {@code oai:} + a domain name + {@code :} + anything
 * that a URI may hold. Identifiers are compared as they are, never unescaped.
 *
 * @param repositoryIdentifier the domain name, with a dot
 * @param sampleIdentifier an identifier of the repository: begins with {@code oai:} and the domain name
 */
public record OaiIdentifierDescription(String repositoryIdentifier, String sampleIdentifier) implements Description {

    private static final String WORD = "[a-zA-Z][a-zA-Z0-9-]*";
    private static final Pattern NAMESPACE = Pattern.compile(WORD + "(\\." + WORD + ")+");
    /** Stricter than the published schema, as the guideline is: escapes are complete and in upper case. */
    private static final Pattern IDENTIFIER = Pattern
            .compile("oai:(" + NAMESPACE.pattern() + "):(?:[a-zA-Z0-9_.!~*'();/?:@&=+$,-]|%[0-9A-F]{2})+");

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException when one is not legal or they do not belong together
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
                    + ":…, with everything escaped (%20) that a URI cannot hold, as the sampleIdentifier must be");
        }
        if (!namespace.equals(repositoryIdentifier)) {
            throw new IllegalArgumentException("the sampleIdentifier '" + sampleIdentifier
                    + "' is not one of the repositoryIdentifier '" + repositoryIdentifier + "'");
        }
    }

    /** The description of a repository that has this identifier; empty when it is not of the form. */
    public static Optional<OaiIdentifierDescription> of(String identifier) {
        return namespaceOf(identifier).map(namespace -> new OaiIdentifierDescription(namespace, identifier));
    }

    /** True for a domain name with at least one dot, as it may stand behind {@code oai:}. */
    public static boolean isNamespace(String text) {
        return NAMESPACE.matcher(text).matches();
    }

    /** The domain name in an identifier; empty when the identifier is not of the form. */
    public static Optional<String> namespaceOf(String identifier) {
        Matcher matcher = IDENTIFIER.matcher(identifier);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** True when the identifier is of the form and of this repository; case counts everywhere. */
    public boolean fits(String identifier) {
        return namespaceOf(identifier).filter(repositoryIdentifier::equals).isPresent();
    }
}
