package dev.sheaf.harvester.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.harvester.discovery.Alias.Evidence;
import dev.sheaf.harvester.http.BaseUrl;

import static org.assertj.core.api.Assertions.assertThat;

class AliasFinderTest {

    private static FoundRepository found(String url) {
        return new FoundRepository(BaseUrl.parse(url), null, "", 1, null);
    }

    private static FoundRepository found(String url, Identity identity) {
        return new FoundRepository(BaseUrl.parse(url), null, "", 1, new Checked.Reachable(identity, BaseUrl.parse(url), 0));
    }

    private static Identity identity(String name, String baseUrl, @Nullable String repositoryIdentifier) {
        return new Identity(name, baseUrl, "2.0", "2001-01-01", repositoryIdentifier);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"https://a.example.org/oai|http instead of https",
            "http://www.a.example.org/oai|www. before the host", "http://a.example.org/oai/|slashes in the path",
            "http://a.example.org:80/oai|default port",
            "http://A.Example.ORG/oai|case of the host",
            "https://a.example.org:443//oai/|http instead of https, default port, slashes"})
    void addressSpelledInTwoWays_isOneRepository(String other, String difference) {
        assertThat(AliasFinder.find(List.of(), List.of(found(other), found("http://a.example.org/oai"))).get(1))
                .hasValueSatisfying(
                        alias -> {
                            assertThat(alias.of()).isEqualTo(BaseUrl.parse(other).toString());
                            assertThat(alias.evidence()).isEqualTo(Evidence.SPELLING);
                            assertThat(alias.explanation()).contains(difference);
                        });
    }

    @ParameterizedTest
    @CsvSource({"http://a.example.org/OAI", "http://a.example.org:8080/oai", "http://a.example.org/oai?x=1",
            "http://b.a.example.org/oai",
            "http://a.example.org/oai2"})
    void addressThatMayBeAnotherRepository_isNoAlias(String other) {
        assertThat(AliasFinder.find(List.of(), List.of(found("http://a.example.org/oai"), found(other))))
                .containsOnly(Optional.empty());
    }

    @Test
    void aliasOfARegisteredAddress_isReportedUnderItsId() {
        KnownRepository known = new KnownRepository("a", BaseUrl.parse("http://a.example.org/oai"), null);
        assertThat(AliasFinder.of(BaseUrl.parse("https://a.example.org/oai/"), List.of(known))).hasValueSatisfying(alias -> {
            assertThat(alias.knownAs()).isEqualTo("a");
            assertThat(alias.explanation()).contains("https instead of http");
        });
        assertThat(AliasFinder.of(BaseUrl.parse("http://a.example.org/oai"), List.of(known))).isEmpty();
        assertThat(AliasFinder.of(BaseUrl.parse("http://b.example.org/oai"), List.of(known))).isEmpty();
    }

    @Test
    void movedRegisteredRepository_isRecognisedAtItsNewAddress() {
        KnownRepository known = new KnownRepository("a", BaseUrl.parse("http://old.example.org/oai"),
                identity("Rivers", "https://new.example.org/oai", null));
        assertThat(AliasFinder.of(BaseUrl.parse("https://new.example.org/oai"), List.of(known))).hasValueSatisfying(alias -> {
            assertThat(alias.knownAs()).isEqualTo("a");
            assertThat(alias.evidence()).isEqualTo(Evidence.BASE_URL);
            assertThat(alias.explanation()).isEqualTo("'a' names https://new.example.org/oai as its base URL");
        });
    }

    @Test
    void baseUrlCopiedFromAManual_makesNoAliases() {
        String manual = "http://www.example.com/oai/request";
        assertThat(AliasFinder.find(List.of(),
                List.of(found("https://a.example.org/oai", identity("Rivers", manual, null)),
                        found("https://b.example.org/oai", identity("Lakes", manual, null)))))
                .containsOnly(Optional.empty());
        // Copied from another installation: what answers there is somebody else.
        assertThat(AliasFinder.find(List.of(),
                List.of(found("https://a.example.org/oai", identity("Rivers", "https://a.example.org/oai", null)),
                        found("https://b.example.org/oai", identity("Lakes", "https://a.example.org/oai", null)))))
                .containsOnly(Optional.empty());
    }

    @Test
    void sameIdentityAtTwoAddresses_isOneRepository() {
        List<Optional<Alias>> aliases = AliasFinder.find(List.of(),
                List.of(found("https://a.example.org/oai", identity("Rivers", "https://a.example.org/oai", "example.org")),
                        found("https://b.example.org/x", identity("Rivers", "https://b.example.org/x", "example.org")),
                        found("https://c.example.org/x", identity("Lakes", "https://c.example.org/x", "example.org"))));
        assertThat(aliases.get(1)).hasValueSatisfying(alias -> assertThat(alias.evidence()).isEqualTo(Evidence.IDENTITY));
        assertThat(aliases.get(0)).isEmpty();
        assertThat(aliases.get(2)).as("journals of one installation share the identifier").isEmpty();
    }

    @Test
    void repositoriesThatNameEachOther_areOne_representedByTheFirst() {
        List<Optional<Alias>> aliases = AliasFinder.find(List.of(),
                List.of(found("https://a.example.org/oai", identity("Rivers", "https://b.example.org/oai", null)),
                        found("https://b.example.org/oai", identity("Rivers", "https://a.example.org/oai", null))));
        assertThat(aliases.stream().filter(Optional::isPresent)).hasSize(1);
    }

    @Test
    void tenThousandSpellingsOfAnAddress_areOneRepository() {
        List<FoundRepository> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            all.add(found("http://a.example.org/oai" + "/".repeat(i % 50)));
        }
        assertThat(AliasFinder.find(List.of(), all).stream().filter(Optional::isEmpty)).hasSize(200);
    }
}
