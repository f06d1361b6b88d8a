package dev.sheaf.validator.evidence;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * A request that a validation makes: legal or wrong on purpose. Immutable.
 *
 * @param arguments in the order sent, {@code verb} among them; names may occur twice
 * @param isPost true when the arguments are sent as a form
 * @param isCompressed true when gzip is accepted; otherwise identity alone
 * @param repetition 0 for the first time; other numbers make it another request, that is sent again
 * @param refused coding that is refused by q=0, {@code *} for all but identity; empty for none
 */
public record ProbeRequest(List<Argument> arguments, boolean isPost, boolean isCompressed, int repetition, String refused) {

    /**
     * An argument.
     *
     * @param name not encoded
     * @param value not encoded
     */
    public record Argument(String name, String value) {}

    /** Copies the list. */
    public ProbeRequest {
        arguments = List.copyOf(arguments);
    }

    /** Makes a request that refuses no coding. */
    public ProbeRequest(List<Argument> arguments, boolean isPost, boolean isCompressed, int repetition) {
        this(arguments, isPost, isCompressed, repetition, "");
    }

    /** Returns a GET with these names and values in turn. */
    public static ProbeRequest of(String... namesAndValues) {
        List<Argument> arguments = new ArrayList<>();
        for (int i = 0; i + 1 < namesAndValues.length; i += 2) {
            arguments.add(new Argument(namesAndValues[i], namesAndValues[i + 1]));
        }
        return new ProbeRequest(arguments, false, false, 0);
    }

    /** Returns the same with one more argument. */
    public ProbeRequest and(String name, String value) {
        List<Argument> more = new ArrayList<>(arguments);
        more.add(new Argument(name, value));
        return new ProbeRequest(more, isPost, isCompressed, repetition, refused);
    }

    /** Returns the same as a form. */
    public ProbeRequest posted() {
        return new ProbeRequest(arguments, true, isCompressed, repetition);
    }

    /** Returns the same with gzip accepted. */
    public ProbeRequest compressed() {
        return new ProbeRequest(arguments, isPost, true, repetition);
    }

    /** Returns the same with a coding refused: its name, or {@code *} for all but identity. */
    public ProbeRequest refusing(String coding) {
        return new ProbeRequest(arguments, false, false, repetition, coding);
    }

    /** Returns the same to be sent once more. */
    public ProbeRequest again() {
        return new ProbeRequest(arguments, isPost, isCompressed, repetition + 1, refused);
    }

    /** Returns the value of an argument, of a repeated one the first; null when it is not there. */
    public @Nullable String argument(String name) {
        return arguments.stream().filter(one -> one.name().equals(name)).map(Argument::value).findFirst().orElse(null);
    }

    /** Returns the verb; empty when there is none. */
    public String verb() {
        String verb = argument("verb");
        return verb == null ? "" : verb;
    }

    /** Returns whether it continues a list. */
    public boolean isContinuation() {
        return argument("resumptionToken") != null;
    }

    /** Returns the arguments by name; of a repeated one the first. */
    public Map<String, String> asMap() {
        Map<String, String> map = new LinkedHashMap<>();
        arguments.forEach(one -> map.putIfAbsent(one.name(), one.value()));
        return map;
    }

    /** Returns the arguments as a query, with everything encoded that has to be (S3.1.1.3). */
    public String query() {
        return arguments.stream().map(one -> encoded(one.name()) + "=" + encoded(one.value())).collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns method and query, for people. */
    @Override
    public String toString() {
        return (isPost ? "POST " : "GET ") + query();
    }
}
