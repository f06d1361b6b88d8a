package dev.sheaf.cli.watch;

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.cli.source.SourceShowCommand;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.watch.VerdictText;
import dev.sheaf.platform.watch.WatchSettings;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.Validations.NewestResults;

/**
 * A source with the verdicts on its repository.
 *
 * @param status the source
 * @param repository its repository
 * @param newest newest validations; null for none
 */
record WatchedSource(SourceStatus status, WatchedRepository repository, @Nullable NewestResults newest) {

    /** Returns a source that must be there and have a repository. */
    static WatchedSource known(CommandSpec spec, HubStore store, String id) {
        SourceStatus status = SourceShowCommand.known(store, Words.id(spec, id));
        WatchedRepository repository = WatchedRepository.of(status).orElseThrow(() -> new CommandFailedException(
                "'" + id + "' is not harvested from a repository, so there is nothing to validate"));
        return new WatchedSource(status, repository, store.validations().newest(repository.address()).orElse(null));
    }

    static WatchTerms terms(Program program) {
        return WatchSettings.terms(setting -> program.configuration().text(setting).orElse(""));
    }

    VerdictText verdict(WatchTerms terms, Instant now) {
        return VerdictText.of(newest, terms.maxAge(), now);
    }
}
