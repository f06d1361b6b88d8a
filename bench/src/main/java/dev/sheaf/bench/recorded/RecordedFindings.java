package dev.sheaf.bench.recorded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import dev.sheaf.bench.CommandLine;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.run.SavedResponse;
import dev.sheaf.validator.run.Validation;

/** Judges recorded responses of real repositories, and counts the rules that they break. See {@code bench/recorded}. */
public final class RecordedFindings {

    private static final Path REPORT = Path.of("docs/why-repositories-fail.md");
    private static final double PERCENT = 100.0;

    private RecordedFindings() {}

    /** Arguments: the folder of the recordings; {@code --violations} to print each; {@code --no-report}. */
    public static void main(String[] arguments) throws IOException {
        CommandLine line = new CommandLine(arguments);
        Path folder = null;
        boolean isLong = false;
        boolean isWritten = true;
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--violations" -> isLong = true;
                case "--no-report" -> isWritten = false;
                default -> folder = Path.of(option);
            }
        }
        if (folder == null || !Files.isDirectory(folder)) {
            System.err.println("bench: name the folder with the recordings: bench/recorded FOLDER [--violations] [--no-report]");
            System.exit(2);
            return;
        }
        Map<String, List<ValidationReport>> reports = reports(new RecordedRepositories(folder));
        reports.forEach((name, some) -> some.forEach(report -> print(name, report)));
        if (isLong) {
            reports.forEach((name, some) -> some.forEach(report -> broken(report).forEach(result -> result.violations().forEach(
                    violation -> System.out.println(name + " | " + result.rule() + " | " + violation.address() + " | "
                            + violation.message() + " | " + violation.excerpt().replaceAll("\\s+", " "))))));
        }
        String page = page(reports);
        System.out.println(page);
        if (isWritten) {
            Files.writeString(REPORT, page);
        }
    }

    /** Returns the reports of each real repository that has a response of protocol 2.0. */
    static Map<String, List<ValidationReport>> reports(RecordedRepositories repositories) {
        Map<String, List<ValidationReport>> reports = new LinkedHashMap<>();
        for (String name : repositories.names()) {
            repositories.responses(name).forEach((baseUrl, responses) -> {
                List<SavedResponse> current = responses.stream().filter(RecordedFindings::isCurrent).toList();
                if (!current.isEmpty()) {
                    reports.computeIfAbsent(name, _ -> new ArrayList<>()).add(Validation.ofSaved(baseUrl, current,
                            List.of(RuleProfiles.named(RuleProfiles.PROTOCOL).orElseThrow()), Instant.now()));
                }
            });
        }
        return reports;
    }

    private static boolean isCurrent(SavedResponse response) {
        return !response.isEarly();
    }

    private static List<RuleResult> broken(ValidationReport report) {
        return report.results().stream()
                .filter(result -> result.verdict() == Verdict.FAILED || result.verdict() == Verdict.WARNED)
                .toList();
    }

    private static void print(String name, ValidationReport report) {
        System.out.println(name + " | " + report.baseUrl() + " | " + report.scope() + " | "
                + String.join(", ", broken(report).stream().map(result -> result.rule() + " " + result.broken() + "/"
                        + result.judged()).toList()));
    }

    /** Returns the page of the documentation. */
    static String page(Map<String, List<ValidationReport>> reports) {
        Map<String, Integer> judged = new TreeMap<>();
        Map<String, Integer> failing = new TreeMap<>();
        Map<String, RuleResult> samples = new TreeMap<>();
        int conforming = 0;
        for (List<ValidationReport> some : reports.values()) {
            Map<String, Boolean> ofRepository = new TreeMap<>();
            boolean isFailed = false;
            for (ValidationReport report : some) {
                for (RuleResult result : report.results()) {
                    boolean isBroken = result.broken() > 0 && result.verdict() != Verdict.NOT_JUDGED;
                    if (result.verdict() == Verdict.PASSED || isBroken) {
                        ofRepository.merge(result.rule(), isBroken, Boolean::logicalOr);
                        samples.putIfAbsent(result.rule(), result);
                        isFailed |= result.verdict() == Verdict.FAILED;
                    }
                }
            }
            conforming += isFailed ? 0 : 1;
            ofRepository.forEach((rule, isBroken) -> {
                judged.merge(rule, 1, Integer::sum);
                failing.merge(rule, isBroken ? 1 : 0, Integer::sum);
            });
        }
        StringBuilder page = new StringBuilder(
                """
                        # Why repositories fail

                        The rules of `sheaf validate`, applied to recorded responses of real repositories (`bench/recorded FOLDER`). The recordings were
                        made for the tests of other projects between 2002 and 2024: of most repositories they hold a few responses, so many rules could not
                        be judged, and some repositories have changed since. HTTP headers were not recorded.

                        """);
        page.append(String.format(Locale.ROOT, "%d repositories were judged; %d of them broke no MUST in what was recorded.%n%n",
                reports.size(), conforming));
        page.append("| rule | level | repositories that break it | of those judged | share |\n|---|---|---|---|---|\n");
        failing.entrySet().stream().filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())).forEach(entry -> {
                    int all = judged.getOrDefault(entry.getKey(), 0);
                    RuleResult sample = samples.get(entry.getKey());
                    page.append(String.format(Locale.ROOT, "| `%s`: %s | %s | %d | %d | %.0f %% |%n", entry.getKey(),
                            sample == null ? "" : sample.text().title().replace("|", "\\|").replace("<", "&lt;"),
                            sample == null ? "" : sample.text().level(), entry.getValue(), all,
                            PERCENT * entry.getValue() / all));
                });
        return page.toString();
    }
}
