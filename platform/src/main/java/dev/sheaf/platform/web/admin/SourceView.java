package dev.sheaf.platform.web.admin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.report.AccessReport;
import dev.sheaf.platform.report.AnnouncementText;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.report.ProfileReport;
import dev.sheaf.platform.report.RunText;
import dev.sheaf.platform.report.SourceJson;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.report.SourceSubscriptionText;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.web.Numbers;
import dev.sheaf.platform.web.Times;
import dev.sheaf.platform.web.admin.AdminFrame.Fact;
import dev.sheaf.platform.web.admin.SourcePage.Can;
import dev.sheaf.platform.web.admin.SourcePage.Pin;
import dev.sheaf.platform.web.admin.SourcePage.Progress;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.AnnouncementReport;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.runs.HeldDeletions;
import dev.sheaf.store.runs.RunProgress;

/** Content of the page of a source. */
final class SourceView {

    private static final int RUNS = 10;
    private static final int HELD = 20;

    private final HubControls controls;
    private final HubStore store;
    private final AdminLinks links;
    private final RunViews runs;

    SourceView(HubControls controls, AdminLinks links, RunViews runs) {
        this.controls = controls;
        this.store = controls.store();
        this.links = links;
        this.runs = runs;
    }

    SourcePage page(AdminFrame frame, SourceStatus status) {
        String id = status.source().id();
        SourceReport report = SourceReport.of(store, status);
        boolean active = SourceReport.isActive(status);
        boolean paused = store.control().paused(id).isPresent();
        long held = store.heldDeletions().count(id);
        boolean holds = status.source().kind().isRepository();
        Optional<Instant> holding = store.control().holding(id);
        Can can = new Can(status.source().kind().isHarvested() && !active && !paused, !paused, paused,
                holds && holding.isEmpty(), holding.isPresent(), active, held > 0 && !active,
                !active && store.rollback().undoable(id).isPresent(),
                !active && !store.rollback().inferred(id).isEmpty(),
                !active && status.state() == SourceStatus.State.WAITING);
        return new SourcePage(frame, id, can, pin(status.source()), progress(report), facts(status, report),
                held(store.heldDeletions(), id, held),
                Numbers.count(held, "deletion"),
                store.runs().last(id, RUNS).stream().map(run -> runs.row(id, run, active)).toList());
    }

    /** Some of the pending deletions, and the number of those that are not listed. */
    private static List<String> held(HeldDeletions held, String id, long count) {
        List<String> lines = new ArrayList<>(
                held.list(id, HELD).stream().map(one -> one.identifier() + " in " + one.prefix()).toList());
        if (count > lines.size()) {
            lines.add("and " + Phrases.number(count - lines.size()) + " more");
        }
        return lines;
    }

    private @Nullable Pin pin(Source source) {
        return source.kind().isHarvested()
                ? new Pin(store.schedules().pinned(source.id()).map(Phrases::duration).orElse(""))
                : null;
    }

    private @Nullable Progress progress(SourceReport report) {
        RunProgress progress = report.progress();
        return progress == null
                ? null
                : new Progress(RunText.now(progress, controls.clock().instant()) + ". "
                        + Numbers.count(progress.requests(), "request") + " so far",
                        progress.address(), progress.received(), progress.listSize() == null ? 0 : progress.listSize());
    }

