package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.store.Uptime;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands on a machine whose clock leaps. The machine counts the seconds since its start all the time. */
class ClockLeapTest {

    private static final List<Duration> LEAPS = Stream.of("PT1H", "P2D", "P400D", "P1826D").map(Duration::parse)
            .flatMap(leap -> Stream.of(leap, leap.negated())).toList();
    private static final Duration DAY = Duration.ofDays(1);
    private static final Pattern DATESTAMP = Pattern.compile("\"datestamp\":\"([^\"]+)\"");

    @TempDir
    Path folder = Path.of("");
    private final Instant begin = Clock.systemUTC().instant();
    private Duration passed = Duration.ZERO;
    private Duration leap = Duration.ZERO;
    private String boot = "first-start";
    private String messages = "";

    @BeforeEach
    void fill() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n2,Middlemarch\n");
        Files.writeString(folder.resolve("more.csv"), "id,title\n1,Walden\n");
        Files.writeString(folder.resolve("secret"), "a long enough secret");
        Files.writeString(Files.createDirectory(folder.resolve("texts")).resolve("a.txt"), "A text");
    }

    private Instant rightTime() {
        return begin.plus(passed);
    }

    private Typed typed(String data, String... arguments) {
        passed = passed.plusSeconds(60);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] all = Stream.concat(Stream.of("--data", data), Stream.of(arguments)).toArray(String[]::new);
        Uptime uptime = () -> Optional.of(new Uptime.Running(boot, Duration.ofDays(90).plus(passed)));
        int status = Sheaf.run(new Surroundings(new LinkedHashMap<>(Map.of("SHEAF_BASE_URL", "https://hub.example.org")), folder,
                InputStream.nullInputStream(), out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false,
                () -> rightTime().plus(leap), (_, _) -> {}, uptime), all);
        messages = err.toString(StandardCharsets.UTF_8);
        return new Typed(status, out.toString(StandardCharsets.UTF_8), messages);
    }

    private Typed done(String data, String... arguments) {
        Typed typed = typed(data, arguments);
        assertThat(typed.status()).as(List.of(arguments) + typed.err() + typed.out()).isZero();
        return typed;
    }

    private List<Instant> datestamps(String data) {
        return DATESTAMP.matcher(done(data, "export", "--format", "jsonl").out()).results()
                .map((MatchResult found) -> found.group(1))
                .map(Instant::parse).toList();
    }

    @Test
    void noCommandWritesWithALeaptClockInSilence() throws Exception {
        try (Typed.Serving hub = hub()) {
            String address = hub.address();
            Map<String, String[]> commands = new LinkedHashMap<>();
            commands.put("import", new String[]{"import", "more", "more.csv"});
            commands.put("harvest", new String[]{"harvest", "far"});
            commands.put("publish", new String[]{"publish", "texts", "texts"});
            commands.put("push", new String[]{"push", "--source", "books", "--secret-file", "secret", address});
            List<String> silent = new ArrayList<>();
            int count = 0;
            for (Duration next : LEAPS) {
                for (Map.Entry<String, String[]> command : commands.entrySet()) {
                    String data = "data-" + count++;
                    leap = Duration.ZERO;
                    done(data, "import", "books", "books.csv");
                    done(data, "source", "add", "far", address + "/oai/far");
                    leap = next;
                    Typed typed = typed(data, command.getValue());
                    leap = Duration.ZERO;
                    boolean isFar = next.abs().compareTo(DAY) > 0;
                    boolean told = typed.status() == 1 && typed.err().contains("clock");
                    if (isFar && !next.isNegative() && !command.getKey().equals("push") && !told) {
                        silent.add(next + " " + command.getKey() + " → " + typed.status() + " " + typed.err());
                    }
                    if (!isFar && typed.status() != 0 && !told) {
                        silent.add(next + " " + command.getKey() + " refused: " + typed.err());
                    }
                    if (datestamps(data).stream().anyMatch(rightTime().plus(DAY)::isBefore)) {
                        silent.add(next + " " + command.getKey() + " left datestamps of the future");
                    }
                    done(data, "import", "later", "more.csv");
                    Typed doctor = typed(data, "doctor");
                    if (doctor.status() != 0) {
                        silent.add(next + " " + command.getKey() + " leaves: " + doctor.out());
                    }
                }
            }
            assertThat(silent).isEmpty();
        }
    }

    /** A hub with a repository of one record that it lets others harvest, and a source for pushes. */
    private Typed.Serving hub() throws Exception {
        Path place = Files.createDirectory(folder.resolve("hub"));
        Files.writeString(place.resolve("far.csv"), "id,title\n1,Ulysses\n");
        Files.writeString(place.resolve("secret"), "a long enough secret");
        for (String[] command : new String[][]{{"import", "far", "far.csv"}, {"source", "add", "books", "--push"},
                {"source", "set", "books", "--secret-file", "secret"}}) {
            Typed typed = Typed.in(place, Map.of("SHEAF_BASE_URL", "https://far.example.org"), command);
            assertThat(typed.status()).as(typed.err()).isZero();
        }
        return Typed.serving(place);
    }

    @Test
    void leap_isAcceptedByAnOperator_andOtherwiseReadersGetTheRightTime() {
        done("data", "import", "books", "books.csv");
        leap = Duration.ofDays(2);
        done("data", "export", "--format", "jsonl");
        assertThat(typed("data", "doctor").out()).containsPattern("fault +clock").contains("--accept-clock");
        assertThat(typed("data", "import", "more", "more.csv").err()).contains("should be", "nothing was written",
                "--accept-clock");
        leap = Duration.ZERO;
        done("data", "import", "more", "more.csv");
        assertThat(datestamps("data")).allMatch(rightTime().plusSeconds(1)::isAfter);

        leap = Duration.ofDays(2);
        done("data", "doctor", "--accept-clock");
        done("data", "import", "third", "more.csv");
        assertThat(datestamps("data").getLast()).isAfter(rightTime().plus(DAY));
    }

    @Test
    void pauseOfWeeks_isNoLeap_whetherTheMachineRanOrNot() {
        done("data", "import", "books", "books.csv");
        passed = passed.plus(Duration.ofDays(30));
        done("data", "import", "more", "more.csv");
        boot = "second-start";
        passed = passed.plus(Duration.ofDays(60));
        done("data", "import", "third", "more.csv");
        done("data", "doctor");
    }

    @Test
    void datestampsOfAWrongClock_areRepairedInAllLists() {
        poisoned("data", data -> done(data, "aggregate", "add", "all", "--source", "books"));
        assertThat(typed("data", "doctor").out()).containsPattern("fault +clock").contains("sheaf doctor --fix");

        assertThat(done("data", "doctor", "--fix").out()).containsPattern("repaired +clock");

        assertThat(datestamps("data")).hasSizeGreaterThan(2).allMatch(rightTime().plusSeconds(1)::isAfter);
        done("data", "import", "fourth", "more.csv");
        assertThat(datestamps("data")).allMatch(rightTime().plusSeconds(1)::isAfter);
        assertThat(done("data", "doctor").out()).doesNotContain("fault", "note      clock");
    }

    @Test
    void wrongClockOfTheFirstCommand_isRepairedToo() {
        leap = Duration.ofDays(2);
        done("data", "import", "books", "books.csv");
        leap = Duration.ZERO;
        done("data", "import", "more", "more.csv");
        assertThat(done("data", "doctor", "--fix").out()).containsPattern("repaired +clock");
        assertThat(datestamps("data")).allMatch(rightTime().plusSeconds(1)::isAfter);
    }

    @Test
    void clockThatIsBehind_doesNotTakeAwayGoodDatestamps() {
        for (int month = 0; month < 4; month++) {
            passed = passed.plus(Duration.ofDays(30));
            done("data", "import", "books" + month, "books.csv");
        }
        List<Instant> before = datestamps("data");
        leap = Duration.ofDays(-80);
        assertThat(typed("data", "doctor", "--fix").out()).containsPattern("fault +clock").contains("--accept-clock");
        leap = Duration.ZERO;
        assertThat(datestamps("data")).isEqualTo(before);
    }

    /** Makes a store whose newest records are two days in the future, as one command with a wrong clock leaves it. */
    private void poisoned(String data, Consumer<String> more) {
        done(data, "import", "books", "books.csv");
        more.accept(data);
        boot = "start-without-a-battery";
        leap = Duration.ofDays(2);
        done(data, "import", "more", "more.csv");
        leap = Duration.ZERO;
        done(data, "import", "third", "more.csv");
    }
}
