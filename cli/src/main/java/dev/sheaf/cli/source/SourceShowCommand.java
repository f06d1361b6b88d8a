package dev.sheaf.cli.source;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import dev.sheaf.cli.harvest.FaultsText;
import dev.sheaf.cli.program.CommandFailedException;
import dev.sheaf.cli.program.ConfiguredIdentity;
import dev.sheaf.cli.program.Console;
import dev.sheaf.cli.program.DataDirectory;
import dev.sheaf.cli.program.Deriving;
import dev.sheaf.cli.program.Json;
import dev.sheaf.cli.program.Program;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.platform.config.LogOutput;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.report.AccessReport;
import dev.sheaf.platform.report.AnnouncementText;
import dev.sheaf.platform.report.FullTextReport;
import dev.sheaf.platform.report.Phrases;
import dev.sheaf.platform.report.ProfileReport;
import dev.sheaf.platform.report.SourceJson;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.report.SourceSubscriptionText;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.AnnouncementReport;

/** Prints all data of a source. */
@Command(name = "show", description = "Prints all data of a source.", footerHeading = "%nExamples:%n", footer = {
        "  sheaf source show arxiv", "  sheaf source show arxiv --json", "  sheaf source show arxiv --run 17"})
public final class SourceShowCommand implements Callable<Integer> {

