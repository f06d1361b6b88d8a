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
import java.util.Collection;
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
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The calls from the command to the line that sends a request, read from the threads of a real harvest. ARCHITECTURE.md shows the same. */
class RecordPathTest {

    /** The run waits on one thread for the page that another one fetches: the calls of both are counted. */
    private static final int MOST_CALLS = 10;
    private static final int MOST_WRAPPERS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern FRAME = Pattern.compile("dev\\.sheaf\\.(?:\\w+\\.)+(\\w+)\\.(\\w+)\\(.*");
    private static final Pattern CALL = Pattern.compile("^\\s*(?:→ )?([A-Z]\\w+\\.\\w+)\\b.*");

    private static final Pattern WRAPPER = Pattern.compile("^ {4}([A-Z]\\w+(?:\\.[A-Z]\\w+)*) {2,}.*");

    /** The wire and the row: a record passes from the one to the other. */
    private static final Set<String> ENDS = Set.of("Received", "ItemRow");
    /** The record and the response as the protocol has them. */
    private static final Set<String> PROTOCOL = Set.of("OaiResponse", "OaiResponse.ListRecords", "OaiResponse.GetRecord");
    /** Objects that work with pages, and hold one while they do. None of them is made for a page, or handed on in its place. */
    private static final Set<String> WORKERS = Set.of("PageBudget", "PageRequests", "ListWalk", "SinglyWalk", "RecordStream.Pull",
            "BatchSaver.Sorter",
            "BatchPlan");
    /** Objects that hold records or responses on other ways: pushed, passed on, failed, asked for singly, served, withdrawn, salvaged, left out as older. */
    private static final Set<String> BESIDE_THE_PATH = Set.of("Reading", "Arriving", "Arriving.Body", "HarvestException",
            "HarvestEvent.Answered", "HarvestEvent.RequestFailed", "RecordAgain", "RecordPage.Records", "StoredRecord",
            "SqlHeldDeletions.Due", "SqliteSalvage", "SavedPage", "LaterVersions.Answer",
            "OaiReply.Delivery", "SingleRecords.Answer.Live");

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
                } else if (stack.getLast().equals("OutgoingRequest.send")) {
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
    void pathToARequest_hasFewFrames_asShownInArchitecture() throws Exception {
        List<String> found = callsToRequest();

        assertThat(found).hasSizeLessThanOrEqualTo(MOST_CALLS);
        assertThat(found).containsExactlyElementsOf(shown());
    }

    /**
     * Every class with a field whose type holds records, or the memory of a response, is on one of the lists, so that none comes to the path
     * unnoticed. Those on the path are the ones that ARCHITECTURE.md shows.
     */
    @Test
    void record_isWrappedByFewKnownObjects() throws Exception {
        JavaClasses program = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.sheaf.core", "dev.sheaf.harvester", "dev.sheaf.store");
        Set<JavaClass> holders = new HashSet<>(Set.of(program.get(OaiRecord.class), program.get(PageBudget.Lease.class),
                program.get("dev.sheaf.harvester.http.Received")));
        Set<String> known = new HashSet<>(WORKERS);
        known.addAll(BESIDE_THE_PATH);
        known.addAll(ENDS);
        Set<String> found = new TreeSet<>(ENDS);
        int before;
        do {
            before = holders.size();
            for (JavaClass one : program) {
                if (!one.isAnonymousClass() && !one.isInterface() && one.getFields().stream()
                        .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                        .anyMatch(field -> field.getType().getAllInvolvedRawTypes().stream().anyMatch(holders::contains))) {
                    String name = one.getName().replaceFirst(".*\\.", "").replace('$', '.');
                    found.add(name);
                    if (!known.contains(name)) {
                        holders.add(one);
                        one.getAllRawInterfaces().stream().filter(type -> type.getName().startsWith("dev.sheaf."))
                                .forEach(holders::add);
                    }
                }
            }
        } while (holders.size() > before);

        List<String> path = shownWrappers();
        assertThat(path).hasSizeLessThanOrEqualTo(MOST_WRAPPERS);
        assertThat(found).containsExactlyInAnyOrderElementsOf(
                Stream.of(ENDS, PROTOCOL, path, BESIDE_THE_PATH, WORKERS).flatMap(Collection::stream).toList());
    }

    /** The calls as ARCHITECTURE.md shows them, up to the one that sends the request. */
    private static List<String> shown() throws IOException {
        return shown(CALL, "OutgoingRequest.send");
    }

    /** The wrappers as ARCHITECTURE.md shows them, without the wire before and the row after them. */
    private static List<String> shownWrappers() throws IOException {
        List<String> wrappers = new ArrayList<>(shown(WRAPPER, "ItemRow"));
        wrappers.removeAll(ENDS);
        return wrappers;
    }

    /** The first group of each line of the record's path that matches, up to the last one. */
    private static List<String> shown(Pattern pattern, String last) throws IOException {
        List<String> shown = new ArrayList<>();
        boolean isPath = false;
        for (String line : Files.readAllLines(Path.of("..", "ARCHITECTURE.md"))) {
            isPath |= line.equals("## A record's path");
            Matcher found = pattern.matcher(line);
            if (isPath && line.startsWith("    ") && found.matches()) {
                shown.add(found.group(1));
                if (found.group(1).equals(last)) {
                    return shown;
                }
            }
        }
        return shown;
    }
}
