package dev.sheaf.formats.crosswalk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.formats.crosswalk.SharedSamples.Sample;

/**
 * Prints which title, creators, dates and identifiers the crosswalks make of the sample records, for somebody who reads the records beside
 * it. Arguments: the most records of a format (10), and a part of the format's name or namespace. With a third argument the originals too.
 */
public final class CrosswalkTable {

    private static final List<String> COLUMNS = List.of("title", "creator", "date", "identifier");

    private CrosswalkTable() {}

    public static void main(String[] arguments) throws Exception {
        int most = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        String part = arguments.length > 1 ? arguments[1] : "";
        boolean whole = arguments.length > 2;
        Map<String, List<Sample>> formats = new TreeMap<>();
        for (Sample sample : new SharedSamples(SharedSamples.DATA).all()) {
            formats.computeIfAbsent(sample.format(), _ -> new ArrayList<>()).add(sample);
        }
        Crosswalks crosswalks = new Crosswalks();
        for (Map.Entry<String, List<Sample>> format : formats.entrySet()) {
            if (!format.getKey().contains(part)) {
                continue;
            }
            System.out.println("== " + format.getKey() + " " + format.getValue().size());
            for (Sample sample : spread(format.getValue(), most)) {
                System.out.println(row(crosswalks, sample));
                if (whole) {
                    XmlFragment made = crosswalks.apply(TargetFormat.OAI_DC, "oai:sample:1", sample.metadata());
                    DublinCoreValues.of(made).forEach(value -> System.out.println("      " + shortened(value, 150)));
                    System.out.println("      " + shortened(sample.metadata().toString().replaceAll("\\s+", " "),
                            Integer.parseInt(arguments[2])));
                }
            }
        }
    }

    /** The file, and the four columns; values of a column apart by {@code " ; "}. */
    static String row(Crosswalks crosswalks, Sample sample) throws Exception {
        List<String> values;
        try {
            values = DublinCoreValues.of(crosswalks.apply(TargetFormat.OAI_DC, "oai:sample:1", sample.metadata()));
        } catch (CrosswalkException failure) {
            return sample.name() + "\tFAILED\t" + failure.getMessage();
        }
        return row(sample.name(), values);
    }

    /**
     * The row of a record.
     *
     * @param values elements of its Dublin Core, see {@link DublinCoreValues}
     */
    public static String row(String name, List<String> values) {
        StringBuilder row = new StringBuilder(name);
        for (String column : COLUMNS) {
            List<String> found = values.stream().filter(value -> value.matches("(?s)" + column + "(@[A-Za-z0-9-]+)?=.*"))
                    .map(value -> shortened(value.substring(value.indexOf('=') + 1), 100)).toList();
            row.append('\t').append(shortened(String.join(" ; ", found), 300));
        }
        return row.toString();
    }

    /** Records from the whole of a list rather than from its beginning alone: neighbours resemble each other. */
    static List<Sample> spread(List<Sample> samples, int most) {
        if (samples.size() <= most) {
            return samples;
        }
        List<Sample> some = new ArrayList<>();
        for (int n = 0; n < most; n++) {
            some.add(samples.get((int) ((long) n * samples.size() / most)));
        }
        return some;
    }

    private static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }
}
