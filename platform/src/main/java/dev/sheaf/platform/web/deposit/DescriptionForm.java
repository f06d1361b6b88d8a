package dev.sheaf.platform.web.deposit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.sheaf.platform.web.admin.AdminForm;
import dev.sheaf.store.crawls.Deposit;

/**
 * The form in which a description is corrected. Only elements that differ from what the document itself states become corrections, so that
 * a later version of the document still changes the others. Stateless.
 */
final class DescriptionForm {

    private static final int MOST_VALUES = 200;
    private static final int LONGEST = 20_000;
    private static final String PREFIX = "dc-";

    /** An element in the form. */
    private record Element(String name, String label, int rows, String hint, boolean isUsual) {}

    private static final List<Element> ELEMENTS = List.of(
            new Element("title", "Title", 2, "", true),
            new Element("creator", "Authors", 3, "One on each line, such as Noether, Emmy", true),
            new Element("description", "Summary", 5, "", true),
            new Element("subject", "Subjects", 3, "One on each line", true),
            new Element("date", "Date", 1, "2026, 2026-11 or 2026-11-27", true),
            new Element("language", "Language", 1, "A code, such as en or de", true),
            new Element("rights", "Rights", 2, "A licence or its address, such as https://creativecommons.org/licenses/by/4.0/",
                    true),
            new Element("publisher", "Publisher", 1, "", false),
            new Element("contributor", "Contributors", 2, "One on each line", false),
            new Element("type", "Type", 1, "Such as Text, article or thesis", false),
            new Element("identifier", "Other identifiers", 2, "One on each line, such as https://doi.org/10.1000/182", false),
            new Element("source", "Source", 1, "The work from which it is derived", false),
            new Element("relation", "Relations", 2, "Addresses of related works, one on each line", false),
            new Element("coverage", "Coverage", 1, "Place or period that it is about", false));

    private DescriptionForm() {}

    /** Returns the fields of the usual elements, or of the others. */
    static List<DocumentPage.Field> fields(Deposit deposit, Map<String, List<String>> shown, boolean usual) {
        Map<String, List<String>> extracted = extracted(deposit);
        return ELEMENTS.stream().filter(element -> element.isUsual() == usual).map(element -> {
            List<String> stated = extracted.getOrDefault(element.name(), List.of());
            List<String> values = shown.getOrDefault(element.name(), List.of());
            return new DocumentPage.Field(PREFIX + element.name(), element.label(), text(element, values), element.rows(),
                    element.hint(), stated.equals(values) ? null : stated.isEmpty() ? "nothing" : text(element, stated));
        }).toList();
    }

    private static String text(Element element, List<String> values) {
        return String.join(isSingle(element) ? "\n\n" : "\n", values);
    }

    /** A summary may have several lines; they are one value. */
    private static boolean isSingle(Element element) {
        return element.name().equals("description");
    }

    private static Map<String, List<String>> extracted(Deposit deposit) {
        Map<String, List<String>> extracted = deposit.extracted();
        return extracted == null ? Map.of() : extracted;
    }

    /** Returns the values that a form has sent, by element. */
    static Map<String, List<String>> values(AdminForm form) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (Element element : ELEMENTS) {
            String text = form.text(PREFIX + element.name()).replace("\r\n", "\n");
            String[] parts = isSingle(element) ? new String[]{text} : text.split("\\R");
            List<String> of = new ArrayList<>();
            for (String part : parts) {
                String value = part.strip();
                if (!value.isEmpty() && !of.contains(value)) {
                    of.add(value);
                }
            }
            values.put(element.name(), of);
        }
        return values;
    }

    /** Returns why values cannot be kept, for people; empty when they can. */
    static Optional<String> fault(Map<String, List<String>> values) {
        for (Element element : ELEMENTS) {
            List<String> of = values.getOrDefault(element.name(), List.of());
            if (of.size() > MOST_VALUES || of.stream().anyMatch(value -> value.length() > LONGEST)) {
                return Optional
                        .of(element.label() + ": at most " + MOST_VALUES + " lines, and " + LONGEST + " characters in each");
            }
        }
        return Optional.empty();
    }

    /** Returns the corrections that lead from what the document states to these values. */
    static Map<String, List<String>> correction(Deposit deposit, Map<String, List<String>> values) {
        Map<String, List<String>> extracted = extracted(deposit);
        Map<String, List<String>> correction = new TreeMap<>();
        for (Element element : ELEMENTS) {
            List<String> stated = extracted.getOrDefault(element.name(), List.of());
            List<String> wanted = values.getOrDefault(element.name(), List.of());
            if (!text(element, stated).equals(text(element, wanted))) {
                correction.put(element.name(), wanted);
            }
        }
        return correction;
    }
}
