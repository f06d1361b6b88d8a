package dev.sheaf.validator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.PageFindings.Fault;

/** Collector of a limited number of faults of a page, by record and by rule. Not thread-safe. */
final class PageFaults {

    /** Largest number of example faults, in all and in one record, because a wrong root makes each of its elements a fault. */
    private static final int EXAMPLES = 20;
    private static final int RULES = 100;
    private static final int MESSAGE = 300;

    private final List<Fault> examples = new ArrayList<>();
    private final Map<String, Integer> rules = new LinkedHashMap<>();
    /** Faults of the open record, while its identifier is not known yet. */
    private final List<Fault> open = new ArrayList<>();
    private final Set<String> openRules = new LinkedHashSet<>();
    private boolean isInRecord;
    private int records;
    private int invalidRecords;
    private int uncheckedRecords;
    private int otherFormats;
    private int envelopeFaults;
    /** The last fault of a value; the next message of the schema processor names its element. */
    private @Nullable String valueFault;
    private long valueLine;

    /** Begins a record: further faults belong to it. */
    void beginRecord() {
        isInRecord = true;
        records++;
    }

    /** Ends the record, even if the page ends inside it. */
    void endRecord(String identifier) {
        isInRecord = false;
        if (!open.isEmpty()) {
            invalidRecords++;
            example(new Fault(identifier, open.getFirst().line(), open.getFirst().message()));
            openRules.forEach(this::count);
            open.clear();
            openRules.clear();
        }
    }

    /** Notes that the open record has metadata in a format without a schema. */
    void otherFormat() {
        if (isInRecord) {
            otherFormats++;
        }
    }

    /** Adds a record that could not be read. */
    void unread(String identifier, long line, String reason) {
        records++;
        uncheckedRecords++;
        example(new Fault(identifier, line, shortened("not checked, because it cannot be read: " + reason)));
        count("a record cannot be read");
    }

    /** Adds a fault of the open record, or of the parts around the records. */
    void add(long line, String message) {
        add(line, message, message);
    }

    /** Adds a fault, with the broken rule without the details of this place. */
    void add(long line, String message, String rule) {
        Fault fault = new Fault(null, line, shortened(message));
        if (!isInRecord) {
            envelopeFaults++;
            example(fault);
            count(shortened(rule));
        } else if (open.size() < EXAMPLES) {
            open.add(fault);
            openRules.add(shortened(rule));
        }
    }

    /**
     * Adds a fault that a schema processor found. The processor reports a wrong value twice: first the fault, then its element. Both become
     * one fault.
     *
     * @param message beginning with the processor's code
     */
    void addFrom(long line, @Nullable String message) {
        String told = String.valueOf(message);
        int colon = told.indexOf(": ");
        String code = told.startsWith("cvc-") && colon > 0 ? told.substring(0, colon) : "";
        // The parser's code at the beginning is of no use to people.
        String text = code.isEmpty() ? told : told.substring(colon + 2);
        String value = valueFault;
        valueFault = null;
        if (value != null && (code.equals("cvc-type.3.1.3") || code.equals("cvc-attribute.3"))) {
            String owner = code.equals("cvc-attribute.3") ? "attribute " + quoted(text, "of attribute '") + " of " : "";
            String element = quoted(text, code.equals("cvc-attribute.3") ? "on element '" : "of element '");
            String whose = owner + element + ": ";
            add(line, whose + value, whose + withoutValue(value));
        } else {
            addAlone(value);
            if (isOfValue(code)) {
                valueFault = text;
                valueLine = line;
            } else {
                add(line, text);
            }
        }
    }

    /** Ends the report on a value, so that its second message makes no second fault. */
    void settle() {
        String value = valueFault;
        valueFault = null;
        addAlone(value);
    }

    private void addAlone(@Nullable String value) {
        if (value != null) {
            add(valueLine, value, withoutValue(value));
        }
    }

    private static boolean isOfValue(String code) {
        return code.startsWith("cvc-") && (code.contains("valid") || code.startsWith("cvc-id"));
    }

    /** Returns the text between an opening and the next apostrophe; a question mark if there is none. */
    private static String quoted(String text, String opening) {
        int from = text.indexOf(opening);
        int to = from < 0 ? -1 : text.indexOf('\'', from + opening.length());
        return to < 0 ? "?" : text.substring(from + opening.length(), to);
    }

    /** Returns the rule without the value, so that two records that break it with different values break the same rule. */
    private static String withoutValue(String text) {
        int from = text.indexOf('\'');
        if (from < 0) {
            return text;
        }
        int to = text.indexOf("' ", from + 1);
        for (String behind : List.of("' is ", "' with ", "' of ")) {
            int at = text.indexOf(behind, from + 1);
            if (at >= 0) {
                to = at;
                break;
            }
        }
        return to < 0 ? text : text.substring(0, from) + "'…" + text.substring(to);
    }

    private void example(Fault fault) {
        if (examples.size() < EXAMPLES) {
            examples.add(fault);
        }
    }

    private void count(String rule) {
        if (rules.containsKey(rule) || rules.size() < RULES) {
            rules.merge(rule, 1, Integer::sum);
        }
    }

    private static String shortened(String text) {
        return text.length() > MESSAGE ? text.substring(0, MESSAGE) + "…" : text;
    }

    /** Returns all findings. */
    PageFindings findings() {
        return new PageFindings(records, invalidRecords, uncheckedRecords, otherFormats, envelopeFaults, examples, rules);
    }
}
