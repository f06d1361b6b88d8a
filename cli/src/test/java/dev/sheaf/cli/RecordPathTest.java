package dev.sheaf.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The calls from the command to the line that sends a request, read from the threads of a real harvest. ARCHITECTURE.md shows the same. */
class RecordPathTest {

    /** The run waits on one thread for the page that another one fetches: the calls of both are counted. */
    private static final int MOST_CALLS = 22;
    private static final int MOST_CLASSES = 12;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern FRAME = Pattern.compile("dev\\.sheaf\\.(?:\\w+\\.)+(\\w+)\\.(\\w+)\\(.*");
    private static final Pattern CALL = Pattern.compile("^\\s*(?:→ )?([A-Z]\\w+\\.\\w+)\\b.*");

    /** The response as the protocol has it. */
    private static final List<String> PROTOCOL = List.of("OaiResponse", "OaiResponse.ListRecords", "OaiResponse.GetRecord");
    private static final List<String> ON_THE_PATH = List.of("Reading", "OaiReply", "ListPage", "PieceWalk.Step.More", "Arrival",
            "Batch.Part", "Batch");
    private static final List<String> BESIDE_THE_PATH = List.of("PieceWalk.Step.End", "PieceWalk.Step.Stuck", "Walks.Turn",
            "Walks.Outcome", "RecordAgain", "PushedPage", "StoredRecord", "RecordPage.Records");

    @TempDir
    private Path folder;
    private volatile List<String> calls = List.of();

    /** The calls to the line that asks for the second page of a list, while the first one has been saved. */
    private List<String> callsToRequest() {
        try (ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC()).put(SampleRecords.many(30)).pageSize(10)) {
            provider.once(ReceivedRequest.page(2), (_, reply) -> {
                calls = waitingCalls();
                return reply;
            });
            Typed harvest = Typed.in(folder, "harvest", provider.baseUrl());
            assertThat(harvest.status()).as(harvest.err()).isZero();
        }
        return calls;
    }

    /** The calls of both threads as soon as the run waits for the page. */
    private List<String> waitingCalls() {
        Instant end = Instant.now().plus(PATIENCE);
        List<String> run = List.of();
        List<String> request = List.of();
        while (Instant.now().isBefore(end)) {
            for (List<String> stack : stacks()) {
                if (stack.contains("HarvestCommand.call")) {
                    // The compiler's own method calls the one of the same name.
                    run = stack.subList(stack.lastIndexOf("HarvestCommand.call"), stack.size());
                } else if (stack.getLast().equals("Received.to")) {
                    request = stack;
                }
            }
            if (!run.isEmpty() && run.getLast().equals("Ahead.await")) {
                break;
            }
        }
        List<String> both = new ArrayList<>(run);
        both.addAll(request);
        return both;
    }

    /** The program's own frames of each thread, virtual ones included, the outermost first. */
    private List<List<String>> stacks() {
        Path file = folder.resolve("threads-" + System.nanoTime() + ".json");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpThreads(file.toString(),
                    HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
            JsonNode dump = JsonMapper.shared().readTree(Files.readString(file, StandardCharsets.UTF_8));
            List<List<String>> stacks = new ArrayList<>();
            for (JsonNode container : dump.path("threadDump").path("threadContainers")) {
                for (JsonNode thread : container.path("threads")) {
                    List<String> stack = new ArrayList<>();
                    for (JsonNode frame : thread.path("stack")) {
                        Matcher own = FRAME.matcher(frame.asString());
                        if (own.matches()) {
                            stack.addFirst(own.group(1) + "." + own.group(2));
                        }
                    }
                    if (!stack.isEmpty()) {
                        stacks.add(stack);
                    }
                }
            }
            return stacks;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void theWayToARequestIsShortAndArchitectureShowsIt() throws Exception {
        List<String> found = callsToRequest();

        assertThat(found).hasSizeLessThanOrEqualTo(MOST_CALLS);
        assertThat(found.stream().map(call -> call.substring(0, call.indexOf('.'))).distinct())
                .hasSizeLessThanOrEqualTo(MOST_CLASSES);
        assertThat(found).containsExactlyElementsOf(shown());
    }

    /**
     * Fields of type record, part or batch make an object one that wraps records. Those of a run are few, and every new one has to be put on one of
     * the two lists.
     */
    @Test
    void aRecordIsWrappedByKnownObjectsOnly() {
        JavaClasses program = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.sheaf.core", "dev.sheaf.harvester");
        Set<String> wrappers = new TreeSet<>();
        Set<JavaClass> holders = new HashSet<>(Set.of(program.get(OaiRecord.class)));
        int before;
        do {
            before = holders.size();
            for (JavaClass one : program) {
                if (isValue(one) && one.getFields().stream().filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                        .anyMatch(field -> field.getType().getAllInvolvedRawTypes().stream().anyMatch(holders::contains))) {
                    holders.add(one);
                    holders.addAll(one.getAllRawInterfaces());
                    wrappers.add(one.getName().replaceFirst(".*\\.", "").replace('$', '.'));
                }
            }
        } while (holders.size() > before);

        assertThat(wrappers).containsExactlyInAnyOrderElementsOf(
                Stream.of(PROTOCOL, ON_THE_PATH, BESIDE_THE_PATH).flatMap(List::stream).toList());
    }

    private static boolean isValue(JavaClass one) {
        return one.isRecord() || one.getName().equals(Batch.Part.class.getName());
    }

    /** The calls as ARCHITECTURE.md shows them, up to the one that sends the request. */
    private static List<String> shown() throws IOException {
        List<String> shown = new ArrayList<>();
        boolean isPath = false;
        for (String line : Files.readAllLines(Path.of("..", "ARCHITECTURE.md"))) {
            isPath |= line.equals("## A record's path");
            Matcher call = CALL.matcher(line);
            if (isPath && line.startsWith("    ") && call.matches()) {
                shown.add(call.group(1));
                if (call.group(1).equals("Received.to")) {
                    return shown;
                }
            }
        }
        return shown;
    }
}
