package dev.sheaf.platform.server;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.RepositoryGoneException;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.DescribedRepository;
import dev.sheaf.provider.ProviderSettings;

/**
 * The repositories of a hub by their ids, each with a data provider that is reused from one request to the next. As thread-safe as its
 * arguments.
 */
public final class ServedRepositories {

    private final ProviderSettings settings;
    private final Supplier<? extends Repository> everything;
    private final Function<String, ? extends Optional<? extends Repository>> byId;
    private final Differing differing;
    private final String path;
    private final @Nullable String indexPath;
    private final Map<String, Served> served = new ConcurrentHashMap<>();
    private volatile @Nullable Served servesEverything;

    /** Settings and descriptions in which single repositories differ. Safe for use by many threads. */
    @FunctionalInterface
    public interface Differing {
        /**
         * Returns the settings of one repository, which never change.
         *
         * @param id id of a source or aggregate; null for the repository of everything
         * @param common the settings of all, with the repository's own base URL
         */
        ProviderSettings settings(@Nullable String id, ProviderSettings common);

        /** Returns the descriptions that are added to those of one repository; none unless overridden. Called for each request. */
        default AddedDescriptions told(@Nullable String id) {
            return AddedDescriptions.NONE;
        }
    }

    /**
     * Creates the repositories of a hub.
     *
     * @param settings common settings; their base URL is the hub's, and Identify names the codings of the hub
     * @param everything the repository at {@code /oai}
     * @param byId repository of a source or aggregate; empty if there is none with the id
     */
    public ServedRepositories(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId) {
        this(settings, everything, byId, (_, common) -> common, Routes.OAI, null);
    }

    private ServedRepositories(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId, Differing differing, String path,
            @Nullable String indexPath) {
        this.settings = settings.withCompressions(ContentCoding.declared());
        this.everything = everything;
        this.byId = byId;
        this.differing = differing;
        this.path = path;
        this.indexPath = indexPath;
    }

    /**
     * Returns the same repositories at other paths. They refuse the resumption tokens of these.
     *
     * @param root path of the repository of everything; the others are below it
     */
    public ServedRepositories at(String root) {
        return new ServedRepositories(settings, everything, byId, differing, root, null);
    }

    /**
     * Returns the same repositories; those with an index name their base URLs of the extension for index harvesting.
     *
     * @param root path of the repository of everything in the extension; the others are below it
     */
    public ServedRepositories withIndexAt(String root) {
        return new ServedRepositories(settings, everything, byId, differing, path, root);
    }

    /**
     * Returns a repository with the descriptions and rights that its answers have.
     *
     * @param id of a source or aggregate; {@link Aggregate#EVERYTHING} for the aggregate of everything
     * @param plain the repository without them
     */
    public Repository described(String id, Repository plain) {
        return DescribedRepository.of(plain, differing.told(id.equals(Aggregate.EVERYTHING) ? null : id));
    }

    /** Returns the path of the repository of everything. */
    String path() {
        return path;
    }

    /** Returns the same repositories, some of which have settings of their own. */
    public ServedRepositories with(Differing single) {
        return new ServedRepositories(settings, everything, byId, single, path, indexPath);
    }

    /** Returns the same repositories with the same resumption tokens and other page sizes. */
    public ServedRepositories withPages(int records, int headers, int sets) {
        Differing single = differing;
        return with(new Differing() {
            @Override
            public ProviderSettings settings(@Nullable String id, ProviderSettings common) {
                return single.settings(id, common).withPages(records, headers, sets);
            }

            @Override
            public AddedDescriptions told(@Nullable String id) {
                return single.told(id);
            }
        });
    }

    /** Returns the public address of the hub, without a slash at its end. */
    public String hubUrl() {
        return settings.baseUrl();
    }

    /** Returns the data provider of the repository of everything, at {@code /oai}. */
    public DataProvider everything() {
        AddedDescriptions told = differing.told(null);
        Served known = servesEverything;
        if (known == null || !known.told().equals(told)) {
            known = new Served(everything.get(), told, settings(null));
            servesEverything = known;
        }
        return known.provider();
    }

    /**
     * Returns the data provider of a source or aggregate, at {@code /oai/{id}}; empty if there is none with the id. The provider fails with
     * {@link RepositoryGoneException} if its repository is removed later.
     */
    public Optional<DataProvider> byId(String id) {
        Optional<? extends Repository> found = byId.apply(id);
        if (found.isEmpty()) {
            served.remove(id);
            return Optional.empty();
        }
        Served now = new Served(found.get(), differing.told(id), settings(id));
        served.put(id, now);
        return Optional.of(now.provider());
    }

    /** Returns true if a source or aggregate with the id exists, or existed at the last check. */
    boolean has(String id) {
        return served.containsKey(id) || byId(id).isPresent();
    }

    /** A question to a data provider. */
    @FunctionalInterface
    public interface Question<T> {
        /** Asks the provider. If the first call fails because the repository is gone, there is a second call with another provider. */
        T ask(DataProvider provider) throws Exception;
    }

    /**
     * Asks the data provider of a source or aggregate, which is created at its first use and reused. Every answer reflects the present
     * state of the repository: each question reads definitions and contents, and fails if the repository was removed. Only errors that need
     * no look at the repository, such as badVerb, are answered until then.
     *
     * @return the answer; empty if there is no repository with the id
     */
    public <T> Optional<T> ask(String id, Question<T> question) throws Exception {
        Served known = served.get(id);
        if (known != null) {
            try {
                return Optional.of(question.ask(current(id, known).provider()));
            } catch (RepositoryGoneException _) {
                // Another repository may have the id by now.
            }
        }
        Optional<DataProvider> provider = byId(id);
        return provider.isEmpty() ? Optional.empty() : Optional.of(question.ask(provider.get()));
    }

    /** Returns the known entry, with a new provider if the descriptions added to the repository have changed. */
    private Served current(String id, Served known) {
        AddedDescriptions told = differing.told(id);
        if (known.told().equals(told)) {
            return known;
        }
        Served now = new Served(known.repository(), told, settings(id));
        served.replace(id, known, now);
        return now;
    }

    private ProviderSettings settings(@Nullable String id) {
        String below = id == null ? "" : "/" + id;
        return differing.settings(id, settings.withBaseUrl(settings.baseUrl() + path + below)
                .withIndexUrl(indexPath == null ? null : settings.baseUrl() + indexPath + below));
    }

    /**
     * A repository with its provider.
     *
     * @param repository the repository without the added descriptions
     */
    private record Served(Repository repository, AddedDescriptions told, DataProvider provider) {

        Served(Repository repository, AddedDescriptions told, ProviderSettings settings) {
            this(repository, told, new DataProvider(DescribedRepository.of(repository, told), settings));
        }
    }
}
