package dev.sheaf.platform.watch;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.platform.sync.StoreHosts;
import dev.sheaf.schedule.QuietHours;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.run.ValidationListener;

import static org.assertj.core.api.Assertions.assertThat;

class ConformanceWatchTest extends WatchFixture {

    private static final WatchTerms TERMS = WatchTerms.defaults();

    @Test
    void harvestedSource_isValidatedAfterTheHarvestAndByTheInterval() throws Exception {
        String address = harvested("good", conformantUrl());
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        assertThat(newest(address)).as("the host rests after a harvest").isEmpty();
        clock.advance(WatchPlan.REST);
        round(watch);
        KeptValidation first = history(address).getFirst();
        assertThat(first.outcome()).as(first.broken() + " " + first.unjudged()).isEqualTo(Outcome.PASSED);
        assertThat(first.cause()).isEqualTo(Cause.HARVEST);
        assertThat(KeptReport.read(store().validations().report(first.number()).orElseThrow()).orElseThrow().findings())
                .hasSizeGreaterThan(50);
        advanceDays(29);
        round(watch);
        assertThat(history(address)).hasSize(1);
        advanceDays(1);
        round(watch);
        assertThat(history(address)).hasSize(2);
        assertThat(history(address).getFirst().cause()).isEqualTo(Cause.SCHEDULE);
        advanceDays(8);
        harvest("good");
        clock.advance(WatchPlan.REST);
        round(watch);
        assertThat(history(address)).hasSize(3);
        assertThat(history(address).getFirst().cause()).isEqualTo(Cause.HARVEST);
        watch.close();
    }

