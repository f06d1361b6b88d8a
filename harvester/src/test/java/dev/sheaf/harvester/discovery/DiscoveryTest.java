package dev.sheaf.harvester.discovery;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Friends;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class DiscoveryTest {

    private final ScriptedProvider provider = ScriptedProvider.start(new SettableClock(Instant.parse("2026-03-01T00:00:00Z")));
    private final ScriptedProvider elsewhere = ScriptedProvider.start(new SettableClock(Instant.parse("2026-03-01T00:00:00Z")));
    private final HttpFetcher fetcher = new HttpFetcher();
    private final RepositoryCheck check = new RepositoryCheck(fetcher, FetchRules.DEFAULT, (_, _) -> {});

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
        elsewhere.close();
    }

    /** The repository at a path names these as its friends. */
    private void friends(ScriptedProvider at, String path, String... friends) {
        at.when(request -> request.path().equals(path),
                (_, reply) -> reply
                        .withAnswer(new OaiResponse.Identify(new RepositoryDescription("At " + path, at.baseUrl(path), "2.0",
                                List.of("admin@example.org"), Datestamp.parse("2001-01-01"), "no", "YYYY-MM-DD", List.of(),
                                List.of(ContainerWriter.write(new Friends(List.of(friends))))))));
    }

    private Discovery from(String url, DiscoveryLimits limits) throws HarvestException {
        Discovery discovery = new Discovery(limits);
        BaseUrl baseUrl = BaseUrl.parse(url);
        discovery.add(baseUrl, check.ask(baseUrl));
        return discovery;
    }

    private static List<String> found(Discovery discovery) {
        return discovery.repositories().stream().map(repository -> repository.baseUrl().uri().getPath()).toList();
    }

    private static DiscoveryLimits depth(int depth) {
        return new DiscoveryLimits(depth, 100, 100, 4);
    }

    @Test
    void friends_areListedAndNotRequestedByDefault() throws Exception {
        friends(provider, "/oai", provider.baseUrl("/a"), provider.baseUrl("/b"));
        Discovery discovery = from(provider.baseUrl(), depth(1));
        discovery.ask(check, false, (_, _) -> {});
        assertThat(found(discovery)).containsExactly("/oai", "/a", "/b");
        assertThat(provider.requests()).hasSize(1);
        assertThat(discovery.repositories().get(1).namedBy()).isEqualTo(provider.baseUrl());
        assertThat(discovery.repositories().get(1).checked()).isNull();
    }

    @Test
    void friendsOfFriends_areFollowedBreadthFirst_andCirclesEnd() throws Exception {
        friends(provider, "/oai", provider.baseUrl("/a"), elsewhere.baseUrl("/b"));
        friends(provider, "/a", provider.baseUrl("/oai"), provider.baseUrl("/c"));
        friends(elsewhere, "/b", provider.baseUrl("/a"), elsewhere.baseUrl("/d"));
        friends(provider, "/c", provider.baseUrl("/far"));
        Discovery discovery = from(provider.baseUrl(), depth(2));
        discovery.ask(check, false, (_, _) -> {});
        assertThat(found(discovery)).containsExactly("/oai", "/a", "/b", "/c", "/d");
        assertThat(discovery.repositories()).extracting(FoundRepository::depth).containsExactly(0, 1, 1, 2, 2);
        assertThat(provider.requests()).extracting(ReceivedRequest::path).containsExactly("/oai", "/a");
        assertThat(discovery.repeated()).isEqualTo(2);
    }

    @Test
    void friendWithoutAValidAddress_isReported() throws Exception {
        provider.when(ReceivedRequest.any(), Behaviour.text(body -> body.replace("</Identify>", """
                <description><friends xmlns="http://www.openarchives.org/OAI/2.0/friends/">
                <baseURL>%s</baseURL><baseURL>to be announced</baseURL><baseURL/></friends></description></Identify>"""
                .formatted(provider.baseUrl("/a")))));
        Discovery discovery = from(provider.baseUrl(), depth(1));
        assertThat(found(discovery)).containsExactly("/oai", "/a");
        assertThat(discovery.leftOut()).isEqualTo("2 friends that are not base URLs");
    }

    @Test
    void limits_endAnEndlessChain_andAreReported() throws Exception {
        // Each names two that are not there yet: a trap for harvesters.
        provider.when(_ -> true, (request, reply) -> reply.withAnswer(new OaiResponse.Identify(
                new RepositoryDescription("Trap", provider.baseUrl(), "2.0", List.of("a@example.org"),
                        Datestamp.parse("2001-01-01"),
                        "no", "YYYY-MM-DD", List.of(), List.of(ContainerWriter.write(new Friends(List.of(
                                provider.baseUrl(request.path() + "x"), provider.baseUrl(request.path() + "y")))))))));
        Discovery number = from(provider.baseUrl(), new DiscoveryLimits(1_000, 20, 1_000, 4));
        number.ask(check, false, (_, _) -> {});
        assertThat(number.repositories()).hasSize(20);
        assertThat(number.leftOut()).contains("beyond the limit of 20 addresses");
        Discovery host = from(provider.baseUrl(), new DiscoveryLimits(1_000, 100, 5, 4));
        host.ask(check, false, (_, _) -> {});
        assertThat(host.repositories()).hasSize(6);
        assertThat(host.leftOut()).contains("beyond the limit of 5 friends on one host");
    }

    @Test
    void eachHost_getsOneRequestAtATime_andEveryResponseIsReported() throws Exception {
        elsewhere.when(request -> request.path().equals("/r3"), Behaviour.status(404));
        elsewhere.when(request -> request.path().equals("/r4"), Behaviour.html("Welcome"));
        Discovery discovery = new Discovery(DiscoveryLimits.DEFAULT);
        for (int i = 0; i < 10; i++) {
            ScriptedProvider host = i % 2 == 0 ? provider : elsewhere;
            discovery.add(
                    new ListedAddress(BaseUrl.parse(host.baseUrl("/r" + (i == 4 ? "even" : i == 5 ? "4" : i))), null, i + 1),
                    "list");
        }
        List<FoundRepository> told = new ArrayList<>();
        discovery.ask(check, true, (repository, _) -> told.add(repository));
        assertThat(told).hasSize(10).containsExactlyInAnyOrderElementsOf(discovery.repositories());
        assertThat(provider.mostRequestsAtOnce()).isEqualTo(1);
        assertThat(elsewhere.mostRequestsAtOnce()).isEqualTo(1);
        assertThat(discovery.repositories().get(3).checked()).isInstanceOfSatisfying(Checked.Failed.class,
                failed -> assertThat(failed.kind()).isEqualTo(HarvestException.Kind.HTTP_STATUS));
        assertThat(discovery.repositories().get(5).checked()).isInstanceOfSatisfying(Checked.Failed.class,
                failed -> assertThat(failed.kind()).isEqualTo(HarvestException.Kind.NOT_OAI));
        assertThat(discovery.repositories().get(0).identity()).isNotNull().extracting(Identity::repositoryName)
                .isEqualTo("Scripted repository");
        assertThat(discovery.repositories().get(9).namedBy()).isEqualTo("list, line 10");
    }

    @Test
    void redirects_revealAliases() throws Exception {
        provider.once(request -> request.path().equals("/old"), Behaviour.redirectTo(301, elsewhere.baseUrl("/new")));
        friends(elsewhere, "/new");
        Discovery discovery = new Discovery(DiscoveryLimits.DEFAULT);
        List<String> listed = List.of(provider.baseUrl("/old"), elsewhere.baseUrl("/new"), elsewhere.baseUrl("/new/"));
        IntStream.range(0, 3).forEach(i -> discovery.add(new ListedAddress(BaseUrl.parse(listed.get(i)), null, i + 1), "list"));
        discovery.ask(check, true, (_, _) -> {});
        assertThat(AliasFinder.find(List.of(), discovery.repositories())).satisfiesExactly(
                moved -> assertThat(moved).hasValue(new Alias(elsewhere.baseUrl("/new"), null, Alias.Evidence.REDIRECT,
                        "redirects to " + elsewhere.baseUrl("/new"))),
                itself -> assertThat(itself).isEmpty(),
                spelled -> assertThat(spelled).hasValueSatisfying(alias -> {
                    assertThat(alias.of()).isEqualTo(elsewhere.baseUrl("/new"));
                    assertThat(alias.evidence()).isEqualTo(Alias.Evidence.SPELLING);
                    assertThat(alias.explanation()).contains("slashes");
                }));
    }
}
