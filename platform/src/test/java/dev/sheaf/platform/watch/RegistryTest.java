package dev.sheaf.platform.watch;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Registry.ComparedList;
import dev.sheaf.store.conformance.Registry.Listed;
import dev.sheaf.store.conformance.Validations;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.run.ValidationListener;

import static org.assertj.core.api.Assertions.assertThat;

class RegistryTest extends WatchFixture {

    private static final String A = "https://a.example.org/oai";
    private static final String B = "https://b.example.org/oai";

    private String list() {
        return provider.baseUrl("/ListFriends");
    }

    private WatchTerms terms(int candidates) {
        return new WatchTerms(Duration.ofDays(30), Duration.ofDays(7), Duration.ofDays(90), List.of(list()), candidates,
                Duration.ZERO);
    }

    private RegistryActions actions() {
        return new RegistryActions(store(), terms(0));
    }

    private ListComparison comparison() {
        return new ListComparison(store(), fetcher(), FetchRules.DEFAULT, clock, (_, _) -> {});
    }

    /** Serves a list in the form of ListFriends from now on. */
    private void listed(String... addresses) {
        String entries = Stream.of(addresses).map(address -> "<baseURL>" + address + "</baseURL>").collect(Collectors.joining());
        served("<?xml version=\"1.0\"?><BaseURLs>" + entries + "</BaseURLs>");
    }

    private void served(String body) {
        provider.behave();
        provider.when(request -> request.path().equals("/ListFriends"), Behaviour.body("text/xml", body));
    }

    private List<String> registered() {
        return store().registry().all().stream().map(Registry.Entry::address).toList();
    }

    @Test
    void repositoryWithoutAPassedValidation_isRefusedWithTheReason() throws Exception {
        String wrong = harvested("wrong", wrongUrl());
        assertThat(actions().add(wrong, null, clock.instant()).message()).contains("there is no verdict");
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(terms(0));
        round(watch);
        ActionResult refused = actions().add(wrong, null, clock.instant());
        assertThat(refused.isDone()).isFalse();
        assertThat(refused.message()).contains("MUST are not met");
        assertThat(registered()).isEmpty();
        watch.close();
    }

