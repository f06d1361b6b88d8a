package dev.sheaf.platform.web.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.http.CurlCommand;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.report.RunText;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.admin.AdminFrame.Fact;
import dev.sheaf.platform.web.admin.RunPage.Failed;
import dev.sheaf.platform.web.admin.SourcePage.RunRow;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.Runs;

/** Pages of runs. */
final class RunViews {

    private final HubControls controls;
    private final HubStore store;
    private final AdminLinks links;

    RunViews(HubControls controls, AdminLinks links) {
        this.controls = controls;
        this.store = controls.store();
        this.links = links;
    }

    /** Returns all runs of a source. */
    RunsPage runs(AdminFrame frame, SourceStatus status) {
        String id = status.source().id();
        boolean active = SourceReport.isActive(status);
        return new RunsPage(frame,
                store.runs().last(id, Runs.RUNS).stream().map(run -> row(id, run, active)).toList());
    }

    /** @param active true while a run of the source is under way */
    RunRow row(String id, RunReport run, boolean active) {
        HarvestOutcome outcome = run.outcome();
        return new RunRow(Phrases.number(run.number()), links.of(id, "runs/" + run.number()),
                run.kind() == RunReport.Kind.FILL ? "harvest" : run.kind().text(), String.valueOf(Times.format(run.started())),
                RunText.took(run),
                outcome != null ? outcome.toString() : active ? "under way" : "its process has ended",
                outcome != null ? !outcome.isComplete() : !active, Phrases.counts(RunText.counts(run)));
    }

    /** Returns one run; empty if there is no run with this number. */
    Optional<RunPage> run(AdminFrame frame, SourceStatus status, long number) {
        String id = status.source().id();
        Runs ledger = store.runs();
        return ledger.run(id, number).map(run -> {
            List<Fact> facts = new ArrayList<>();
            RunText.numbers(run, run.ended() == null && SourceReport.isActive(status))
                    .forEach((label, value) -> facts.add(Fact.of(Phrases.capital(label), value)));
            FetchRules asked = controls.harvests().rules().of(status.source());
            List<Failed> failures = new ArrayList<>();
            for (Failure failure : ledger.failures(number)) {
                failures.add(new Failed(String.valueOf(Times.format(failure.at())), failure.reason(),
                        CurlCommand.of(failure.address(), asked), failure.headers(),
                        failure.size() == 0 ? null : links.of(id, "runs/" + number + "/failures/" + (failures.size() + 1)),
                        Numbers.count(failure.size(), "byte")));
            }
            return new RunPage(frame, facts, ledger.lists(number).stream().map(RunText::list).toList(),
                    ledger.notes(number).stream().map(RunText::note).toList(), failures,
                    ledger.rules(number).stream().map(RunText::rule).toList(),
                    ledger.invalid(number).stream().map(RunText::invalid).toList());
        });
    }

    /** Returns the body of a response that could not be used, counted from 1; empty if there is none. */
    Optional<byte[]> body(String id, long number, long which) {
        List<Failure> failures = store.runs().run(id, number).isPresent()
                ? store.runs().failures(number)
                : List.of();
        return which < 1 || which > failures.size() ? Optional.empty() : Optional.of(failures.get((int) which - 1).body());
    }
}