    /** Number of examples. Others mostly have the same faults. */
    private static final int MOST_WITHHELD = 10;
    private static final int SETS_SHOWN = 20;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "the source")
    @SuppressWarnings("NullAway.Init")
    private String id;

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Option(names = "--run", paramLabel = "N", description = "all stored data of one run: lists, notes, failed requests and commands that repeat them")
    private @Nullable Long run;

    /**
     * Returns a source.
     *
     * @throws CommandFailedException if there is none with the id
     */
    public static SourceStatus known(RecordStore store, String id) {
        return store.status(id).orElseThrow(() -> unknown(id));
    }

    /** Returns the message for an unknown source. */
    public static CommandFailedException unknown(String id) {
        return new CommandFailedException("there is no source '" + id + "'. Known ones: sheaf source list");
    }

    @Override
    public Integer call() {
        Program program = Program.of(spec);
        program.log(LogOutput.Detail.NORMAL);
        try (HubStore store = DataDirectory.open(program)) {
            SourceStatus status = known(store, Words.id(spec, id));
            SourceReport report = SourceReport.of(store, status);
            CareText care = new CareText(store, report,
                    ConfiguredIdentity.rules(program).of(status.source()));
            Long number = run;
            if (number != null) {
                if (json) {
                    Json.write(program.console(), generator -> care.writeRun(number, generator));
                } else {
                    care.writeRun(number, (label, value) -> line(program.console(), label, value));
                }
                return 0;
            }
            if (json) {
                Json.write(program.console(), generator -> SourceJson.whole(generator, store, status));
            } else {
                text(program.console(), status, report,
                        store.description(id).orElseGet(() -> new SourceDescription(null, null, null)));
                ProfileReport.lines(store.profile(id))
                        .forEach((label, value) -> line(program.console(), "server", label + ": " + value));
                store.announcements().report(id).filter(AnnouncementReport::isWorthTelling)
                        .ifPresent(told -> line(program.console(), "announces", AnnouncementText.line(told)));
                store.sourceSubscriptions().of(id)
                        .ifPresent(known -> line(program.console(), "subscription", SourceSubscriptionText.line(known)));
                home(program.console(), store);
                derived(program.console(), store);
                fullTexts(program.console(), store, program);
                new FaultsText(store, id).write((label, value) -> line(program.console(), label, value));
                care.write(program.surroundings().clock().instant(), (label, value) -> line(program.console(), label, value));
            }
        }
        return 0;
    }

    /** Returns the time of the stored state of the source; null if no harvest was tried yet. */
    private static @Nullable String asOf(SourceStatus status) {
        Instant asOf = status.asOf();
        String whole = "never " + status.source().kind().done() + " whole";
        String time = asOf == null ? whole : asOf + (status.stale() ? ", stale" : "");
        return asOf == null && status.lastOutcome() == null ? null : time;
    }

    private static void text(Console console, SourceStatus status, SourceReport report, SourceDescription description) {
        Source source = status.source();
        line(console, "id", source.id());
        line(console, "name", report.name());
        line(console, "base URL", source.baseUrl());
        line(console, "records", Words.number(status.records()) + " live, " + Words.number(status.deleted()) + " deleted");
        line(console, "state", report.state());
        line(console, "waiting for", report.waitingText());
        line(console, "last " + source.kind().run(), report.lastHarvest());
        line(console, "as of", asOf(status));
        line(console, "next harvest", report.next() == null ? null : report.next().due() + ": " + report.next().because());
        line(console, "last outcome", status.lastOutcome() == null
                ? null
                : status.lastOutcome() + " (" + Words.counts(status.lastOutcome().counts()) + ")");
        boolean harvested = source.kind().isHarvested();
        line(console, "formats", harvested ? Phrases.chosen(source.prefixes()) : null);
        line(console, "sets", harvested ? Phrases.chosen(source.sets()) : null);
        line(console, "latency", source.settings().latency() == null ? null : Words.duration(source.settings().latency()));
        line(console, "policy", source.settings().policy());
        line(console, "User-Agent", source.settings().userAgent());
        line(console, "From", source.settings().from());
        AccessReport.lines(source.settings().access()).forEach((label, value) -> line(console, label, value));
        RepositoryDescription identify = description.identify();
        if (identify != null) {
            line(console, "identify", SourceReport.identity(identify));
            line(console, "administrator", String.join(", ", identify.adminEmails()));
            line(console, "descriptions", identify.descriptions().isEmpty()
                    ? null
                    : identify.descriptions().stream().map(SourceShowCommand::named).collect(Collectors.joining(", ")));
        }
        List<MetadataFormat> formats = description.formats();
        String offered = offered(formats == null ? List.of() : formats, harvested);
        line(console, "formats offered", offered.isEmpty() ? null : offered);
        line(console, "sets offered", sets(description.sets(), harvested));
    }

    /** Returns the offered formats. Local records are also served in oai_dc. */
    private static String offered(List<MetadataFormat> formats, boolean harvested) {
        Stream<MetadataPrefix> own = formats.stream().map(MetadataFormat::prefix);
        return (harvested ? own : Stream.concat(own, Stream.of(MetadataPrefix.OAI_DC)).distinct()).map(MetadataPrefix::value)
                .collect(Collectors.joining(", "));
    }

    /** Returns the sets; those of local sources by name, because no other place shows the result of a mapping. */
    private static @Nullable String sets(@Nullable List<OaiSet> sets, boolean harvested) {
        if (sets == null) {
            return null;
        }
        if (harvested || sets.isEmpty()) {
            return Words.number(sets.size());
        }
        String shown = sets.stream().limit(SETS_SHOWN)
                .map(set -> set.name().equals(set.spec().value()) ? set.name() : set.spec() + " (" + set.name() + ")")
                .collect(Collectors.joining(", "));
        return sets.size() <= SETS_SHOWN ? shown : Words.number(sets.size()) + ": " + shown + ", …";
    }

    /** Prints the number of records that have this hub as their origin. */
    private void home(Console console, HubStore store) {
        long home = store.statistics().ownRecords(id);
        if (home > 0) {
            line(console, "came home", Words.number(home) + " records with this hub as origin (not stored)");
        }
    }

    /** Prints the derived formats, and the number of records that could not be converted. */
    private void derived(Console console, HubStore store) {
        line(console, "made of them", Deriving.formats(store, id));
        long withheld = store.derivations().withheld(id);
        if (withheld > 0) {
            line(console, "withheld", Words.number(withheld) + " that could not be made:");
            store.derivations().withheld(id, MOST_WITHHELD)
                    .forEach(one -> line(console, "", one.identifier() + " in " + one.prefix() + ": " + one.reason()));
        }
    }

    /** Returns the root of a description, with the fault of a container of the guidelines that cannot be used completely. */
    private static String named(XmlFragment description) {
        List<String> broken = ContainerReader.brokenEntries(description);
        String passedOver = broken.isEmpty()
                ? ""
                : " (entries that are not usable: " + broken.size() + ", the first is '"
                        + Phrases.oneLine(broken.getFirst()) + "')";
        return XmlFragments.rootName(description) + passedOver
                + ContainerReader.fault(description)
                        .map(fault -> " (not usable: " + Phrases.oneLine(fault) + ")")
                        .orElse("");
    }

    /** Prints the full-text indices, and their differences from the hub's own policy. */
    private void fullTexts(Console console, HubStore store, Program program) {
        IndexPolicy own = program.configuration().text(Setting.INDEX_POLICY).map(IndexPolicy::parse)
                .orElseGet(() -> RecordIndex.policy(Hub.indexOf(DataDirectory.of(program))));
        for (FullTextReport report : FullTextReport.of(store, id, own)) {
            line(console, "full texts", Words.number(report.items()) + " in " + report.prefix()
                    + (report.analyzer().isEmpty() ? "" : " (" + Phrases.oneLine(report.analyzer()) + ")"));
            report.differences().forEach(difference -> line(console, "", Phrases.oneLine(difference)));
        }
    }

    private static void line(Console console, String label, @Nullable String value) {
        if (value != null) {
            console.result(String.format("%-18s %s", label, value));
        }
    }
}
