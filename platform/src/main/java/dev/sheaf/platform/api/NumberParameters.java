package dev.sheaf.platform.api;

import io.javalin.http.Context;

/** Reader of numbers in the addresses of requests. */
final class NumberParameters {

    private NumberParameters() {}

    /**
     * Returns a parameter of the query.
     *
     * @param usual value if the parameter is missing
     * @throws Problem if the value is not a whole number within the bounds
     */
    static int number(Context context, String name, int usual, int least, int most) {
        String text = context.queryParam(name);
        if (text == null) {
            return usual;
        }
        long number = number(text);
        if (number < least || number > most) {
            throw new Problem(422, "'" + name + "' must be a whole number from " + least + " to " + most + ".");
        }
        return (int) number;
    }

    /** Returns a number that is not negative; -1 for anything else. */
    static long number(String text) {
        try {
            return Math.max(-1, Long.parseLong(text));
        } catch (NumberFormatException _) {
            return -1;
        }
    }
}
