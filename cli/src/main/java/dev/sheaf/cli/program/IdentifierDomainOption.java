package dev.sheaf.cli.program;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.IdentifierDomain;

/**
 * Option for the domain name in the identifiers that an import makes. Identifiers are permanent, so the domain must be known before the
 * first one: from this option, the base URL, an earlier import, or an answer at the terminal. Otherwise the import is refused.
 */
public final class IdentifierDomainOption {

    /** Ways to set the domain, as part of a sentence. */
    public static final String WAYS = "--identifier-domain with a domain name of your own, such as library.example.org, or base-url in the configuration";

    @Option(names = "--identifier-domain", paramLabel = "D", description = "domain name for identifiers of records without one, such as library.example.org; permanent (default: the host of base-url)")
    private @Nullable String domain;

    /** Checks that the option, if given, is a domain name. */
    public void check(CommandSpec spec) {
        if (domain != null) {
            checked(spec, "--identifier-domain", domain);
        }
    }

    /** Returns a domain name as used in identifiers; anything else is a usage error. */
    public static String checked(CommandSpec spec, String where, String text) {
        String given = text.strip().toLowerCase(Locale.ROOT);
        if (!IdentifierDomain.isDomain(given) || given.endsWith(IdentifierDomain.PROVISIONAL)) {
            throw Words.wrong(spec, where + ": '" + text
                    + "' is not a domain name for identifiers; it looks like library.example.org");
        }
        return given;
    }

    /** Returns the host of the configured base URL, if it is a domain name for identifiers. */
    static Optional<String> ofBaseUrl(Configuration configuration) {
        return configuration.text(Setting.BASE_URL).map(url -> URI.create(url.strip()).getHost())
                .filter(IdentifierDomain::isDomain)
                .map(host -> host.toLowerCase(Locale.ROOT));
    }

    /** Returns true if the option or the base URL names a domain. */
    public boolean isKnown(Program program) {
        return domain != null || ofBaseUrl(program.configuration()).isPresent();
    }

    /**
     * Prepares the naming of records. The option takes effect at once; a base URL takes effect with the first identifier.
     *
     * @param dryRun true to change and refuse nothing
     * @param question asks for the domain if nothing names it; called at most once
     * @return supplier of the domain; throws {@link CommandFailedException} if there is none yet
     */
    public Supplier<String> naming(Program program, HubStore store, boolean dryRun, Supplier<Optional<String>> question) {
        IdentifierDomain settled = store.identifierDomain();
        Optional<String> wanted = domain == null
                ? ofBaseUrl(program.configuration())
                : Optional.of(domain.strip().toLowerCase(Locale.ROOT));
        if (dryRun) {
            String shown = settled.isOpen() ? wanted.orElseGet(settled::current) : settled.current();
            return () -> shown;
        }
        if (domain != null) {
            settled.settle(wanted.or(question).orElseThrow());
        }
        warn(program.console(), program.configuration(), settled);
        return new Supplier<>() {
            private @Nullable String known;

            @Override
            public String get() {
                String name = known;
                if (name == null) {
                    if (settled.isOpen()) {
                        settled.settle(wanted.or(question).orElseThrow(() -> new CommandFailedException(
                                "a record has no identifier of its own, and the domain name for new identifiers is not known yet. "
                                        + "Identifiers are permanent: oai:DOMAIN:… Nothing was imported. Give " + WAYS + ".")));
                    }
                    name = settled.current();
                    known = name;
                }
                return name;
            }
        };
    }

    /** Sets the domain from the base URL if no identifier has been made yet; otherwise warns if the two differ. */
    public static void settleByBaseUrl(Console console, Configuration configuration, IdentifierDomain settled) {
        Optional<String> host = ofBaseUrl(configuration);
        if (host.isPresent() && settled.isOpen()) {
            settled.settle(host.get());
        }
        warn(console, configuration, settled);
    }

    private static void warn(Console console, Configuration configuration, IdentifierDomain settled) {
        String known = settled.current();
        Optional<String> host = ofBaseUrl(configuration);
        if (settled.isOpen() || host.isEmpty() && !known.endsWith(IdentifierDomain.PROVISIONAL)
                || host.isPresent() && host.get().equalsIgnoreCase(known)) {
            return;
        }
        console.problem("Identifiers of this hub have the domain " + known + (host.isEmpty()
                ? ", which was generated at random."
                : ", but its base URL has " + host.get() + ".") + " It is not changed. "
                + (settled.firstHarvest().isEmpty()
                        ? "There were no harvests yet, so you can still rename it: sheaf identifiers rename "
                                + host.orElse("DOMAIN")
                        : "Renaming it now would harm harvesters that already have the identifiers."));
    }
}
