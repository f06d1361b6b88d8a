package dev.sheaf.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measurement of the CPU time that aggregates cost during harvests of new, unchanged and changed records. The lower bound is a hub with one
 * source and only the aggregate of everything. The kinds of aggregates take turns, each in a separate process.
 */
final class AggregateBenchmark {

    private AggregateBenchmark() {}

    /**
     * Measures and prints.
     *
     * @param arguments number of records, number of turns
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String records = arguments.length > 0 ? arguments[0] : "40000";
        int turns = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Map<AggregateChild.Kind, List<Map<String, String>>> reports = new EnumMap<>(AggregateChild.Kind.class);
        for (int turn = 0; turn < turns; turn++) {
            for (AggregateChild.Kind kind : AggregateChild.Kind.values()) {
                Path data = Files.createTempDirectory("sheaf-aggregate-bench");
                try (Child child = Child.start(AggregateChild.class, "512m", data.toString(), kind.name(), records)) {
                    reports.computeIfAbsent(kind, _ -> new ArrayList<>()).add(child.report());
                }
                delete(data);
            }
        }
        System.out.printf("%-12s %28s %28s %28s%n", "", "new", "the same again", "changed");
        for (AggregateChild.Kind kind : AggregateChild.Kind.values()) {
            System.out.printf("%-12s", kind);
            for (String what : List.of("new", "same", "changed")) {
                double own = median(reports.getOrDefault(kind, List.of()), what) * 1e6 / Integer.parseInt(records);
                double floor = median(reports.getOrDefault(AggregateChild.Kind.FLOOR, List.of()), what) * 1e6
                        / Integer.parseInt(records);
                System.out.printf(" %10.1f us a record %+5.0f %%", own, (own / floor - 1) * 100);
            }
            System.out.println();
        }
    }

    private static double median(List<Map<String, String>> reports, String what) {
        List<Double> values = reports.stream().map(report -> Double.valueOf(report.getOrDefault(what, "NaN"))).sorted().toList();
        return values.get(values.size() / 2);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
