package dev.sheaf.platform.server;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.DescribedRepository;
import dev.sheaf.provider.ProviderSettings;

/** The repositories of a hub by their ids, each with its data provider. As safe for many threads as what it is given. */
public final class ServedRepositories {

    private final ProviderSettings settings;
    private final Supplier<? extends Repository> everything;
    private final Function<String, ? extends Optional<? extends Repository>> byId;
    private final Differing differing;

    /** Settings and descriptions in which single repositories differ. Safe for use by many threads. */
    @FunctionalInterface
    public interface Differing {
        /**
         * The settings of one repository.
         *
         * @param id of a source or aggregate; null for the repository of everything
         * @param common the settings of all, with the repository's own base URL
         */
        ProviderSettings settings(@Nullable String id, ProviderSettings common);

        /** Returns the descriptions of one repository that are added to its own; none unless overridden. */
        default AddedDescriptions told(@Nullable String id) {
            return AddedDescriptions.NONE;
        }
    }

    /**
     * Repositories under a hub.
     *
     * @param settings of all of them; its base URL is the hub's, and the codings that Identify names are those that the hub sends
     * @param everything the repository at {@code /oai}
     * @param byId the repository of a source or aggregate; empty when there is none with the id
     */
    public ServedRepositories(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId) {
        this(settings, everything, byId, (_, common) -> common);
    }

    private ServedRepositories(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId, Differing differing) {
        this.settings = settings.withCompressions(ContentCoding.declared());
        this.everything = everything;
        this.byId = byId;
        this.differing = differing;
    }

    /** The same repositories, some with settings of their own. */
    public ServedRepositories with(Differing single) {
        return new ServedRepositories(settings, everything, byId, single);
    }

    /** The same repositories, and the same resumption tokens, with other page sizes. */
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

    /** Address of the hub, without a slash at its end. */
    public String hubUrl() {
        return settings.baseUrl();
    }

    /** The repository of everything, at {@code /oai}. */
    public DataProvider everything() {
        return new DataProvider(DescribedRepository.of(everything.get(), differing.told(null)),
                differing.settings(null, settings.withBaseUrl(settings.baseUrl() + OaiEndpoint.PATH)));
    }

    /** The repository of a source or aggregate, at {@code /oai/{id}}; empty when there is none with the id. */
    public Optional<DataProvider> byId(String id) {
        return byId.apply(id).map(repository -> new DataProvider(DescribedRepository.of(repository, differing.told(id)),
                differing.settings(id, settings.withBaseUrl(settings.baseUrl() + OaiEndpoint.PATH + "/" + id))));
    }
}
