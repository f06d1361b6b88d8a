package dev.sheaf.core.store;

import org.jspecify.annotations.Nullable;

/**
 * An identifier as received, where its repair may have made another one the same. Two records whose identifiers were received in different
 * forms are different records, whatever their identifiers are after the repair.
 *
 * @param form printable form of the received bytes
 * @param guessed true if only the charset of the response was guessed, so that the same identifier may arrive in another form
 */
public record ReceivedIdentifier(String form, boolean guessed) {

    private static final String AS_IT_IS = "the identifier was received as '";
    private static final String GUESSED = "the identifier was received in another charset, as '";
    private static final String REFUSAL = "its identifier, received as '";

    /** Returns the form of an identifier that needed no repair. */
    public static ReceivedIdentifier faultless(String identifier) {
        return new ReceivedIdentifier(identifier, false);
    }

    /** Returns the text of the repair of kind {@link Repair.Kind#IDENTIFIER}. */
    public String repairText() {
        return (guessed ? GUESSED : AS_IT_IS) + form + "'";
    }

    /** Reads the text of a repair; null if it is another one. */
    public static @Nullable ReceivedIdentifier ofRepair(String text) {
        boolean guessed = text.startsWith(GUESSED);
        String begin = guessed ? GUESSED : AS_IT_IS;
        return text.startsWith(begin) && text.endsWith("'") && text.length() > begin.length()
                ? new ReceivedIdentifier(text.substring(begin.length(), text.length() - 1), guessed)
                : null;
    }

    /** Returns the reason for which a record with this identifier is kept apart. */
    public String refusal() {
        return refusalBegin() + "became that of another record when it was repaired";
    }

    /** Returns the beginning of {@link #refusal}, which names the received form. */
    public String refusalBegin() {
        return REFUSAL + form + "', ";
    }

    /** Returns the beginning of every {@link #refusal}. */
    public static String anyRefusal() {
        return REFUSAL;
    }
}
