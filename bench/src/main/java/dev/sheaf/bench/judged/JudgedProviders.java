package dev.sheaf.bench.judged;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.sheaf.bench.Child;
import dev.sheaf.bench.CommandLine;
import dev.sheaf.bench.ProviderChild;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ReportText;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.run.Validation;

/**
 * Judges a large Sheaf repository and the provider of XOAI with the usual bounds of {@code sheaf validate}. See {@code bench/judged}. Ends
 * with status 1 if the large repository breaks a requirement or takes a minute or longer.
 */
public final class JudgedProviders {

    private static final int RECORDS = 100_000;
    private static final String HEAP = "512m";
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final double MILLIS = 1000.0;

    private JudgedProviders() {}

    /** Judges both. Argument: {@code --records N}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int records = RECORDS;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            if (!option.equals("--records")) {
                throw CommandLine.unknown(option, "--records N");
            }
            records = line.positive();
        }
        ValidationReport large;
        Path folder = Files.createTempDirectory("sheaf-judged");
        try (Child child = Child.start(ProviderChild.class, HEAP, folder.toString(), String.valueOf(records), "0",
                "now")) {
            large = judge("Sheaf with " + records + " records", child);
        } finally {
            delete(folder);
        }
        try (Child child = Child.start(XoaiProviderChild.class, HEAP)) {
            judge("io.gdcc:xoai-data-provider", child);
        }
        System.exit(large.outcome() == ValidationReport.Outcome.PASSED && large.took().compareTo(LONGEST) < 0 ? 0 : 1);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static ValidationReport judge(String name, Child child) throws IOException, InterruptedException {
        Map<String, String> said = child.report();
        try (HttpFetcher fetcher = new HttpFetcher()) {
            ValidationReport report = new Validation(fetcher, FetchRules.DEFAULT, InstantSource.system(), Pause.REAL)
                    .run(BaseUrl.parse(Objects.requireNonNull(said.get("url"))), ValidationOptions.DEFAULT);
            System.out.printf(Locale.ROOT, "%s: %.1f s, %d requests, %d records judged%n", name,
                    report.took().toMillis() / MILLIS, report.requests(), report.records());
            ReportText.lines(report, false).forEach(System.out::println);
            child.end();
            return report;
        }
    }
}
