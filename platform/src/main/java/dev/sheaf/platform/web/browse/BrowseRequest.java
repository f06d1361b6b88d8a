package dev.sheaf.platform.web.browse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiArguments.Argument;
import dev.sheaf.provider.OaiQueryString;

/**
 * Request of a reader.
 *
 * @param arguments arguments for the protocol: empty fields of a form are left out, and a request without arguments counts as Identify
 * @param effective arguments by key; a resumption token is replaced by the arguments that began the list, and only the first value of a
 *     repeated argument counts
 */
record BrowseRequest(OaiArguments arguments, Map<String, String> effective) {

    /** Reads a query string, still encoded; null if there is none. */
    static BrowseRequest read(@Nullable String query, DataProvider provider) {
        List<Argument> given = OaiQueryString.parse(query).list().stream().filter(argument -> !argument.value().isBlank())
                .toList();
        OaiArguments arguments = given.isEmpty()
                ? OaiArguments.of("verb", Verb.IDENTIFY.text())
                : new OaiArguments(given);
        Map<String, String> byKey = new LinkedHashMap<>();
        arguments.list().forEach(argument -> byKey.putIfAbsent(argument.key(), argument.value()));
        String token = byKey.get("resumptionToken");
        return new BrowseRequest(arguments,
                token == null ? byKey : provider.beginning(token).map(OaiRequest::arguments).orElse(byKey));
    }

    /** Returns the value of an argument; empty if it is missing. */
    String value(String key) {
        return effective.getOrDefault(key, "");
    }

    /** Returns the verb; null if it is none of the six. */
    @Nullable
    Verb verb() {
        return Verb.fromText(value("verb")).orElse(null);
    }

    /** Returns true for the first page of a list, which depends on the records alone. The page about a repository also depends on the time. */
    boolean isFirstPageOfAList() {
        Verb verb = verb();
        return arguments.values("resumptionToken").isEmpty() && (verb == Verb.LIST_RECORDS || verb == Verb.LIST_IDENTIFIERS
                || verb == Verb.LIST_SETS || verb == Verb.LIST_METADATA_FORMATS);
    }

    /** Returns the selection of a list. It is only meaningful if the protocol accepted the arguments. */
    Selection selection() {
        return new Selection(prefix(), date("from"), date("until"), value("set").isEmpty() ? null : new SetSpec(value("set")));
    }

    private @Nullable Datestamp date(String key) {
        return value(key).isEmpty() ? null : Datestamp.received(value(key));
    }

    /** Returns the requested format; oai_dc, which every repository has, if none was requested. */
    MetadataPrefix prefix() {
        String prefix = value("metadataPrefix");
        return prefix.isEmpty() ? MetadataPrefix.OAI_DC : new MetadataPrefix(prefix);
    }
}
