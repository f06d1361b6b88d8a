package dev.sheaf.store.sql.records;

import java.util.Locale;

import dev.sheaf.core.description.OaiIdentifierDescription;

/** Identifier schemes that are globally unique. Stateless. */
public final class IdentifierSchemes {

    private IdentifierSchemes() {}

    /**
     * Returns true if an identifier belongs to a URI scheme with a global meaning (guidelines for aggregators): an oai-identifier of
     * version 2.0, a URN, info, http(s), DOI, Handle or ARK. Other identifiers are unique in their own repository only.
     */
    public static boolean isRecognised(String identifier) {
        if (identifier.startsWith("oai:")) {
            // Most identifiers are oai-identifiers, and each identifier of each page is checked.
            return OaiIdentifierDescription.isOfTheForm(identifier);
        }
        int colon = identifier.indexOf(':');
        if (colon < 1 || identifier.chars().anyMatch(c -> c <= ' ' || Character.isWhitespace(c))) {
            return false;
        }
        String rest = identifier.substring(colon + 1);
        return switch (identifier.substring(0, colon).toLowerCase(Locale.ROOT)) {
            case "urn" -> rest.indexOf(':') > 0 && rest.indexOf(':') < rest.length() - 1;
            case "info", "doi", "hdl" -> rest.indexOf('/') > 0 && rest.indexOf('/') < rest.length() - 1;
            case "ark" -> rest.indexOf('/', 1) > 0;
            case "http", "https", "ftp" -> rest.startsWith("//") && rest.length() > 2 && rest.charAt(2) != '/';
            case "tag" -> rest.indexOf(',') > 0 && rest.indexOf(':') > rest.indexOf(',');
            default -> false;
        };
    }
}