    private List<Fact> facts(SourceStatus status, SourceReport report) {
        Source source = status.source();
        Instant now = controls.clock().instant();
        Repairs.Tally tally = store.repairs().tally(source.id());
        List<Fact> facts = new ArrayList<>();
        facts.add(Fact.of("Id", source.id()));
        facts.add(Fact.of("State", report.state()));
        fact(facts, "Waiting for", report.waitingText());
        fact(facts, "Base URL", source.baseUrl());
        facts.add(new Fact("Records", Phrases.number(status.records()) + " live, " + Phrases.number(status.deleted())
                + " deleted", links.link(Routes.browse(source.id()))));
        facts.add(Fact.of("Last harvest", SourcesView.last(status)));
        String age = SourcesView.age(status, now);
        fact(facts, "Last complete harvest", age.isEmpty() ? null : age);
        if (source.kind().isHarvested()) {
            facts.add(Fact.of("Next harvest", SourcesView.next(report)));
            fact(facts, "Reason", report.next() == null ? null : report.next().because());
        }
        facts.add(new Fact("Freshness",
                "changes of the source" + (source.kind().isHarvested() ? ", and freshness of its copy" : ""),
                links.link(Routes.stats(source.id()))));
        store.control().paused(source.id()).ifPresent(since -> fact(facts, "Paused since", Times.format(since)));
        store.control().holding(source.id()).ifPresent(since -> fact(facts, "Deletions held since", Times.format(since)));
        facts.add(new Fact("In quarantine", Phrases.number(tally.quarantined()), links.of(source.id(), "quarantine")));
        facts.add(new Fact("Repaired", Numbers.count(tally.repaired(), "record"), links.of(source.id(), "repairs")));
        String proxied = FaultViews.proxied(store.faults().proxied(source.id()));
        if (!proxied.isEmpty()) {
            facts.add(new Fact("By the proxy", proxied, links.of(source.id(), "repairs")));
        }
        store.announcements().report(source.id()).filter(AnnouncementReport::isWorthTelling)
                .ifPresent(told -> fact(facts, "Announces", AnnouncementText.line(told)));
        store.sourceSubscriptions().of(source.id())
                .ifPresent(known -> fact(facts, "Subscription", SourceSubscriptionText.line(known)));
        settings(facts, source);
        description(facts, source.id());
        care(facts, source.id());
        return facts;
    }

    private static void fact(List<Fact> facts, String label, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            facts.add(Fact.of(label, value));
        }
    }

    private void settings(List<Fact> facts, Source source) {
        Source.Settings settings = source.settings();
        fact(facts, "Formats", Phrases.chosen(source.prefixes()));
        fact(facts, "Sets", Phrases.chosen(source.sets()));
        fact(facts, "Latency", settings.latency() == null ? null : Phrases.duration(settings.latency()));
        fact(facts, "Policy", settings.policy());
        fact(facts, "User-Agent", settings.userAgent());
        fact(facts, "From", settings.from());
        AccessReport.lines(settings.access()).forEach((label, value) -> fact(facts, Phrases.capital(label), value));
        fact(facts, "Derived formats", String.join(", ", SourceJson.formats(store, source.id())));
        ProfileReport.lines(store.profile(source.id()))
                .forEach((label, value) -> fact(facts, Phrases.capital(label), value));
    }

    private void description(List<Fact> facts, String id) {
        RepositoryDescription identify = store.description(id).map(SourceDescription::identify).orElse(null);
        if (identify != null) {
            fact(facts, "Identify", SourceReport.identity(identify));
            fact(facts, "Administrator", String.join(", ", identify.adminEmails()));
        }
    }

    private void care(List<Fact> facts, String id) {
        for (FormatCount count : store.statistics().formats(id)) {
            fact(facts, "Items in " + count.prefix(), Phrases.number(count.live())
                    + (count.lacking() == 0 ? "" : "; " + Phrases.number(count.lacking()) + " lack it"));
        }
        for (CensusReport census : store.heldDeletions().censuses(id)) {
            fact(facts, "Census of " + census.prefix(), Times.format(census.at()) + ": " + Phrases.census(census));
        }
        fact(facts, "History", store.monitoring().of(id).history() ? "every version is kept" : null);
        fact(facts, "Repository of everything", store.monitoring().of(id).listed() ? null : "left out; served at /oai/" + id);
        long withheld = store.derivations().withheld(id);
        fact(facts, "Withheld", withheld == 0 ? null : Phrases.number(withheld) + " that could not be made");
    }
}
