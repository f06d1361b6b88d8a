package dev.sheaf.platform.notify;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.extension.ExtensionResponse.Code;
import dev.sheaf.provider.OaiArguments;

/** Checks of the arguments of a request. */
final class Arguments {

    private static final int LONGEST = 2_000;

    private Arguments() {}

    /** Returns the refusal of a request with wrong arguments. */
    static RefusedException bad(String why) {
        return new RefusedException(400, Code.BAD_ARGUMENT, why);
    }

    /** Checks that every argument is known, readable, not too long, and not repeated unless repetition is allowed. */
    static void check(OaiArguments arguments, Set<String> single, Set<String> repeatable) throws RefusedException {
        for (OaiArguments.Argument argument : arguments.list()) {
            String key = argument.key();
            if (!single.contains(key) && !repeatable.contains(key)) {
                throw bad("'" + shortened(key) + "' is not an argument of this verb");
            }
            if (argument.fault() != null) {
                throw bad(key + ": " + argument.fault());
            }
            if (argument.value().length() > LONGEST || argument.value().isBlank()) {
                throw bad(key + " is " + (argument.value().isBlank() ? "empty" : "too long"));
            }
            if (single.contains(key) && arguments.values(key).size() > 1) {
                throw bad(key + " is given more than once");
            }
        }
    }

    private static String shortened(String text) {
        return text.length() > 40 ? text.substring(0, 40) + "…" : text;
    }

    /** Returns a datestamp; null if the argument is missing. */
    static @Nullable Datestamp datestamp(OaiArguments arguments, String key) throws RefusedException {
        List<String> values = arguments.values(key);
        if (values.isEmpty()) {
            return null;
        }
        try {
            return Datestamp.parse(values.getFirst());
        } catch (IllegalArgumentException failure) {
            throw bad(key + ": " + failure.getMessage());
        }
    }

    /** Checks that from and until have the same granularity, as in OAI-PMH, and that from is not later than until. */
    static void checkRange(OaiArguments arguments) throws RefusedException {
        Datestamp from = datestamp(arguments, "from");
        Datestamp until = datestamp(arguments, "until");
        if (from == null || until == null) {
            return;
        }
        if (!from.granularity().equals(until.granularity())) {
            throw bad("from and until must be of the same granularity, both days or both seconds");
        }
        if (from.instant().orElseThrow().isAfter(until.instant().orElseThrow())) {
            throw bad("from is later than until");
        }
    }
}
