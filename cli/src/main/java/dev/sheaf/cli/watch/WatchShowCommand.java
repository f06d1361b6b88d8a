package dev.sheaf.cli.watch;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Program;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.watch.KeptReport;
import dev.sheaf.platform.watch.KeptReport.Finding;
import dev.sheaf.platform.watch.NextValidation;
import dev.sheaf.platform.watch.WatchTerms;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.Validations.NewestResults;
import dev.sheaf.validator.report.Verdict;

/** Shows the verdict on the repository of a source, with its findings and its history. */
@Command(name = "show", description = "Shows the verdict on the repository of a source, with its findings and its history.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf watch show arxiv", "  sheaf watch show arxiv --history 50"})
final class WatchShowCommand implements Callable<Integer> {

    private static final int EXAMPLES = 2;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--history", paramLabel = "N", description = "validations of the past that are listed at most (default: 10)", defaultValue = "10")
    private int past;

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        WatchTerms terms = WatchedSource.terms(program);
        Console console = program.console();
        Instant now = program.surroundings().clock().instant();
        try (HubStore store = DataDirectory.open(program)) {
            WatchedSource source = WatchedSource.known(spec, store, id);
            console.result(source.repository().address() + ": " + source.verdict(terms, now).text());
            NextValidation.of(terms, source.status(), source.newest())
                    .ifPresent(next -> console.result("next validation after " + next));
            NewestResults newest = source.newest();
            if (newest == null) {
                console.note("There is no validation yet. To validate it now: sheaf watch run " + id);
                return 0;
            }
            newest.judged().flatMap(one -> store.validations().report(one.number())).flatMap(KeptReport::read)
                    .ifPresent(report -> findings(console, report));
            history(console, store.validations().history(source.repository().address(), Math.max(1, past)));
        }
        return 0;
    }

    private static void findings(Console console, KeptReport report) {
        for (Verdict verdict : List.of(Verdict.FAILED, Verdict.WARNED, Verdict.FLAKY)) {
            for (Finding finding : report.with(verdict)) {
                console.result("");
                console.result(verdict.text() + ": " + finding.title() + " (" + finding.rule() + ", " + finding.clause() + ")");
                console.result("  remedy: " + finding.remedy());
                finding.remedies().forEach((platform, remedy) -> console.result("  remedy in " + platform + ": " + remedy));
                finding.examples().stream().limit(EXAMPLES).forEach(example -> {
                    console.result("  - " + example.message());
                    console.result("    " + example.request());
                });
            }
        }
    }

    private static void history(Console console, List<KeptValidation> validations) {
        console.result("");
        for (KeptValidation one : validations) {
            Optional<String> reason = Optional.of(one.unjudged()).filter(text -> !text.isEmpty());
            console.result(one.began() + "  " + one.outcome().text() + "  (" + one.cause().text() + ")  " + one.rules().failed()
                    + " MUST not met, " + one.rules().warned() + " warnings, " + one.requests() + " requests"
                    + reason.map(text -> "; " + text).orElse(""));
        }
    }
}
