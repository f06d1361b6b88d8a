package dev.sheaf.platform.notify;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscriptions;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** An archive tells a hub over real HTTP that it is on line. */
class HubGreeterTest extends SyncFixture {

    @TempDir
    Path laptop = Path.of("");
    private final AtomicInteger welcomes = new AtomicInteger();
    private @Nullable HubStore sending;
    private @Nullable HubGreeter greeter;
    private @Nullable ServedRepositories served;
    private long subscription;

    @BeforeEach
    void prepare() {
        HubStore store = HubStores.open(laptop, new HubIdentity("Laptop", "ada@example.org", "ada.example.org"), clock);
        store.put(Source.imported("papers", "Papers"));
        String url = "http://127.0.0.1:9";
        ServedRepositories repositories = new ServedRepositories(ProviderSettings.of(url, TokenKey.of(store.tokenSecret())),
                () -> store.aggregate(url + Routes.OAI), id -> store.repository(id, url + Routes.oai(id)));
        sending = store;
        subscription = subscribe(SECRET);
        served = repositories;
        greeter = greeterOf(store);
    }

    private HubGreeter greeterOf(HubStore store) {
        return new HubGreeter(store, Objects.requireNonNull(served), fetcher, FetchRules.DEFAULT, clock, (_, _) -> {},
                welcomes::incrementAndGet);
    }

    @AfterEach
    void close() {
        greeter().close();
        sending().close();
    }

    private HubStore sending() {
        return Objects.requireNonNull(sending);
    }

    private HubGreeter greeter() {
        return Objects.requireNonNull(greeter);
    }

    private long subscribe(Secret secret) {
        return sending().subscriptions().put(new Subscription.Topic("papers", "", How.PUSH, url() + Routes.SYNC), "ada", secret,
                clock.instant(), null, new Position(0, 0));
    }

    private void approve() {
        store().archives().ask(Archive.asked("ada", "Ada", "ada@example.org", null, false, "192.0.2.1", clock.instant()), null);
        pushing("ada");
        store().archives().approve("ada", false);
    }

    private @Nullable Instant seen() {
        return store().archives().find("ada").orElseThrow().seen();
    }

    @Test
    void archive_greetsAtItsStartAndEveryFiveMinutes() {
        approve();
        greeter().round();
        Instant first = clock.instant();
        assertThat(seen()).isEqualTo(first);
        clock.advance(HubGreeter.INTERVAL.minusSeconds(1));
        greeter().round();
        assertThat(seen()).isEqualTo(first);
        clock.advance(Duration.ofSeconds(1));
        greeter().round();
        assertThat(seen()).isEqualTo(clock.instant());
        assertThat(welcomes).as("no push waits").hasValue(0);
    }

    @Test
    void acceptedGreeting_continuesPushesThatWereRefused() {
        greeter().round();
        sending().subscriptions().failed(subscription, "not subscribed", clock.instant().plus(Duration.ofHours(6)));
        approve();
        clock.advance(HubGreeter.INTERVAL);
        greeter().round();
        assertThat(welcomes).hasValue(1);
        Subscription after = sending().subscriptions().find(subscription).orElseThrow();
        assertThat(after.failures()).isZero();
        assertThat(after.nextAttempt()).isBeforeOrEqualTo(clock.instant());
    }

    @Test
    void signedRequestsOfAnArchive_areSignsOfLife_andForgedOnesAreNot() throws Exception {
        approve();
        push("&source=ada", SampleRecords.live(1)).signedWith(Secret.of("guessed")).send();
        assertThat(seen()).isNull();
        push("&source=ada", SampleRecords.live(1)).send();
        assertThat(seen()).isEqualTo(clock.instant());
    }

    /** A store whose subscriptions an operator changes while a greeting is under way. */
    private HubStore changedDuringGreetings(Runnable change) {
        Subscriptions changing = (Subscriptions) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{Subscriptions.class}, (_, method, arguments) -> {
                    Object result = method.invoke(sending().subscriptions(), arguments);
                    if (method.getName().equals("all")) {
                        change.run();
                    }
                    return result;
                });
        return (HubStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{HubStore.class},
                (_, method, arguments) -> method.getName().equals("subscriptions")
                        ? changing
                        : method.invoke(sending(), arguments));
    }

    @Test
    void subscriptionThatIsRemovedDuringAGreeting_staysRemoved() {
        sending().subscriptions().failed(subscription, "not subscribed", clock.instant().plus(Duration.ofHours(6)));
        approve();
        try (HubGreeter late = greeterOf(changedDuringGreetings(() -> sending().subscriptions().remove(subscription)))) {
            late.round();
        }
        assertThat(welcomes).as("the greeting was accepted").hasValue(1);
        assertThat(sending().subscriptions().all()).isEmpty();
    }

    @Test
    void secretThatChangesDuringAGreeting_staysChanged() {
        sending().subscriptions().failed(subscription, "not subscribed", clock.instant().plus(Duration.ofHours(6)));
        approve();
        Secret renewed = Secret.of("another secret of Ada");
        try (HubGreeter late = greeterOf(changedDuringGreetings(() -> subscribe(renewed)))) {
            late.round();
        }
        assertThat(sending().subscriptions().find(subscription).orElseThrow().secret()).isEqualTo(renewed);
    }
}
