package dev.sheaf.platform.sru;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.provider.OaiArguments;

/**
 * A request as received: its version, its operation and its parameters, each once. Faults are collected, so that the answer has the form of
 * the version that the client asked for, whatever else is wrong. Immutable.
 *
 * @param version of the answer
 * @param operation what is asked
 * @param values parameters by their names, in the order of the request
 * @param faults fatal faults; empty if there are none
 */
record SruRequest(SruVersion version, Operation operation, Map<String, String> values, List<Diagnostic> faults) {

    /** Operations. */
    enum Operation {
        EXPLAIN("explain"),
        SEARCH("searchRetrieve"),
        SCAN("scan");

        private final String text;

        Operation(String text) {
            this.text = text;
        }

        /** Returns the value of the parameter. */
        String text() {
            return text;
        }
    }

    private static final int MOST_PARAMETERS = 50;
    private static final String EXTENSION = "x-";
    private static final Set<String> KNOWN = Set.of("operation", "version", "query", "queryType", "startRecord", "maximumRecords",
            "recordPacking", "recordXMLEscaping", "recordSchema", "resultSetTTL", "sortKeys", "recordXPath", "stylesheet",
            "httpAccept", "responseType", "renderedBy", "facetLimit", "facetStart", "facetSort", "facetRangeField",
            "facetLowValue", "facetHighValue", "facetCount", "extraRequestData", "scanClause", "responsePosition",
            "maximumTerms");

    SruRequest {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        faults = List.copyOf(faults);
    }

    /**
     * Reads the arguments of a request.
     *
     * @param prefersOasis true if the client asks for the media type of 2.0; decides on a request without parameters
     */
    static SruRequest read(OaiArguments arguments, boolean prefersOasis) {
        Map<String, String> values = new LinkedHashMap<>();
        List<Diagnostic> faults = new ArrayList<>();
        if (arguments.list().size() > MOST_PARAMETERS) {
            faults.add(new Diagnostic(Diagnostic.UNSUPPORTED_PARAMETER, "more than " + MOST_PARAMETERS + " parameters"));
        }
        for (OaiArguments.Argument argument : arguments.list().stream().limit(MOST_PARAMETERS).toList()) {
            String key = argument.key();
            if (argument.fault() != null) {
                faults.add(new Diagnostic(Diagnostic.UNSUPPORTED_VALUE, OneLine.of(key) + ": " + argument.fault()));
                if (KNOWN.contains(key)) {
                    // Its presence tells the operation, and so the form of the answer.
                    values.putIfAbsent(key, "");
                }
            } else if (!KNOWN.contains(key) && !key.startsWith(EXTENSION)) {
                faults.add(Diagnostic.unknown(Diagnostic.UNSUPPORTED_PARAMETER, "parameter", key, KNOWN));
            } else if (values.putIfAbsent(key, argument.value()) != null) {
                faults.add(new Diagnostic(Diagnostic.UNSUPPORTED_VALUE, key + ": given twice"));
            }
        }
        SruVersion version = version(values, faults, prefersOasis);
        return new SruRequest(version, operation(version, values, faults), values, faults);
    }

    private static SruVersion version(Map<String, String> values, List<Diagnostic> faults, boolean prefersOasis) {
        String wanted = values.get("version");
        if (wanted == null) {
            if (values.containsKey("operation") && !Operation.EXPLAIN.text().equals(values.get("operation"))) {
                faults.add(new Diagnostic(Diagnostic.MISSING_PARAMETER, "version"));
                return SruVersion.V1_2;
            }
            // Without both parameters a request is one of 2.0, but clients of all versions ask a bare address for explain.
            return values.containsKey("query") || values.containsKey("scanClause") || prefersOasis
                    ? SruVersion.V2_0
                    : SruVersion.V1_2;
        }
        for (SruVersion version : SruVersion.values()) {
            if (version.text().equals(wanted)) {
                return version;
            }
        }
        faults.add(new Diagnostic(Diagnostic.UNSUPPORTED_VERSION, SruVersion.HIGHEST.text()));
        return values.containsKey("operation") ? SruVersion.V1_2 : SruVersion.V2_0;
    }

    private static Operation operation(SruVersion version, Map<String, String> values, List<Diagnostic> faults) {
        String wanted = values.get("operation");
        if (wanted != null) {
            for (Operation operation : Operation.values()) {
                if (operation.text().equals(wanted)) {
                    return operation;
                }
            }
            faults.add(Diagnostic.unknown(Diagnostic.UNSUPPORTED_OPERATION, "operation", wanted,
                    List.of(Operation.EXPLAIN.text(), Operation.SEARCH.text())));
            return Operation.EXPLAIN;
        }
        Operation meant = values.containsKey("query")
                ? Operation.SEARCH
                : values.containsKey("scanClause") ? Operation.SCAN : Operation.EXPLAIN;
        if (!version.isOasis() && (values.containsKey("version") || meant != Operation.EXPLAIN)) {
            faults.add(new Diagnostic(Diagnostic.MISSING_PARAMETER, "operation"));
        }
        return meant;
    }

    /** Returns the value of a parameter; null if it is absent or empty. */
    @Nullable
    String value(String name) {
        String value = values.get(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * Returns a whole number.
     *
     * @param least smallest number that is allowed
     * @param usual value if the parameter is absent
     * @throws SruException with diagnostic 6 for any other text
     */
    int number(String name, int least, int usual) throws SruException {
        String text = value(name);
        if (text == null) {
            return usual;
        }
        if (text.matches("[0-9]{1,10}")) {
            long number = Long.parseLong(text);
            if (number >= least && number <= Integer.MAX_VALUE) {
                return (int) number;
            }
        }
        throw new SruException(Diagnostic.UNSUPPORTED_VALUE, name);
    }
}
