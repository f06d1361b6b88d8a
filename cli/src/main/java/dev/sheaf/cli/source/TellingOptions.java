package dev.sheaf.cli.source;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.NamedValues;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.SecretInput;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.operate.SourceAnnouncing;
import dev.sheaf.store.HubStore;

/**
 * Options for announcements of changes: the secret that signs them, and the hubs that receive them. Options that are not given change
 * nothing.
 */
final class TellingOptions {

    /** Names that {@link #apply} reads, as {@code --option NAME=VALUE}. */
    static final List<String> NAMES = SourceAnnouncing.NAMES;

    /** Explanation of the names in the help of a command; {@code %n} ends a line. */
    static final String HELP = "notify=HUB_URL: hub that serve notifies of changes of the records (may be repeated; replaces earlier ones); none for no hub;%n"
            + "push-to=HUB_URL: hub to which serve sends changed records (may be repeated; replaces earlier ones); none for no hub;%n"
            + "subscribe=on|off|auto: whether serve subscribes to the source if it offers a WebSub hub; auto (the default): if the hub's own address is public";

    private static final String NONE = "none";

    @Option(names = "--secret-file", paramLabel = "FILE|-|env:NAME", description = {
            "secret that signs the source's notifications and pushes; of a local source, those that this hub sends: a file, - or env:NAME;",
            " none removes it"})
    private @Nullable String secretFile;

    /**
     * Applies the given options; changes nothing if there are none.
     *
     * @param said values of {@link #NAMES}
     */
    void apply(HubStore store, Source source, NamedValues said, CommandSpec spec) {
        Program program = Program.of(spec);
        String id = source.id();
        SourceAnnouncing wanted;
        try {
            wanted = SourceAnnouncing.of(said::all);
        } catch (IllegalArgumentException failure) {
            throw Words.wrong(spec, String.valueOf(failure.getMessage()));
        }
        Optional<String> refusal = wanted.refusal(source);
        if (refusal.isPresent()) {
            throw new CommandFailedException(refusal.get());
        }
        Instant now = program.surroundings().clock().instant();
        if (secretFile != null) {
            Secret given = secretFile.equals(NONE) ? null : SecretInput.secret(program, spec, "--secret-file", secretFile);
            store.announcements().setSecret(id, given);
        }
        Optional<String> unsigned = wanted.unsigned(store, source);
        if (unsigned.isPresent()) {
            throw Words.wrong(spec, unsigned.get());
        }
        wanted.apply(store, source, now);
        if (secretFile != null) {
            SourceAnnouncing.renew(store, id, now);
        }
    }
}