    @Test
    void passedRepository_isAddedAndStaysWithItsVerdictWhenItFailsLater() throws Exception {
        String address = harvested("good", conformantUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(terms(0));
        round(watch);
        assertThat(actions().add(address, null, clock.instant()).kind()).isEqualTo(ActionResult.Kind.DONE);
        assertThat(actions().add(address, null, clock.instant()).kind()).isEqualTo(ActionResult.Kind.NOTHING);
        server.close();
        advanceDays(30);
        round(watch);
        assertThat(registered()).as("unreachable is not wrong").containsExactly(address);
        assertThat(store().registry().changes(10)).hasSize(1);
        assertThat(actions().remove(address, clock.instant()).isDone()).isTrue();
        assertThat(registered()).isEmpty();
        watch.close();
    }

    @Test
    void validationThatIsTooOld_doesNotCount() throws Exception {
        String address = harvested("good", conformantUrl());
        clock.advance(WatchPlan.REST);
        ConformanceWatch watch = watch(terms(0));
        round(watch);
        watch.close();
        advanceDays(91);
        assertThat(actions().add(address, null, clock.instant()).message()).contains("counts for");
        assertThat(registered()).isEmpty();
    }

    @Test
    void entryThatIsNoSource_isValidatedByTheInterval() throws Exception {
        String address = conformantUrl();
        store().registry().add(new Registry.Entry(address, "", clock.instant(), null), "in a test");
        ConformanceWatch watch = watch(terms(0));
        round(watch);
        assertThat(history(address)).hasSize(1);
        advanceDays(30);
        round(watch);
        assertThat(history(address)).hasSize(2);
        watch.close();
    }

    @Test
    void comparison_isMadeOnceAWeekAndKnowsOtherSpellings() {
        listed("http://www.a.example.org/oai/", B, "no address", B);
        RegistryWatch watch = new RegistryWatch(store(), comparison(), terms(0), clock);
        watch.round();
        assertThat(store().registry().listed(list())).extracting(Listed::address)
                .containsExactly("http://www.a.example.org/oai/", B);
        ListDifference difference = ListDifference.of(List.of(A, "https://c.example.org/oai"),
                store().registry().listed(list()));
        assertThat(difference).isEqualTo(new ListDifference(1, List.of(B), List.of("https://c.example.org/oai"), List.of()));
        listed(B);
        advanceDays(6);
        watch.round();
        assertThat(store().registry().listed(list())).extracting(Listed::missing).containsExactly(0, 0);
        restart();
        advanceDays(1);
        RegistryWatch again = new RegistryWatch(store(), comparison(), terms(0), clock);
        again.round();
        assertThat(store().registry().listed(list())).extracting(Listed::missing).containsExactly(1, 0);
        watch.close();
        again.close();
    }

    @Test
    void listThatCannotBeBelieved_changesNothing() {
        String[] many = IntStream.range(0, 30).mapToObj(i -> "https://r" + i + ".example.org/oai").toArray(String[]::new);
        listed(many);
        assertThat(comparison().compare(list())).isEmpty();
        List<Listed> before = store().registry().listed(list());
        served("<BaseURLs><baseURL>https://r1.example.org/oai</baseURL>");
        assertThat(comparison().compare(list()).orElseThrow()).contains("cannot be read to its end");
        served("<html><body>Sorry</body></html>");
        assertThat(comparison().compare(list()).orElseThrow()).contains("names no base URL");
        provider.behave();
        provider.when(request -> request.path().equals("/ListFriends"), Behaviour.status(404));
        assertThat(comparison().compare(list()).orElseThrow()).contains("HTTP 404");
        listed("https://r1.example.org/oai");
        assertThat(comparison().compare(list()).orElseThrow()).contains("it has shrunk from 30 to 1");
        assertThat(store().registry().listed(list())).isEqualTo(before);
        assertThat(comparison().compare(list())).as("a second time in a row").isEmpty();
        assertThat(store().registry().list(list()).map(ComparedList::size)).contains(1);
    }

    @Test
    void hugeOrHostileList_isRefused() {
        StringBuilder entries = new StringBuilder();
        for (int i = 0; i <= Registry.MOST_LISTED; i++) {
            entries.append("<baseURL>https://r").append(i).append(".example.org/</baseURL>");
        }
        served("<BaseURLs>" + entries + "</BaseURLs>");
        assertThat(comparison().compare(list()).orElseThrow()).contains("more than");
        served("<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><BaseURLs><baseURL>&e;</baseURL></BaseURLs>");
        assertThat(comparison().compare(list())).isPresent();
        assertThat(store().registry().listed(list())).isEmpty();
    }

    @Test
    void listedRepository_comesInWhenItPasses_andLeavesWithTheList() throws Exception {
        String good = conformantUrl();
        listed(good);
        comparison().compare(list());
        ConformanceWatch watch = watch(terms(1));
        round(watch);
        assertThat(store().registry().find(good).map(Registry.Entry::list)).contains(list());
        assertThat(history(good).getFirst().cause()).isEqualTo(Cause.LIST);
        listed(B);
        for (int week = 1; week < ListComparison.MISSING; week++) {
            advanceDays(7);
            comparison().compare(list());
            assertThat(registered()).as("week " + week).containsExactly(good);
        }
        advanceDays(7);
        comparison().compare(list());
        assertThat(registered()).isEmpty();
        assertThat(store().registry().changes(1).getFirst().reason()).contains(list() + " has not named it since");
        watch.close();
    }

    @Test
    void operatorsEntry_staysWhateverAListSays() {
        store().registry().add(new Registry.Entry(A, "", clock.instant(), null), "in a test");
        listed(A, B);
        comparison().compare(list());
        listed(B);
        for (int i = 0; i < 5; i++) {
            advanceDays(7);
            comparison().compare(list());
        }
        assertThat(registered()).containsExactly(A);
    }

    @Test
    void candidatesOfADay_areBounded() throws Exception {
        listed(conformantUrl(), server.baseUrl("well-behaved") + "?other=1", server.baseUrl("well-behaved") + "?other=2");
        comparison().compare(list());
        ConformanceWatch none = watch(terms(0));
        round(none);
        assertThat(store().validations().newestOfAll()).isEmpty();
        ConformanceWatch watch = watch(terms(2));
        round(watch);
        round(watch);
        round(watch);
        assertThat(store().validations().newestOfAll()).hasSize(2);
        advanceDays(1);
        round(watch);
        assertThat(store().validations().newestOfAll()).hasSize(3);
        none.close();
        watch.close();
    }

    @Test
    void candidateThatHasToWait_leavesItsPlaceToAnother() throws Exception {
        String first = conformantUrl() + "?a=1";
        String second = conformantUrl() + "?b=1";
        listed(first, second);
        comparison().compare(list());
        assertThat(store().validations().claim(first, clock.instant(), clock.instant().plusSeconds(5_400))).isTrue();
        ConformanceWatch watch = watch(terms(1));
        round(watch);
        assertThat(newest(second)).as("the first one has its turn first").isEmpty();
        round(watch);
        assertThat(newest(second)).isPresent();
        watch.close();
    }

    @Test
    void resultThatACommandStoresDuringARound_isKept() throws Exception {
        String address = conformantUrl();
        Validations changing = (Validations) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{Validations.class},
                (_, method, arguments) -> {
                    Object result = method.invoke(store().validations(), arguments);
                    if (method.getName().equals("newestOfAll")) {
                        validation().run(WatchedRepository.unharvested(address, false), Cause.OPERATOR,
                                ValidationOptions.DEFAULT.withSample(5), () -> false, ValidationListener.NONE);
                    }
                    return result;
                });
        HubStore shared = (HubStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{HubStore.class},
                (_, method, arguments) -> method.getName().equals("validations") ? changing : method.invoke(store(), arguments));
        ConformanceWatch watch = new ConformanceWatch(shared, validation(), terms(0), null, clock);
        round(watch);
        assertThat(newest(address)).isPresent();
        assertThat(actions().add(address, null, clock.instant()).isDone()).isTrue();
        watch.close();
    }
}
