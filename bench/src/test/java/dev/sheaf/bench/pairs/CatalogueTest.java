package dev.sheaf.bench.pairs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.simulator.misbehaviour.Ending;
import dev.sheaf.simulator.misbehaviour.Expectation;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.simulator.misbehaviour.MustReach;
import dev.sheaf.simulator.misbehaviour.Play;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every single misbehaviour over real HTTP into a real store, with a second harvest after later events. Each harvest reaches at least what is
 * pinned, ends in a way that is right for any harvester, and costs no more requests than it may.
 */
class CatalogueTest {

    private static final Path PAGE = Path.of("../results/catalogue.md");
    private static final String BEGIN = "<!-- what follows is written by CatalogueTest -->\n";
    private static final Path RIGHT_PAGE = Path.of("target/catalogue-page.md");
    private static final Map<String, PairResult> PLAYED = new LinkedHashMap<>();

    @BeforeAll
    static void harvestEverything() throws InterruptedException {
        PairsTest.play(Misbehaviours.all()).forEach(result -> PLAYED.put(result.name(), result));
    }

    @Test
    void misbehaviours_haveTheirExpectedOutcome() {
        assertThat(MustReach.names()).containsExactlyElementsOf(Misbehaviours.all().stream().map(Misbehaviour::name).toList());
    }

    @TestFactory
    Stream<DynamicTest> eachReachesAtLeastWhatIsPinned() {
        OpenPairs open = OpenPairs.read(PairsTest.OPEN);
        return PLAYED.values().stream().map(played -> DynamicTest.dynamicTest(played.name(), () -> {
            if (open.entries().containsKey(played.name())) {
                assertThat(played.mark()).as("this is not open any more: remove it from the list")
                        .isEqualTo(open.worst(played.name()));
            } else {
                assertThat(faults(played)).as(played.name()).isEmpty();
            }
        }));
    }

    private static List<String> faults(PairResult played) {
        List<String> faults = new ArrayList<>();
        if (!played.reason().isEmpty()) {
            faults.add(played.reason());
        }
        Misbehaviour one = Misbehaviours.named(played.name()).orElseThrow();
        List<Play.Harvested> harvested = played.harvested();
        for (int i = 0; i < harvested.size(); i++) {
            Expectation expectation = i == 0 || i > one.rounds().size()
                    ? one.expectation()
                    : one.rounds().get(i - 1).expectation();
            faults.addAll(faults(expectation, i == 0, harvested.get(i)));
        }
        if (played.said().stream().anyMatch(line -> line.startsWith("asked: ") && line.contains("/secret"))) {
            faults.add("an outside entity was fetched");
        }
        return faults;
    }

    private static List<String> faults(Expectation expectation, boolean first, Play.Harvested harvested) {
        List<String> faults = new ArrayList<>();
        HarvestOutcome outcome = harvested.held().outcome();
        boolean isEndedRight = expectation.ending().verdicts().contains(outcome.verdict().text())
                // A record that was set aside does not come again with an increment.
                || !first && expectation.ending() == Ending.QUARANTINE && outcome.isComplete()
                || !first && expectation.ending() == Ending.NOT_COMPLETE;
        if (!isEndedRight) {
            faults.add("ended as " + outcome + ", right is: " + expectation.ending().text());
        }
        if (harvested.requests() > expectation.requests()) {
            faults.add(harvested.requests() + " requests, at most " + expectation.requests() + " are needed");
        }
        if (expectation.ending() == Ending.QUARANTINE && harvested.held().setAside().isEmpty()) {
            faults.add("nothing was set aside");
        }
        if (first && !expectation.sign().isEmpty() && outcome.verdict() != HarvestOutcome.Verdict.COMPLETE) {
            String report = (outcome.reason() + " " + harvested.held().setAside().stream()
                    .map(one -> one.identifier() + " " + one.reason()).collect(Collectors.joining(" "))).toLowerCase(Locale.ROOT);
            if (Arrays.stream(expectation.sign().split("\\|"))
                    .noneMatch(word -> report.contains(word.toLowerCase(Locale.ROOT)))) {
                faults.add("the report does not name '" + expectation.sign() + "': " + report);
            }
        }
        return faults;
    }

    @Test
    void documentationPage_isUpToDate() throws IOException {
        String page = Files.readString(PAGE);
        String introduction = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String right = introduction + CatalogueTable.forPeople(PLAYED.values());
        Files.writeString(RIGHT_PAGE, right);
        assertThat(page).as("results/catalogue.md; the right one is in bench/target/catalogue-page.md").isEqualTo(right);
    }
}
