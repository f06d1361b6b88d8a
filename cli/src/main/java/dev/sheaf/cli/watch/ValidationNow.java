package dev.sheaf.cli.watch;

import java.util.List;
import java.util.Optional;

import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Progress;
import dev.sheaf.harvester.http.PageBudget;
import dev.sheaf.platform.watch.GuestClient;
import dev.sheaf.platform.watch.RepositoryValidation;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.KeptValidation.Outcome;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.report.ReportText;

/** Validations in a command, with their reports on standard output. */
final class ValidationNow {

    /** Usual number of records of each list that are judged at most. */
    static final int SAMPLE = 500;

    private ValidationNow() {}

    /**
     * Validates repositories one after another and keeps the results.
     *
     * @param sample number of records of each list that are judged at most
     * @return true if all have passed
     */
    static boolean run(Program program, HubStore store, List<WatchedRepository> repositories, int sample) {
        boolean isPassed = true;
        try (GuestClient client = new GuestClient(store, PageBudget.ofHeap())) {
            RepositoryValidation validation = new RepositoryValidation(store.validations(), client.fetcher(),
                    ConfiguredIdentity.rules(program), program.surroundings().clock(),
                    program.surroundings().pause());
            for (WatchedRepository repository : repositories) {
                isPassed &= run(program, validation, repository, sample);
            }
        }
        return isPassed;
    }

    private static boolean run(Program program, RepositoryValidation validation, WatchedRepository repository, int sample) {
        String address = repository.address();
        if (!validation.claim(repository)) {
            program.console().problem("sheaf: " + address + " is being validated by another process. Wait for its end, or for at "
                    + "most 90 minutes if that process was killed");
            return false;
        }
        Optional<RepositoryValidation.Kept> kept;
        try (Progress progress = program.console().progress("validating " + address, "requests")) {
            kept = validation.run(repository, Cause.OPERATOR, ValidationOptions.DEFAULT.withSample(sample), () -> false,
                    (requests, phase, _) -> progress.line(
                            () -> "validating " + address + ": " + requests + " requests made; now: " + phase, List::of));
        }
        if (kept.isEmpty()) {
            program.console().problem("sheaf: the validation of " + address + " was cut off; nothing was kept");
            return false;
        }
        ReportText.lines(kept.get().report(), false).forEach(program.console()::result);
        KeptValidation result = kept.get().validation();
        if (!result.isJudged()) {
            program.console().problem("sheaf: " + address + " could not be judged: " + result.unjudged());
        }
        return result.outcome() == Outcome.PASSED;
    }
}
