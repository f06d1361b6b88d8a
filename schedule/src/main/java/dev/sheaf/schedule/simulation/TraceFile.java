package dev.sheaf.schedule.simulation;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.schedule.Changes;

/**
 * Reader and writer of traces, announcements and poll logs: lines of comma-separated values, perhaps compressed with gzip. Columns after
 * the third are ignored.
 */
public final class TraceFile {

    private static final int LONGEST_LINE = 10_000;

    private TraceFile() {}

    /** Fault of a file, with its line. */
    public static final class FormatException extends IOException {

        private static final long serialVersionUID = 1;

        FormatException(Path file, long line, String fault) {
            super(file + (line > 0 ? ", line " + line : "") + ": " + fault);
        }
    }

    /** Changes of one source while its trace is read. */
    private static final class Growing {

        private final List<long[]> rows = new ArrayList<>();

        Changes changes() {
            rows.sort(Comparator.comparingLong(row -> row[0]));
            long[] times = new long[rows.size()];
            long[] records = new long[rows.size()];
            for (int i = 0; i < times.length; i++) {
                times[i] = rows.get(i)[0];
                records[i] = rows.get(i)[1];
            }
            return Changes.of(times, records);
        }
    }

    private interface Row {
        void take(String[] values, long line) throws FormatException;
    }

    /**
     * Reads a trace.
     *
     * @param start beginning of the scored time; null to read it from the file
     * @param end end of the scored time; null to read it from the file
     */
    public static ChangeTrace read(Path file, @Nullable Long start, @Nullable Long end) throws IOException {
        Map<String, Growing> sources = new TreeMap<>();
        long[] window = {Long.MIN_VALUE, Long.MIN_VALUE};
        rows(file, window, (values, line) -> {
            if (values.length < 3) {
                throw new FormatException(file, line, "a line must be source,unix_time,records");
            }
            Growing source = sources.computeIfAbsent(values[0], _ -> new Growing());
            long time = number(file, line, values[1]);
            if (time != 0) {
                // Real histories leave the number out if only the time is known.
                source.rows.add(new long[]{time, values[2].isEmpty() ? 1 : Math.max(1, number(file, line, values[2]))});
            }
        });
        long from = start == null ? window[0] : start;
        long until = end == null ? window[1] : end;
        if (from == Long.MIN_VALUE || until == Long.MIN_VALUE) {
            throw new FormatException(file, 0,
                    "the scored time is missing: begin the file with '# start=… end=…', or use --start and --end");
        }
        if (from >= until) {
            throw new FormatException(file, 0, "the scored time ends before it starts");
        }
        if (sources.isEmpty()) {
            throw new FormatException(file, 0, "there are no sources in it");
        }
        List<ChangeTrace.Source> all = new ArrayList<>();
        sources.forEach((name, source) -> all.add(new ChangeTrace.Source(name, source.changes())));
        return new ChangeTrace(from, until, all);
    }

    /** Reads announcements and sorts them by time. */
    public static List<Notice> notices(Path file) throws IOException {
        List<Notice> notices = new ArrayList<>();
        rows(file, new long[2], (values, line) -> {
            if (values.length < 2) {
                throw new FormatException(file, line, "a line must be source,unix_time");
            }
            notices.add(new Notice(values[0], number(file, line, values[1])));
        });
        notices.sort(Comparator.comparingLong(Notice::time));
        return notices;
    }

    private static void rows(Path file, long[] window, Row row) throws IOException {
        try (BufferedReader reader = open(file)) {
            long number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (line.length() > LONGEST_LINE) {
                    throw new FormatException(file, number, "a line of " + line.length() + " characters is not part of a trace");
                }
                if (line.startsWith("#")) {
                    for (String word : line.substring(1).split(" ", -1)) {
                        if (word.startsWith("start=")) {
                            window[0] = number(file, number, word.substring("start=".length()));
                        } else if (word.startsWith("end=")) {
                            window[1] = number(file, number, word.substring("end=".length()));
                        }
                    }
                } else if (!line.isBlank() && !line.startsWith("source,")) {
                    row.take(line.split(",", -1), number);
                }
            }
        }
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
            return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException failure) {
            in.close();
            throw failure;
        }
    }

    private static Writer create(Path file) throws IOException {
        OutputStream out = Files.newOutputStream(file);
        try {
            OutputStream coded = file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out;
            return new BufferedWriter(new OutputStreamWriter(coded, StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException failure) {
            out.close();
            throw failure;
        }
    }

    private static long number(Path file, long line, String text) throws FormatException {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException _) {
            throw new FormatException(file, line, "'" + text.strip() + "' is not a whole number");
        }
    }

    /** Writes a trace, compressed with gzip when the file's name ends with {@code .gz}. */
    public static void write(ChangeTrace trace, Path file) throws IOException {
        record Line(long time, String text) {}
        List<Line> lines = new ArrayList<>();
        try (Writer out = create(file)) {
            out.write("# start=" + trace.start() + " end=" + trace.end() + " sources=" + trace.sources().size()
                    + "\nsource,unix_time,records\n");
            for (ChangeTrace.Source source : trace.sources()) {
                out.write(source.name() + ",0,0\n");
                Changes changes = source.changes();
                for (int i = 0; i < changes.size(); i++) {
                    lines.add(new Line(changes.time(i), source.name() + "," + changes.time(i) + "," + changes.records(i) + "\n"));
                }
            }
            lines.sort(Comparator.comparingLong(Line::time));
            for (Line line : lines) {
                out.write(line.text());
            }
        }
    }

    /** Writes announcements. */
    public static void write(List<Notice> notices, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("source,unix_time\n");
            for (Notice notice : notices) {
                out.write(notice.source() + "," + notice.time() + "\n");
            }
        }
    }

    /** Writes a poll log: one line for each request. */
    public static void write(ChangeTrace trace, PollLog polls, Path file) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            out.write("source,unix_time_of_poll\n");
            for (int i = 0; i < trace.sources().size(); i++) {
                String name = trace.sources().get(i).name();
                for (long time : polls.of(i)) {
                    out.write(name + "," + time + "\n");
                }
            }
        }
    }
}
