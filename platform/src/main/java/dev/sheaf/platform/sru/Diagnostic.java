package dev.sheaf.platform.sru;

import java.util.Collection;
import java.util.Map;

import dev.sheaf.core.KnownNames;
import dev.sheaf.core.OneLine;

/**
 * A diagnostic of SRU: the number in the list of the Library of Congress ({@code info:srw/diagnostic/1/}), and details.
 *
 * @param number of the diagnostic
 * @param details as the list defines them for the number, such as the name of a parameter; empty for none
 * @param hint for people, such as the names that exist; empty for none
 */
record Diagnostic(int number, String details, String hint) {

    static final int UNAVAILABLE = 2;
    static final int UNSUPPORTED_OPERATION = 4;
    static final int UNSUPPORTED_VERSION = 5;
    static final int UNSUPPORTED_VALUE = 6;
    static final int MISSING_PARAMETER = 7;
    static final int UNSUPPORTED_PARAMETER = 8;
    static final int NO_DATABASE = 235;
    static final int SYNTAX = 10;
    static final int LONG_QUERY = 12;
    static final int PARENTHESES = 13;
    static final int QUOTES = 14;
    static final int CONTEXT_SET = 15;
    static final int INDEX = 16;
    static final int RELATION = 19;
    static final int RELATION_MODIFIER = 20;
    static final int RELATION_AND_INDEX = 22;
    static final int LONG_TERM = 23;
    static final int ESCAPED = 26;
    static final int EMPTY_TERM = 27;
    static final int MASKING = 28;
    static final int SHORT_MASKED = 29;
    static final int ANCHORING = 31;
    static final int FORMAT_OF_TERM = 36;
    static final int MANY_BOOLEANS = 38;
    static final int PROXIMITY = 39;
    static final int BOOLEAN_MODIFIER = 46;
    static final int MASKING_POSITION = 49;
    static final int RESULT_SETS = 50;
    static final int TOO_MANY_RECORDS = 60;
    static final int OUT_OF_RANGE = 61;
    static final int NO_SUCH_RECORD = 65;
    static final int UNKNOWN_SCHEMA = 66;
    static final int NOT_IN_SCHEMA = 67;
    static final int PACKING = 71;
    static final int XPATH = 72;
    static final int SORT = 80;
    static final int MANY_SORT_KEYS = 84;
    static final int SORT_SCHEMA = 87;
    static final int SORT_PATH = 88;
    static final int SORT_DIRECTION = 90;
    static final int SORT_CASE = 91;
    static final int SORT_MISSING = 92;
    static final int SORT_IN_BOTH = 94;
    static final int STYLE_SHEET = 111;

    private static final String URI = "info:srw/diagnostic/1/";
    private static final int LONGEST_DETAILS = 200;

    /** Messages by numbers, as the list has them. */
    private static final Map<Integer, String> MESSAGES = Map.ofEntries(
            Map.entry(UNAVAILABLE, "System temporarily unavailable"),
            Map.entry(UNSUPPORTED_OPERATION, "Unsupported operation"), Map.entry(UNSUPPORTED_VERSION, "Unsupported version"),
            Map.entry(UNSUPPORTED_VALUE, "Unsupported parameter value"),
            Map.entry(MISSING_PARAMETER, "Mandatory parameter not supplied"),
            Map.entry(UNSUPPORTED_PARAMETER, "Unsupported parameter"), Map.entry(NO_DATABASE, "Database does not exist"),
            Map.entry(SYNTAX, "Query syntax error"), Map.entry(LONG_QUERY, "Too many characters in query"),
            Map.entry(PARENTHESES, "Invalid or unsupported use of parentheses"),
            Map.entry(QUOTES, "Invalid or unsupported use of quotes"), Map.entry(CONTEXT_SET, "Unsupported context set"),
            Map.entry(INDEX, "Unsupported index"), Map.entry(RELATION, "Unsupported relation"),
            Map.entry(RELATION_MODIFIER, "Unsupported relation modifier"),
            Map.entry(RELATION_AND_INDEX, "Unsupported combination of relation and index"),
            Map.entry(LONG_TERM, "Too many characters in term"), Map.entry(ESCAPED, "Non special character escaped in term"),
            Map.entry(EMPTY_TERM, "Empty term unsupported"), Map.entry(MASKING, "Masking character not supported"),
            Map.entry(SHORT_MASKED, "Masked words too short"), Map.entry(ANCHORING, "Anchoring character not supported"),
            Map.entry(FORMAT_OF_TERM, "Term in invalid format for index or relation"),
            Map.entry(MANY_BOOLEANS, "Too many boolean operators in query"),
            Map.entry(PROXIMITY, "Proximity not supported"), Map.entry(BOOLEAN_MODIFIER, "Unsupported boolean modifier"),
            Map.entry(MASKING_POSITION, "Masking character in unsupported position"),
            Map.entry(RESULT_SETS, "Result sets not supported"),
            Map.entry(TOO_MANY_RECORDS, "Result set not created: too many matching records"),
            Map.entry(OUT_OF_RANGE, "First record position out of range"),
            Map.entry(NO_SUCH_RECORD, "Record does not exist"), Map.entry(UNKNOWN_SCHEMA, "Unknown schema for retrieval"),
            Map.entry(NOT_IN_SCHEMA, "Record not available in this schema"),
            Map.entry(PACKING, "Unsupported record packing"), Map.entry(XPATH, "XPath retrieval unsupported"),
            Map.entry(SORT, "Sort not supported"), Map.entry(MANY_SORT_KEYS, "Too many sort keys to sort"),
            Map.entry(SORT_SCHEMA, "Unsupported schema for sort"), Map.entry(SORT_PATH, "Unsupported path for sort"),
            Map.entry(SORT_DIRECTION, "Unsupported direction value"), Map.entry(SORT_CASE, "Unsupported case value"),
            Map.entry(SORT_MISSING, "Unsupported missing value action"),
            Map.entry(SORT_IN_BOTH, "Sort keys in both the query and the protocol"),
            Map.entry(STYLE_SHEET, "Unsupported stylesheet"));

    Diagnostic {
        details = details.length() > LONGEST_DETAILS
                ? details.substring(0, details.offsetByCodePoints(0, details.codePointCount(0, LONGEST_DETAILS))) + "\u2026"
                : details;
    }

    /** A diagnostic without a hint. */
    Diagnostic(int number, String details) {
        this(number, details, "");
    }

    /**
     * Returns a diagnostic about a name that does not exist.
     *
     * @param kind noun for the names
     * @param names those that exist
     */
    static Diagnostic unknown(int number, String kind, String name, Collection<String> names) {
        return new Diagnostic(number, OneLine.of(name), KnownNames.of(names).lacking("this server", kind, name));
    }

    /** Returns the URI that names it. */
    String uri() {
        return URI + number;
    }

    /** Returns the message of the list, and the hint. */
    String message() {
        return MESSAGES.getOrDefault(number, "Diagnostic " + number) + (hint.isEmpty() ? "" : ": " + hint);
    }
}
