package dev.sheaf.formats.normalise;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Shares of dates, languages and names that can be read: of the samples, and of real collections where they lie next to the checkout. */
class CorpusRatesTest {

    /** How many values there were, how many could be read, and which were the most frequent that could not. */
    private static final class Rate {
        private long values;
        private long read;
        private final Map<String, Integer> unread = new HashMap<>();

        void count(String text, Predicate<String> reading) {
            values++;
            if (reading.test(text)) {
                read++;
            } else {
                unread.merge(text, 1, Integer::sum);
            }
        }

        double share() {
            return values == 0 ? 1 : (double) read / values;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%,d of %,d (%.1f %%)%s", read, values, 100 * share(), unread.isEmpty()
                    ? ""
                    : ", not: " + unread.entrySet().stream().sorted((a, b) -> b.getValue() - a.getValue()).limit(6)
                            .map(Map.Entry::getKey).collect(Collectors.joining(" | ")));
        }
    }

    /** Records of a large collection say much the same: one in so many as the step says is enough. */
    @ParameterizedTest
    @CsvSource({"../testkit/samples/corpus, 1", "../../shared/data/corpus, 41"})
    void mostValuesOfRealCollections_areRead(Path corpus, int step) throws Exception {
        assumeTrue(Files.isDirectory(corpus), "skipped: the collections are not beside this checkout, in ../shared/data/corpus");
        Map<String, Rate> all = new TreeMap<>();
        List<Path> files;
        try (Stream<Path> found = Files.list(corpus)) {
            files = found.sorted().toList();
        }
        for (Path file : files) {
            Map<String, Rate> rates = rates(file, step);
            rates.forEach((field, rate) -> {
                System.out.println(file.getFileName() + " " + field + ": " + rate);
                Rate sum = all.computeIfAbsent(field, _ -> new Rate());
                sum.values += rate.values;
                sum.read += rate.read;
            });
        }
        System.out.println("all: " + all);
        assertThat(Objects.requireNonNull(all.get("dates")).share()).isGreaterThan(0.97);
        assertThat(Objects.requireNonNull(all.get("languages")).share()).isGreaterThan(0.97);
        assertThat(Objects.requireNonNull(all.get("names")).share()).isGreaterThan(0.85);
    }

    private static Map<String, Rate> rates(Path file, int step) throws Exception {
        Map<String, Rate> rates = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file), 1 << 16),
                        StandardCharsets.UTF_8))) {
            long number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (number++ % step == 0) {
                    count(JsonMapper.shared().readTree(line), rates);
                }
            }
        }
        return rates;
    }

    private static void count(JsonNode work, Map<String, Rate> rates) {
        String date = work.path("date").asString("");
        if (!date.isEmpty()) {
            // "No date" is understood as well, though no year comes of it.
            rate(rates, "dates").count(date, text -> DateSpan.read(text).isPresent() || DateSpan.saysNone(text));
        }
        String language = work.path("language").asString("");
        if (!language.isEmpty()) {
            rate(rates, "languages").count(language, text -> !LanguageCode.read(text).isEmpty());
        }
        String type = work.path("type").asString("");
        if (!type.isEmpty()) {
            rate(rates, "types").count(type, text -> ResourceType.read(text).isPresent());
        }
        work.path("creators").valueStream().forEach(name -> rate(rates, "names").count(name.asString(""),
                text -> !PersonName.all(text).isEmpty() || CorporateBody.read(text).isPresent()));
        work.path("identifiers").valueStream().forEach(identifier -> rate(rates, "identifiers").count(identifier.asString(""),
                text -> !WorkIdentifier.in(text).isEmpty()));
    }

    private static Rate rate(Map<String, Rate> rates, String field) {
        return rates.computeIfAbsent(field, _ -> new Rate());
    }
}
