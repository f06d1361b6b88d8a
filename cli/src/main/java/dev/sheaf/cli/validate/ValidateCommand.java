package dev.sheaf.cli.validate;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.harvest.AccessOptions;
import dev.sheaf.cli.harvest.HarvestCommand;
import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.report.EarlierReport;
import dev.sheaf.platform.report.ProfileYaml;
import dev.sheaf.platform.report.ValidationJson;
import dev.sheaf.transfer.exports.OutputFile;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.profile.Profile;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.JunitReport;
import dev.sheaf.validator.report.ListSnapshot;
import dev.sheaf.validator.report.ReportText;
import dev.sheaf.validator.report.StanzaFile;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.run.Validation;
import dev.sheaf.validator.run.ValidationListener;
import dev.sheaf.validator.schema.FetchedSource;
import dev.sheaf.validator.schema.FolderSource;
import dev.sheaf.validator.schema.FormatSchemas;

/** Judges whether a repository conforms to OAI-PMH 2.0 and to profiles. */
@Command(name = "validate", description = {
        "Judges a repository by the rules of OAI-PMH 2.0, its guidelines, and profiles: for each rule that is not met the request, "
                + "the response, the reason and the remedy.",
        "The repository gets one request at a time, but for one pair at the end. Of long lists a sample is judged; the report says how large it is."}, footerHeading = "%nExamples:%n", footer = {
                "  sheaf validate https://export.arxiv.org/oai2",
                "  sheaf validate https://repository.example.org/oai --profile oai-pmh --profile openaire-literature-4",
                "  sheaf validate http://localhost:8080/oai --junit oai-pmh.xml",
                "  sheaf validate page-17.xml",
                "  sheaf validate https://repository.example.org/oai --compare-with last-week.json", "",
                "Exit status: 0 when every MUST that could be judged is met; 1 when one is not, or the repository could not be judged."})
public final class ValidateCommand implements Callable<Integer> {

    private static final int MOST = 1_000_000;
    private static final byte[] DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".getBytes(StandardCharsets.UTF_8);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "URL", description = "base URL of the repository; or a file, or a folder of files, with saved responses")
    @SuppressWarnings("NullAway.Init")
    private String url;

    @Option(names = "--profile", paramLabel = "P", description = "rules to judge by: oai-pmh (default), openaire-literature-4, openaire-data-3, openaire-cris-1, dini, rioxx-3, edm, eprints, or a YAML file with a profile of your own; may be repeated")
    private List<String> profiles = new ArrayList<>();

    @Option(names = "--sample", paramLabel = "N", description = "records of each list that are judged at most (default: 500)", defaultValue = "500")
    private int sample;

    @Option(names = "--max-requests", paramLabel = "N", description = "requests made at most (default: 400)", defaultValue = "400")
    private int maxRequests;

    @Option(names = "--known-as", paramLabel = "URL", description = "base URL that the repository should state, if it is asked at another one")
    private @Nullable String knownAs;

    @Option(names = "--compare-with", paramLabel = "FILE", description = "the report of an earlier run (--json) of the same repository: also judge the changes since then")
    private @Nullable Path earlier;

    @Option(names = "--schemas", paramLabel = "DIR", description = "folder with XML Schemas of your own, by which records in their namespaces are judged")
    private @Nullable Path schemas;

    @Option(names = "--fetch-schemas", description = "fetch the schemas that the repository names for formats without a schema here, and judge by them")
    private boolean fetchSchemas;

    @Option(names = "--all", description = "list the rules that are met, too")
    private boolean all;

