package dev.sheaf.transfer.imports.rows;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Detection of the delimiter in the first rows of a file. */
final class Delimiter {

    private static final char[] CANDIDATES = {',', ';', '\t', '|'};
    private static final int SAMPLE = 1 << 16;
    private static final int ROWS = 50;

    private Delimiter() {}

    /** Returns the delimiter that splits most rows into as many values as the first row; the comma if there is only one column. */
    static char of(Reader text) throws IOException {
        char[] sample = new char[SAMPLE];
        int length = 0;
        for (int count = text.read(sample, 0, SAMPLE); count > 0; count = text.read(sample, length, SAMPLE - length)) {
            length += count;
        }
        String start = new String(sample, 0, length);
        char best = ',';
        double most = 0;
        for (char candidate : CANDIDATES) {
            double score = score(start, candidate);
            if (score > most) {
                most = score;
                best = candidate;
            }
        }
        return best;
    }

    private static double score(String start, char delimiter) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        try (CSVParser parser = CSVParser.parse(new StringReader(start), CsvSource.format(delimiter))) {
            for (CSVRecord record : parser) {
                if (CsvSource.isBlank(record)) {
                    continue;
                }
                sizes.add(record.size());
                if (sizes.size() == ROWS) {
                    break;
                }
            }
        } catch (UncheckedIOException | IllegalStateException _) {
            // The sample ends within quotes; the part before is enough.
        }
        if (sizes.isEmpty()) {
            return 0;
        }
        // A title above the header is a single value.
        int columns = sizes.getFirst() > 1 ? sizes.getFirst() : usual(sizes);
        long alike = sizes.stream().filter(size -> size == columns).count();
        int rows = sizes.size();
        return columns < 2 ? 0 : (double) alike / rows + columns / 10_000.0;
    }

    private static int usual(List<Integer> sizes) {
        Map<Integer, Integer> times = new HashMap<>();
        sizes.stream().filter(size -> size > 1).forEach(size -> times.merge(size, 1, Integer::sum));
        return times.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).orElse(1);
    }
}
