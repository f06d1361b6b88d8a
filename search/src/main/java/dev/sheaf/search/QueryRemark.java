package dev.sheaf.search;

/**
 * Something in a query that names nothing, or that was read otherwise than it was typed. A person should be told: without it, a typing error
 * looks like a search that finds nothing.
 *
 * @param text as typed; for a value, the value alone
 */
public record QueryRemark(Kind kind, String text) {

    /** Kind of a remark. */
    public enum Kind {
        /** A word before a colon is no field; both were searched as words. The text is the word before the colon. */
        NO_SUCH_FIELD,
        /** A quotation mark was never closed; it was ignored. */
        OPEN_QUOTE,
        /** A part without letters and digits was ignored. */
        NO_WORD,
        /** An asterisk alone was read as every record. */
        EVERYTHING,
        /** An operator stands where it joins nothing, and was ignored. */
        IDLE_OPERATOR,
        /** Operators stand alone, and were searched as words. */
        OPERATORS_ALONE,
        /** No record is of this source. */
        NO_SUCH_SOURCE,
        /** No record has this type. */
        NO_SUCH_TYPE,
        /** No record has this language. */
        NO_SUCH_LANGUAGE,
        /** No record has this year. */
        NO_SUCH_YEAR,
        /** No record has this subject. */
        NO_SUCH_SUBJECT
    }
}