    @Option(names = "--json", description = "the report as JSON")
    private boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "write the report in the XML of JUnit as well, for continuous integration")
    private @Nullable Path junit;

    @Mixin
    private AccessOptions access = new AccessOptions();

    @Override
    public Integer call() throws IOException {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        Path folder = program.surroundings().folder();
        SavedFiles saved = url.contains("://") ? null : SavedFiles.at(folder.resolve(url));
        if (saved == null && !url.contains("://")) {
            throw Words.wrong(spec, "there is no file or folder '" + url + "', and a base URL begins with http:// or https://");
        }
        if (saved != null && fetchSchemas) {
            throw Words.wrong(spec,
                    "--fetch-schemas: saved responses are judged without a request; name a folder with --schemas");
        }
        BaseUrl baseUrl = saved == null ? HarvestCommand.baseUrl(spec, url) : null;
        ValidationOptions options = ValidationOptions.DEFAULT.withSample(bound("--sample", sample))
                .withMostRequests(bound("--max-requests", maxRequests))
                .withKnownAs(knownAs == null ? null : HarvestCommand.baseUrl(spec, knownAs).toString());
        if (earlier != null) {
            if (baseUrl == null) {
                throw Words.wrong(spec, "--compare-with: saved responses cannot be compared with an earlier run");
            }
            options = options.withEarlier(earlier(folder.resolve(earlier), baseUrl));
        }
        List<Profile> judgedBy = new ArrayList<>();
        for (String profile : profiles.isEmpty() ? List.of(RuleProfiles.PROTOCOL) : profiles) {
            judgedBy.add(profile(folder, profile));
        }
        // Before the requests: a wrong path must not cost a whole validation.
        Path junitFile = junit == null ? null : Words.output(folder, junit);
        FolderSource given = schemas == null ? null : schemas(folder.resolve(schemas));
        ValidationReport report = baseUrl == null
                ? judged(program, Objects.requireNonNull(saved), options, judgedBy, given)
                : validate(program, baseUrl, options, judgedBy, given);
        if (junitFile != null) {
            writeJunit(junitFile, report);
        }
        if (json) {
            Json.write(program.console(), generator -> ValidationJson.write(generator, report));
        } else {
            ReportText.lines(report, all).forEach(program.console()::result);
        }
        if (report.outcome() != ValidationReport.Outcome.PASSED
                && (json || report.outcome() == ValidationReport.Outcome.NOT_JUDGED)) {
            program.console().problem("sheaf: " + url + (report.outcome() == ValidationReport.Outcome.FAILED
                    ? " does not conform"
                    : " could not be judged: " + report.unjudged()));
        }
        return report.outcome() == ValidationReport.Outcome.PASSED ? 0 : 1;
    }

    private static ValidationReport judged(Program program, SavedFiles saved, ValidationOptions options, List<Profile> judgedBy,
            @Nullable FolderSource given) {
        FormatSchemas formats = new FormatSchemas(given, null);
        ValidationReport report = saved.judge(options.knownAs(), judgedBy, formats, program.surroundings().clock().instant());
        tellFaults(program, formats);
        return report;
    }

    private static void tellFaults(Program program, FormatSchemas formats) {
        formats.faults().forEach((namespace, fault) -> program.console()
                .problem("sheaf: --schemas: the schema of " + namespace + " cannot be used: " + fault));
    }

    private static FolderSource schemas(Path folder) {
        try {
            return FolderSource.of(folder);
        } catch (NoSuchFileException missing) {
            throw new CommandFailedException("--schemas: there is no folder " + folder, missing);
        } catch (IOException failure) {
            throw new CommandFailedException("--schemas: " + failure.getMessage(), failure);
        }
    }

    private static ListSnapshot earlier(Path file, BaseUrl baseUrl) {
        try {
            return EarlierReport.read(file, baseUrl.toString());
        } catch (IOException failure) {
            throw new CommandFailedException("the earlier report cannot be used: " + failure.getMessage(), failure);
        }
    }

    private int bound(String option, int number) {
        if (number < 1 || number > MOST) {
            throw Words.wrong(spec, option + ": a number from 1 to " + MOST + " is expected");
        }
        return number;
    }

    private Profile profile(Path folder, String name) {
        Optional<Profile> known = RuleProfiles.named(name);
        if (known.isPresent()) {
            return known.get();
        }
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            throw Words.wrong(spec,
                    "--profile: '" + name + "' is neither a file nor one of " + String.join(", ", RuleProfiles.names()));
        }
        try {
            if (name.endsWith(".yaml") || name.endsWith(".yml")) {
                return ProfileYaml.read(file, name);
            }
            try (Reader reader = Files.newBufferedReader(file)) {
                return RuleProfiles.of(StanzaFile.read(reader, name), name);
            }
        } catch (IOException failure) {
            throw new CommandFailedException("the profile cannot be read: " + failure.getMessage(), failure);
        }
    }

    private ValidationReport validate(Program program, BaseUrl baseUrl, ValidationOptions options, List<Profile> judgedBy,
            @Nullable FolderSource given) {
        FetchRules rules = ConfiguredIdentity.rules(program).withAccess(access.applyTo(Access.DEFAULT, spec),
                baseUrl.uri());
        try (HttpFetcher fetcher = new HttpFetcher(); Progress progress = program.console().progress("validating", "requests")) {
            ValidationListener listener = (requests, phase, _) -> progress.line(
                    () -> "validating: " + requests + " requests made; now: " + phase, List::of);
            Pause pause = program.surroundings().pause();
            FormatSchemas formats = new FormatSchemas(given,
                    fetchSchemas ? new FetchedSource(fetcher, rules, baseUrl.uri(), pause) : null);
            ValidationReport report = new Validation(fetcher, rules, program.surroundings().clock(), pause, () -> formats)
                    .run(baseUrl, options, judgedBy, listener);
            tellFaults(program, formats);
            return report;
        }
    }

    private static void writeJunit(Path file, ValidationReport report) throws IOException {
        try (OutputFile output = OutputFile.begin(file)) {
            OutputStream out = output.out();
            out.write(DECLARATION);
            out.write(JunitReport.of(report).utf8());
            output.complete();
        }
    }
}
