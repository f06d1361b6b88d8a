package dev.sheaf.cli.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.discovery.AddressList;
import dev.sheaf.harvester.discovery.AddressReceiver;
import dev.sheaf.harvester.discovery.Checked;
import dev.sheaf.harvester.discovery.Discovery;
import dev.sheaf.harvester.discovery.ListedAddress;
import dev.sheaf.harvester.discovery.RepositoryCheck;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;

/** Input of a discovery: reads a list in a file, a list at an address, or a repository whose friends are wanted. */
final class AddressIntake {

    /** Number of invalid entries that are reported by name; the others are counted. */
    private static final int NAMED = 100;
    private static final long LONGEST_LIST = 256L << 20;
    /** Failures after which an address may still be the address of a list. */
    private static final Set<HarvestException.Kind> NO_REPOSITORY = EnumSet.of(HarvestException.Kind.NOT_OAI,
            HarvestException.Kind.MALFORMED, HarvestException.Kind.HTTP_STATUS, HarvestException.Kind.PROTOCOL);

    private final Program program;
    private final Discovery discovery;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final RepositoryCheck check;
    private long invalid;

    AddressIntake(Program program, Discovery discovery, HttpFetcher fetcher, FetchRules rules, RepositoryCheck check) {
        this.program = program;
        this.discovery = discovery;
        this.fetcher = fetcher;
        this.rules = rules;
        this.check = check;
    }

    /** Returns the number of entries that are no base URL. */
    long invalid() {
        return invalid;
    }

    /**
     * Reads the input at a place.
     *
     * @return false if it could not be read, or not to its end; the reason was printed
     */
    boolean take(String place) {
        try {
            return place.contains("://") ? address(place) : file(program.surroundings().folder().resolve(place));
        } catch (NoSuchFileException _) {
            return problem("there is no file " + place + "; an address begins with http:// or https://");
        } catch (IOException failure) {
            return problem("cannot read " + place + ": " + failure.getMessage());
        }
    }

    private boolean file(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return problem(path + " is a folder; name a file in it");
        }
        try (InputStream list = Files.newInputStream(path)) {
            return list(list, path.getFileName().toString(), null,
                    path + " contains no base URL: a list has one on each line, or is a"
                            + " ListFriends file, OPML or a table with a column named url");
        }
    }

    private boolean address(String text) throws IOException {
        BaseUrl baseUrl;
        try {
            baseUrl = BaseUrl.parse(text);
        } catch (IllegalArgumentException failure) {
            return problem(String.valueOf(failure.getMessage()));
        }
        RepositoryCheck.Answer answer = check.ask(baseUrl);
        if (!(answer.checked() instanceof Checked.Failed failed)) {
            discovery.add(baseUrl, answer);
            return true;
        }
        if (!NO_REPOSITORY.contains(failed.kind())) {
            return problem(failed.reason());
        }
        String neither = text + " is neither a repository nor a list of base URLs. As a repository: " + failed.reason();
        Fetched fetched = fetcher.fetch(URI.create(text.strip()), rules.withSizes(LONGEST_LIST, LONGEST_LIST),
                program.surroundings().pause());
        if (!fetched.isSuccess()) {
            return problem(neither);
        }
        return list(new ByteArrayInputStream(fetched.body()), text, baseUrl.uri(), neither);
    }

    private boolean list(InputStream bytes, String name, @Nullable URI from, String empty) throws IOException {
        long before = discovery.found() + discovery.repeated();
        try (Progress progress = program.console().progress("reading " + name, "addresses")) {
            Receiver receiver = new Receiver(name, from, progress);
            try {
                AddressList.read(bytes, receiver);
            } catch (OaiFormatException failure) {
                return receiver.taken == 0
                        ? problem(empty + " (" + failure.getMessage() + ")")
                        : problem(name + " cannot be read further: " + OneLine.sentence(String.valueOf(failure.getMessage()))
                                + " Read so far: "
                                + Words.number(receiver.taken));
            } finally {
                receiver.tellOfTheRest();
            }
        }
        return discovery.found() + discovery.repeated() > before || discovery.leftOut() != null || problem(empty);
    }

    private boolean problem(String text) {
        program.console().problem("sheaf: " + text);
        return false;
    }

    /** Receiver of the entries of one list. */
    private final class Receiver implements AddressReceiver {

        private final String name;
        private final @Nullable URI from;
        private final Progress progress;
        private long taken;
        private long refused;

        Receiver(String name, @Nullable URI from, Progress progress) {
            this.name = name;
            this.from = from;
            this.progress = progress;
        }

        @Override
        public void address(ListedAddress address) {
            discovery.add(address, name, from);
            taken++;
            progress.at(taken, -1);
        }

        @Override
        public void invalid(long line, String reason) {
            invalid++;
            refused++;
            if (refused <= NAMED || program.verbose()) {
                progress.problem(name + ", line " + line + ": " + reason);
            }
        }

        void tellOfTheRest() {
            if (refused > NAMED && !program.verbose()) {
                progress.problem(name + ": " + Words.number(refused - NAMED)
                        + " further entries are no base URL; --verbose names them all");
            }
        }
    }
}
