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
 * @param arguments as the protocol gets them: empty fields of a form are left out, and a request without arguments counts as Identify
 * @param effective the arguments by key, with those that began the list in place of a resumption token; the first value of a repeated one
 */
record BrowseRequest(OaiArguments arguments, Map<String, String> effective) {

    /** Reads a query string, still encoded; null when there is none. */
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

    /** Returns the value of an argument; empty when it was not given. */
    String value(String key) {
        return effective.getOrDefault(key, "");
    }

    /** Returns the verb; null when it is none of the six. */
    @Nullable
    Verb verb() {
        return Verb.fromText(value("verb")).orElse(null);
    }

    /** Returns the selection of a list. Meaningful only when the protocol accepted the arguments. */
    Selection selection() {
        return new Selection(prefix(), date("from"), date("until"), value("set").isEmpty() ? null : new SetSpec(value("set")));
    }

    private @Nullable Datestamp date(String key) {
        return value(key).isEmpty() ? null : Datestamp.received(value(key));
    }

    /** Returns the format asked for; the one that every repository has when none was. */
    MetadataPrefix prefix() {
        String prefix = value("metadataPrefix");
        return prefix.isEmpty() ? MetadataPrefix.OAI_DC : new MetadataPrefix(prefix);
    }
}
