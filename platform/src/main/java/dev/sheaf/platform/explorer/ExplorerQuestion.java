package dev.sheaf.platform.explorer;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;

/**
 * The wishes of a reader, as the query of {@code /explorer} states them. Immutable.
 *
 * @param url base URL that was typed; empty for none
 * @param source id of a source of the hub; empty for none
 * @param arguments of the protocol, without blank ones, in the order of the protocol; a repeated one has its first value
 * @param view form in which an answer is shown
 * @param format format of the list that a resumption token continues, for links; empty if not known
 * @param isForm true if the form of a verb is wanted and no answer
 * @param isTyped true if arguments are typed and not chosen
 * @param isFresh true if the repository is asked although its answer is still known
 * @param language asked for; empty for the browser's choice
 */
public record ExplorerQuestion(String url, String source, Map<String, String> arguments, View view, String format,
        boolean isForm, boolean isTyped, boolean isFresh, String language) {

    private static final List<String> NAMES = List.of("verb", "identifier", "metadataPrefix", "set", "from", "until",
            "resumptionToken");
    private static final String YES = "1";

    /** Form in which an answer is shown. */
    public enum View {
        /** Linked values. */
        PARSED,
        /** The bytes. */
        RAW,
        /** Both. */
        BOTH;

        /** Returns the name in queries and message keys. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        static View of(String text) {
            for (View view : values()) {
                if (view.text().equals(text)) {
                    return view;
                }
            }
            return PARSED;
        }
    }

    /** Keeps the order of the arguments. */
    public ExplorerQuestion {
        arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
    }

    /**
     * Reads a query, still encoded.
     *
     * @param query null when there is none
     */
    static ExplorerQuestion read(@Nullable String query) {
        OaiArguments given = OaiQueryString.parse(query);
        Map<String, String> arguments = new LinkedHashMap<>();
        for (String name : NAMES) {
            String value = value(given, name);
            if (!value.isBlank()) {
                // Only identifiers and tokens may have blanks that mean something.
                arguments.put(name, name.equals("identifier") || name.equals("resumptionToken") ? value : value.strip());
            }
        }
        return new ExplorerQuestion(value(given, "url").strip(), value(given, "source").strip(), arguments,
                View.of(value(given, "view")), value(given, "format"), value(given, "form").equals(YES),
                value(given, "typed").equals(YES), value(given, "fresh").equals(YES), value(given, "lang"));
    }

    private static String value(OaiArguments given, String name) {
        // The server has bounded the request, so that no value can be too long. One that is left out would make another request.
        return given.list().stream().filter(argument -> argument.key().equals(name) && argument.fault() == null)
                .map(OaiArguments.Argument::value).findFirst().orElse("");
    }

    /** Returns whether a repository was named. */
    public boolean hasTarget() {
        return !url.isEmpty() || !source.isEmpty();
    }

    /** Returns the verb; empty if there is none. */
    public String verb() {
        return value("verb");
    }

    /** Returns the value of an argument; empty if it is missing. */
    public String value(String name) {
        return arguments.getOrDefault(name, "");
    }

    /** Returns the format of the records in the answer, as far as the request states it; empty if it does not. */
    public String prefix() {
        String asked = value("metadataPrefix");
        return asked.isEmpty() ? format : asked;
    }

    /** Returns a copy with other arguments: names and values in turn. */
    ExplorerQuestion asking(String... namesAndValues) {
        Map<String, String> others = new LinkedHashMap<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            if (!namesAndValues[i + 1].isEmpty()) {
                others.put(namesAndValues[i], namesAndValues[i + 1]);
            }
        }
        return new ExplorerQuestion(url, source, others, view, "", false, false, false, language);
    }

    /** Returns a copy that shows the form of a verb. */
    ExplorerQuestion form(String verb) {
        return new ExplorerQuestion(url, source, Map.of("verb", verb), view, "", true, false, false, language);
    }

    /** Returns a copy in which arguments are typed, or chosen. */
    ExplorerQuestion typed(boolean isWanted) {
        return new ExplorerQuestion(url, source, arguments, view, format, true, isWanted, false, language);
    }

    /** Returns a copy with a known format of the list. */
    ExplorerQuestion ofFormat(String prefix) {
        return new ExplorerQuestion(url, source, arguments, view, prefix, isForm, isTyped, isFresh, language);
    }

    /** Returns a copy that asks another repository. */
    ExplorerQuestion at(String baseUrl) {
        return new ExplorerQuestion(baseUrl, "", Map.of("verb", "Identify"), view, "", false, false, false, language);
    }

    /** Returns a copy that asks a source of the hub. */
    ExplorerQuestion ofSource(String id) {
        return new ExplorerQuestion("", id, Map.of("verb", "Identify"), view, "", false, false, false, language);
    }

    /** Returns a copy with another view. */
    ExplorerQuestion in(View other) {
        return new ExplorerQuestion(url, source, arguments, other, format, isForm, isTyped, false, language);
    }

    /** Returns a copy in another language. */
    ExplorerQuestion in(String code) {
        return new ExplorerQuestion(url, source, arguments, view, format, isForm, isTyped, false, code);
    }

    /** Returns a copy in the language of the browser. */
    ExplorerQuestion withoutLanguage() {
        return new ExplorerQuestion(url, source, arguments, view, format, isForm, isTyped, isFresh, "");
    }

    /** Returns a copy that asks the repository again. */
    ExplorerQuestion again() {
        return new ExplorerQuestion(url, source, arguments, view, format, false, false, true, language);
    }

    /** Returns the parameters of the query by name, without those that have their default. */
    public Map<String, String> parameters() {
        Map<String, String> all = new LinkedHashMap<>(ground());
        all.putAll(arguments);
        put(all, "format", arguments.containsKey("metadataPrefix") ? "" : format);
        put(all, "form", isForm ? YES : "");
        put(all, "typed", isTyped ? YES : "");
        put(all, "fresh", isFresh ? YES : "");
        return all;
    }

    /** Returns those parameters that every page of the repository has: the repository, the view and the language. */
    public Map<String, String> ground() {
        Map<String, String> all = new LinkedHashMap<>();
        put(all, "url", url);
        put(all, "source", source);
        put(all, "view", view == View.PARSED ? "" : view.text());
        put(all, "lang", language);
        return all;
    }

    private static void put(Map<String, String> all, String name, String value) {
        if (!value.isEmpty()) {
            all.put(name, value);
        }
    }

    /** Returns the query, encoded; empty if there are no parameters. */
    String query() {
        return parameters().entrySet().stream().map(one -> one.getKey() + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
