package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The arguments of a request as received: decoded, in their order, with repetitions (S3.1.1).
 *
 * @param list the arguments, including {@code verb} if it was sent
 */
public record OaiArguments(List<Argument> list) {

    /**
     * One argument.
     *
     * @param key decoded; empty when the request had none
     * @param value decoded; the text as sent when it could not be decoded
     * @param fault why key or value could not be decoded, for people; null if they were
     */
    public record Argument(String key, String value, @Nullable String fault) {}

    /** Copies the list. */
    public OaiArguments {
        list = List.copyOf(list);
    }

    /**
     * Creates arguments in code: key, value, key, value.
     *
     * @throws IllegalArgumentException if a value is missing
     */
    public static OaiArguments of(String... keysAndValues) {
        if (keysAndValues.length % 2 != 0) {
            throw new IllegalArgumentException("each key needs a value");
        }
        List<Argument> list = new ArrayList<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            list.add(new Argument(keysAndValues[i], keysAndValues[i + 1], null));
        }
        return new OaiArguments(list);
    }

    /** Returns the values of a key, in their order; empty if there are none. */
    public List<String> values(String key) {
        return list.stream().filter(argument -> argument.key().equals(key)).map(Argument::value).toList();
    }
}
