package dev.sheaf.core;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** A well-formed protocol request, one case per verb (S4). */
public sealed interface OaiRequest {

    /** Returns the verb. */
    Verb verb();

    /** Returns the decoded arguments in the protocol's order, {@code verb} first. */
    Map<String, String> arguments();

    /** Returns the request as the part of a URL after the question mark, percent-encoded once (S3.1.1.3). */
    default String query() {
        return query(arguments());
    }

    /** Returns arguments as the part of a URL after the question mark, percent-encoded once (S3.1.1.3). */
    static String query(Map<String, String> arguments) {
        return arguments.entrySet().stream()
                .map(argument -> argument.getKey() + "="
                        + URLEncoder.encode(argument.getValue(), StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("&"));
    }

    /** A request for the description of the repository (S4.2). */
    record Identify() implements OaiRequest {
        @Override
        public Verb verb() {
            return Verb.IDENTIFY;
        }

        @Override
        public Map<String, String> arguments() {
            return start(verb());
        }
    }

    /**
     * A request for the metadata formats of the repository or of one item (S4.4).
     *
     * @param identifier of the item asked about; null for the repository
     */
    record ListMetadataFormats(@Nullable String identifier) implements OaiRequest {
        @Override
        public Verb verb() {
            return Verb.LIST_METADATA_FORMATS;
        }

        @Override
        public Map<String, String> arguments() {
            Map<String, String> arguments = start(verb());
            put(arguments, "identifier", identifier);
            return arguments;
        }
    }

    /**
     * A request for the index formats of the repository or of one item; only for base URLs of the extension for index harvesting.
     *
     * @param identifier of the item asked about; null for the repository
     */
    record ListIndexFormats(@Nullable String identifier) implements OaiRequest {
        @Override
        public Verb verb() {
            return Verb.LIST_INDEX_FORMATS;
        }

        @Override
        public Map<String, String> arguments() {
            Map<String, String> arguments = start(verb());
            put(arguments, "identifier", identifier);
            return arguments;
        }
    }

    /**
     * A request for the sets of the repository (S4.6).
     *
     * @param resumptionToken continues a list; null for its beginning
     */
    record ListSets(@Nullable String resumptionToken) implements OaiRequest {
        @Override
        public Verb verb() {
            return Verb.LIST_SETS;
        }

        @Override
        public Map<String, String> arguments() {
            Map<String, String> arguments = start(verb());
            put(arguments, "resumptionToken", resumptionToken);
            return arguments;
        }
    }

    /**
     * A request for one record (S4.1).
     *
     * @param identifier of the item
     * @param prefix of the format
     */
    record GetRecord(String identifier, MetadataPrefix prefix) implements OaiRequest {
        @Override
        public Verb verb() {
            return Verb.GET_RECORD;
        }

        @Override
        public Map<String, String> arguments() {
            Map<String, String> arguments = start(verb());
            arguments.put("identifier", identifier);
            arguments.put("metadataPrefix", prefix.value());
            return arguments;
        }
    }

    /** A request for many records or their headers: either the start of a list or its continuation. */
    sealed interface OfRecords extends OaiRequest {

        /** Returns the selection of the list; null when a token continues the list. */
        @Nullable
        Selection selection();

        /** Returns the token that continues a list; null at its beginning. */
        @Nullable
        String resumptionToken();

        @Override
        default Map<String, String> arguments() {
            Map<String, String> arguments = start(verb());
            Selection selection = selection();
            if (selection != null) {
                arguments.put("metadataPrefix", selection.prefix().value());
                put(arguments, "from", selection.from());
                put(arguments, "until", selection.until());
                put(arguments, "set", selection.set());
            }
            put(arguments, "resumptionToken", resumptionToken());
            return arguments;
        }
    }

    /** A request for headers of many records. Exactly one of the two components is not null. */
    record ListIdentifiers(@Nullable Selection selection, @Nullable String resumptionToken) implements OfRecords {

        /** Checks that exactly one of the two components is given. */
        public ListIdentifiers {
            exactlyOne(selection, resumptionToken);
        }

        @Override
        public Verb verb() {
            return Verb.LIST_IDENTIFIERS;
        }
    }

    /** A request for many records. Exactly one of the two components is not null. */
    record ListRecords(@Nullable Selection selection, @Nullable String resumptionToken) implements OfRecords {

        /** Checks that exactly one of the two components is given. */
        public ListRecords {
            exactlyOne(selection, resumptionToken);
        }

        @Override
        public Verb verb() {
            return Verb.LIST_RECORDS;
        }
    }

    private static void exactlyOne(@Nullable Selection selection, @Nullable String resumptionToken) {
        if ((selection == null) == (resumptionToken == null)) {
            throw new IllegalArgumentException("a list request needs either a selection or a resumptionToken, and not both");
        }
    }

    private static Map<String, String> start(Verb verb) {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("verb", verb.text());
        return arguments;
    }

    private static void put(Map<String, String> arguments, String key, @Nullable Object value) {
        if (value != null) {
            arguments.put(key, value.toString());
        }
    }
}
