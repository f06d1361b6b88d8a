package dev.sheaf.platform.server;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.store.RepositoryGoneException;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

class ServedRepositoriesTest {

    private static final ServedRepositories.Question<DataProvider> ITSELF = provider -> provider;

    private final AtomicInteger lookUps = new AtomicInteger();
    private final ListedRepository first = repository("map:1");
    private final AtomicReference<Optional<ListedRepository>> maps = new AtomicReference<>(Optional.of(first));
    private volatile AddedDescriptions told = AddedDescriptions.NONE;
    private final ServedRepositories repositories = new ServedRepositories(
            ProviderSettings.of("http://hub.example", TokenKey.of(TokenKey.freshSecret())), () -> repository("all:1"), id -> {
                lookUps.incrementAndGet();
                return id.equals("maps") ? maps.get() : Optional.empty();
            }).with(new ServedRepositories.Differing() {
                @Override
                public ProviderSettings settings(@Nullable String id, ProviderSettings common) {
                    return common;
                }

                @Override
                public AddedDescriptions told(@Nullable String id) {
                    return told;
                }
            });

    private static ListedRepository repository(String identifier) {
        ListedRepository repository = new ListedRepository(Instant.parse("2024-06-30T12:00:00Z"));
        repository.put(identifier, "2024-03-01T12:00:00Z");
        return repository;
    }

    @Test
    void provider_isKeptBetweenRequests() throws Exception {
        DataProvider first = repositories.ask("maps", ITSELF).orElseThrow();

        assertThat(repositories.ask("maps", ITSELF)).containsSame(first);
        assertThat(repositories.has("maps")).isTrue();
        assertThat(lookUps).hasValue(1);
        assertThat(repositories.everything()).isSameAs(repositories.everything());
    }

    @Test
    void unknownId_isLookedUpEachTime() throws Exception {
        assertThat(repositories.ask("nothing", ITSELF)).isEmpty();
        assertThat(repositories.has("nothing")).isFalse();
        assertThat(lookUps).hasValue(2);
    }

    @Test
    void addedDescriptions_showInTheNextAnswerWithoutALookUp() throws Exception {
        assertThat(descriptions()).isZero();
        told = new AddedDescriptions(List.of(new Friends(List.of("http://a.org/"))), null, Map.of());

        assertThat(descriptions()).isEqualTo(1);
        assertThat(descriptions(repositories.everything())).isEqualTo(1);
        assertThat(lookUps).hasValue(1);
        told = AddedDescriptions.NONE;
        assertThat(descriptions()).isZero();
    }

    @Test
    void repositoryThatIsGone_isLookedUpAgain() throws Exception {
        assertThat(repositories.ask("maps", ITSELF)).isPresent();
        first.failWith(new RepositoryGoneException("removed"));
        maps.set(Optional.empty());

        assertThat(repositories.ask("maps", provider -> provider.answer(new OaiRequest.Identify()))).isEmpty();
        maps.set(Optional.of(repository("map:2")));
        assertThat(repositories.ask("maps", provider -> provider.answer(new OaiRequest.Identify()))).isPresent();
    }

    @Test
    void repositoryThatTookTheIdOfOneThatIsGone_answersAtOnce() throws Exception {
        assertThat(repositories.ask("maps", ITSELF)).isPresent();
        first.failWith(new RepositoryGoneException("removed"));
        maps.set(Optional.of(repository("map:2")));

        assertThat(repositories.ask("maps", provider -> provider.answer(new OaiRequest.Identify()))).isPresent();
    }

    private int descriptions() throws Exception {
        return repositories.ask("maps", ServedRepositoriesTest::descriptions).orElseThrow();
    }

    private static int descriptions(DataProvider provider) {
        return ((OaiResponse.Identify) provider.answer(new OaiRequest.Identify()).answer()).description().descriptions().size();
    }
}
