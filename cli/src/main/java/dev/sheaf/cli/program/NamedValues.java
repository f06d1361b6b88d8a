package dev.sheaf.cli.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Values of an option that is repeated as {@code NAME=VALUE}. Rarely used settings share such an option, so that the help of a command stays
 * readable. Immutable.
 */
public final class NamedValues {

    private final CommandSpec spec;
    private final String option;
    private final Map<String, List<String>> values;

    private NamedValues(CommandSpec spec, String option, Map<String, List<String>> values) {
        this.spec = spec;
        this.option = option;
        this.values = values;
    }

    /**
     * Parses the values of an option. A text without {@code =}, an empty value or an unknown name is a usage error.
     *
     * @param option option as typed, such as {@code --access}
     * @param given texts in the order in which they were typed
     * @param names names of the option, in the order of messages
     */
    public static NamedValues of(CommandSpec spec, String option, List<String> given, List<String> names) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String text : given) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            if (!names.contains(name)) {
                throw Words.wrong(spec, option + ": '" + name + "' is none of " + String.join(", ", names));
            }
            if (equals < 0 || equals == text.length() - 1) {
                throw Words.wrong(spec, option + ": " + name + " has no value; write " + name + "=VALUE");
            }
            values.computeIfAbsent(name, _ -> new ArrayList<>()).add(text.substring(equals + 1));
        }
        return new NamedValues(spec, option, values);
    }

    /** Returns the value of a name; null if it was not given. A name that was given twice is a usage error. */
    @Nullable
    public String one(String name) {
        List<String> found = values.get(name);
        if (found == null) {
            return null;
        }
        if (found.size() > 1) {
            throw Words.wrong(spec, label(name) + " was given twice");
        }
        return found.getFirst();
    }

    /** Returns all values of a name, in order; null if it was not given. */
    @Nullable
    public List<String> all(String name) {
        return values.get(name);
    }

    /** Returns whether a name was given as yes or no, or on or off; null if it was not given. Other values are a usage error. */
    @Nullable
    public Boolean truth(String name) {
        String value = one(name);
        return value == null ? null : switch (value) {
            case "yes", "on" -> Boolean.TRUE;
            case "no", "off" -> Boolean.FALSE;
            default -> throw Words.wrong(spec, label(name) + ": '" + value + "' is neither on nor off");
        };
    }

    /** Returns the form of a name in messages: the option, a blank, the name. */
    public String label(String name) {
        return option + " " + name;
    }
}