    @Test
    void repositoryThatBreaksARule_keepsItsVerdictWhileItIsUnreachable() throws Exception {
        String address = harvested("wrong", wrongUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        assertThat(history(address).getFirst().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(history(address).getFirst().broken()).contains("http.content-type");
        provider.close();
        advanceDays(30);
        round(watch);
        assertThat(newest(address).orElseThrow().last().outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(VerdictText.of(newest(address).orElseThrow(), TERMS.maxAge(), clock.instant()))
                .isEqualTo(VerdictText.NOT_CONFORMANT);
        round(watch);
        assertThat(history(address)).as("the next attempt is a day later").hasSize(2);
        advanceDays(1);
        round(watch);
        assertThat(newest(address).orElseThrow().last().unjudgedInARow()).isEqualTo(2);
        watch.close();
    }

    @Test
    void validationOfFewRequirements_isNoVerdict() {
        String address = harvested("good", conformantUrl());
        WatchedRepository repository = WatchedRepository.of(store().status("good").orElseThrow()).orElseThrow();
        assertThat(validation().claim(repository)).isTrue();
        validation().run(repository, Cause.OPERATOR, ValidationOptions.DEFAULT.withMostRequests(3), () -> false,
                ValidationListener.NONE);
        KeptValidation result = history(address).getFirst();
        assertThat(result.outcome()).as(result.broken() + " " + result.rules()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(result.unjudged()).startsWith("only ");
    }

    @Test
    void sourcesWithOneBaseUrl_areValidatedOnce() throws Exception {
        String address = harvested("one", conformantUrl());
        harvested("two", conformantUrl());
        store().put(Source.harvested("new", server.baseUrl("well-behaved") + "?never=harvested"));
        store().put(Source.imported("local", "Local"));
        store().put(Source.harvested("a-bad-address", "no address"));
        harvest("a-bad-address");
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        round(watch);
        assertThat(store().validations().newestOfAll()).containsOnlyKeys(address);
        assertThat(history(address)).hasSize(1);
        watch.close();
    }

    @Test
    void pausedSource_isNotAsked() throws Exception {
        String address = harvested("wrong", wrongUrl());
        store().control().pause("wrong", clock.instant());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        assertThat(newest(address)).isEmpty();
        assertThat(provider.requests()).isEmpty();
        watch.close();
    }

    @Test
    void quietHours_haveNoValidations() throws Exception {
        String address = harvested("good", conformantUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = new ConformanceWatch(store(), validation(), TERMS, new QuietHours(12, 14), clock);
        round(watch);
        assertThat(newest(address)).isEmpty();
        clock.advance(Duration.ofHours(2));
        round(watch);
        assertThat(newest(address)).isPresent();
        watch.close();
    }

    @Test
    void harvestUnderWay_keepsValidationsFromItsHost() throws Exception {
        String address = harvested("wrong", wrongUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        try (SourceLease _ = store().leases().tryTake("wrong").orElseThrow()) {
            round(watch);
            assertThat(provider.requests()).isEmpty();
        }
        clock.advance(Duration.ofMinutes(15));
        round(watch);
        assertThat(newest(address)).isPresent();
        watch.close();
    }

    @Test
    void harvestThatBegins_cutsTheValidationOffAtTheNextRequest() throws Exception {
        AtomicReference<@Nullable SourceLease> harvest = new AtomicReference<>();
        String address = harvested("wrong", wrongUrl());
        provider.when(request -> {
            if (request.verb().equals("ListSets") && harvest.get() == null) {
                harvest.set(store().leases().tryTake("wrong").orElseThrow());
            }
            return false;
        }, Behaviour.status(200));
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        assertThat(provider.requests().getLast().verb()).isEqualTo("ListSets");
        assertThat(newest(address)).as("half a validation is no verdict").isEmpty();
        Optional.ofNullable(harvest.get()).orElseThrow().close();
        clock.advance(Duration.ofMinutes(15));
        round(watch);
        assertThat(newest(address)).isPresent();
        watch.close();
    }

    @Test
    void sourcesThatNeverAnswer_doNotStopTheOthers() throws Exception {
        CountDownLatch asked = new CountDownLatch(3);
        ScriptedProvider[] silent = new ScriptedProvider[3];
        for (int i = 0; i < silent.length; i++) {
            silent[i] = ScriptedProvider.start(Clock.systemUTC());
            silent[i].when(_ -> {
                asked.countDown();
                return true;
            }, Behaviour.stallAfter(10));
            // Due before the others.
            harvested("a-silent-" + i, silent[i].baseUrl());
        }
        clock.advance(Duration.ofSeconds(1));
        String good = harvested("good", conformantUrl());
        String wrong = harvested("wrong", wrongUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        watch.round();
        asked.await();
        watch.join(good);
        watch.round();
        watch.join(wrong);
        watch.round();
        watch.join(good);
        watch.join(wrong);
        assertThat(newest(good).map(newest -> newest.last().outcome())).contains(Outcome.PASSED);
        assertThat(newest(wrong).map(newest -> newest.last().outcome())).contains(Outcome.FAILED);
        assertThat(watch.isIdle()).as("the silent ones are still being asked").isFalse();
        watch.end();
        fetcher().close();
        watch.close();
        for (ScriptedProvider one : silent) {
            one.close();
        }
        assertThat(store().validations().newestOfAll()).containsOnlyKeys(good, wrong);
    }

    @Test
    void validationThatARestartCutsOff_isRepeatedAfterIt() throws Exception {
        CountDownLatch inTheMiddle = new CountDownLatch(1);
        String address = harvested("wrong", wrongUrl());
        provider.once(request -> {
            boolean isPage = request.verb().equals("ListRecords");
            if (isPage) {
                inTheMiddle.countDown();
            }
            return isPage;
        }, Behaviour.stallAfter(10));
        clock.advance(WatchPlan.REST);
        ConformanceWatch cut = watch(TERMS);
        cut.round();
        inTheMiddle.await();
        cut.end();
        fetcher().close();
        cut.close();
        assertThat(newest(address)).isEmpty();
        restart();
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        assertThat(newest(address).map(newest -> newest.last().outcome())).contains(Outcome.FAILED);
        watch.close();
    }

    @Test
    void claimOfAKilledProcess_endsWithTime() throws Exception {
        String address = harvested("wrong", wrongUrl());
        clock.advance(WatchPlan.REST);
        assertThat(validation().claim(WatchedRepository.of(store().status("wrong").orElseThrow()).orElseThrow())).isTrue();
        restart();
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        assertThat(newest(address)).isEmpty();
        clock.advance(RepositoryValidation.LONGEST);
        round(watch);
        assertThat(newest(address)).isPresent();
        watch.close();
    }

    @Test
    void removedSource_isForgottenWhenItsVerdictNoLongerCounts() throws Exception {
        String address = harvested("wrong", wrongUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(TERMS);
        round(watch);
        store().remove("wrong", true);
        advanceDays(89);
        round(watch);
        assertThat(newest(address)).isPresent();
        advanceDays(2);
        round(watch);
        assertThat(newest(address)).isEmpty();
        watch.close();
    }

    @Test
    void failuresOfValidations_pauseNoHost() throws Exception {
        harvested("gone", provider.baseUrl());
        provider.close();
        String host = HostPace.host(URI.create(provider.baseUrl()));
        try (GuestClient client = new GuestClient(store(), PageBudget.ofHeap())) {
            validateOften(client.fetcher());
        }
        assertThat(store().hosts().of(host, clock.instant())).isEmpty();
        try (StoreHosts hosts = new StoreHosts(store(), clock);
                HttpFetcher likeAHarvest = new HttpFetcher(clock, hosts)) {
            validateOften(likeAHarvest);
        }
        assertThat(store().hosts().of(host, clock.instant())).as("the same requests of a harvest do").isNotEmpty();
    }

    private void validateOften(HttpFetcher client) {
        RepositoryValidation validation = new RepositoryValidation(store().validations(), client, FetchRules.DEFAULT, clock,
                (_, _) -> {});
        WatchedRepository repository = WatchedRepository.of(store().status("gone").orElseThrow()).orElseThrow();
        for (int i = 0; i < 10; i++) {
            assertThat(validation.claim(repository)).isTrue();
            validation.run(repository, Cause.OPERATOR, ValidationOptions.DEFAULT, () -> false, ValidationListener.NONE);
        }
    }

    @Test
    void ownSource_isValidatedWhileRepositoriesOfStrangersAreSilent() throws Exception {
        List<ServerSocket> silent = new ArrayList<>();
        ConformanceWatch watch = watch(TERMS);
        try {
            for (int network = 0; network < 8; network++) {
                // Connections are taken by the system, and nothing is answered.
                ServerSocket socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.9." + network + ".1"));
                silent.add(socket);
                store().registry().add(new Registry.Entry("http://127.9." + network + ".1:" + socket.getLocalPort() + "/oai", "",
                        clock.instant(), "https://list.example.org"), "a test");
            }
            clock.advance(Duration.ofSeconds(1));
            String address = harvested("good", conformantUrl());
            clock.advance(WatchPlan.REST);

            watch.round();
            watch.join(address);

            assertThat(history(address)).hasSize(1);
            assertThat(watch.isIdle()).as("others are still being validated").isFalse();
        } finally {
            for (ServerSocket socket : silent) {
                socket.close();
            }
            watch.end();
            fetcher().close();
            watch.close();
        }
    }
}
