package dev.sheaf.platform.web;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.web.VersionPage.Version;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.records.RecordVersion;

/**
 * The history of a record on its page: with {@code ?version=N} a former version ({@code &raw} its metadata alone), with {@code
 * ?compare=N&with=M} the differences between two. Numbers count from 1, the oldest stored version.
 */
final class RecordHistoryView {

    private static final String VERSION = "version";
    private static final String COMPARE = "compare";
    private static final String WITH = "with";
    /** Largest number of listed versions; older ones stay in the store. */
    private static final int LISTED = 1_000;

    private final HubStore store;
    private final Templates templates;
    private final MessagePageView messages;

    RecordHistoryView(HubStore store, Templates templates, MessagePageView messages) {
        this.store = store;
        this.templates = templates;
        this.messages = messages;
    }

    /** Returns true if a request is for the record's history. */
    static boolean isAskedFor(Context context) {
        return context.queryParam(VERSION) != null || context.queryParam(COMPARE) != null;
    }

    void show(Context context, RecordAddress address, StoredRecord present) throws IOException {
        List<Version> versions = versions(address);
        context.header("Cache-Control", "no-cache");
        // Search engines should find the record's own page.
        context.header("X-Robots-Tag", "noindex");
        if (context.queryParam(VERSION) != null) {
            showVersion(context, address, present, versions);
        } else {
            compare(context, address, present, versions);
        }
    }

    /** Returns the versions of a record, the present one first; empty if there is only one. */
    List<Version> versions(RecordAddress address) {
        List<RecordVersion> found = store.history().versions(address.source(), address.prefix(), address.identifier(), LISTED);
        return found.size() < 2 ? List.of() : found.stream().map(version -> version(address, version)).toList();
    }

    private Version version(RecordAddress address, RecordVersion version) {
        List<String> notes = new ArrayList<>();
        if (version.present()) {
            notes.add("shown now");
        }
        if (version.deleted()) {
            notes.add("withdrawn");
        }
        if (version.undone()) {
            notes.add("taken back by a rollback");
        }
        Instant shown = version.datestamp().instant().orElse(null);
        Instant at = version.harvested() == null ? shown : version.harvested();
        String when = Times.format(at);
        int number = version.number();
        return new Version(number, when == null ? "" : when, at == null ? null : at.toString(),
                version.originDatestamp() == null ? "" : version.originDatestamp().text(), String.join(", ", notes),
                version.present(), link(version.present() ? address.path() : path(address, number)),
                number == 1 ? null : link(address.path() + "?compare=" + (number - 1) + "&with=" + number));
    }

    private void showVersion(Context context, RecordAddress address, StoredRecord present, List<Version> versions)
            throws IOException {
        int number = number(context.queryParam(VERSION));
        Optional<Version> chosen = versions.stream().filter(version -> version.number() == number).findFirst();
        Optional<StoredRecord> found = stored(address, present, versions, number);
        if (chosen.isEmpty()) {
            messages.noSuchVersion(context);
            return;
        }
        if (found.isEmpty()) {
            messages.damagedVersion(context);
            return;
        }
        StoredRecord stored = found.get();
        XmlFragment metadata = stored.record().metadata();
        if (metadata != null && context.queryParamMap().containsKey("raw")) {
            SecurityPolicy.FOREIGN.applyTo(context);
            CodedBody.write(context, "text/xml;charset=UTF-8", out -> out.write(metadata.utf8()));
            return;
        }
        Value title = title(address, stored);
        templates.show(context, "version.jte", new VersionPage(title == null ? address.identifier() : title.text(),
                title == null ? null : LanguageTag.of(title.language()), templates.site().baseUrl() + address.path(),
                link(address.path()), address.prefix().value(), stored.record().deleted(), chosen.get(),
                metadata == null ? List.of() : XmlListing.of(metadata),
                XmlListing.ofAll(stored.record().about(), XmlListing.LONGEST), link(path(address, number) + "&raw"), versions));
    }

    private void compare(Context context, RecordAddress address, StoredRecord present, List<Version> versions)
            throws IOException {
        int before = number(context.queryParam(COMPARE));
        String with = context.queryParam(WITH);
        int after = with == null && !versions.isEmpty() ? versions.getFirst().number() : number(with);
        Optional<Version> first = versions.stream().filter(version -> version.number() == before).findFirst();
        Optional<Version> second = versions.stream().filter(version -> version.number() == after).findFirst();
        Optional<StoredRecord> one = stored(address, present, versions, before);
        Optional<StoredRecord> other = stored(address, present, versions, after);
        if (first.isEmpty() || second.isEmpty()) {
            messages.noSuchVersion(context);
            return;
        }
        if (one.isEmpty() || other.isEmpty()) {
            messages.damagedVersion(context);
            return;
        }
        List<TextDiff.Line> lines = TextDiff.of(VersionText.of(one.get().record()), VersionText.of(other.get().record()));
        Value title = title(address, other.get());
        templates.show(context, "comparison.jte",
                new ComparisonPage(title == null ? address.identifier() : title.text(),
                        templates.site().baseUrl() + address.path(), link(address.path()),
                        address.prefix().value(), first.get(), second.get(), count(lines, TextDiff.Kind.REMOVED),
                        count(lines, TextDiff.Kind.ADDED), DiffBlocks.of(lines), versions));
    }

    private static long count(List<TextDiff.Line> lines, TextDiff.Kind kind) {
        return lines.stream().filter(line -> line.kind() == kind).count();
    }

    private Optional<StoredRecord> stored(RecordAddress address, StoredRecord present, List<Version> versions, int number) {
        return !versions.isEmpty() && versions.getFirst().number() == number
                ? Optional.of(present)
                : store.history().version(address.source(), address.prefix(), address.identifier(), number);
    }

    private static @Nullable Value title(RecordAddress address, StoredRecord stored) {
        return address.prefix().equals(MetadataPrefix.OAI_DC)
                ? DublinCore.readOrEmpty(stored.record().metadata()).first(Element.TITLE).orElse(null)
                : null;
    }

    /** Returns the number; 0, which no version has, if the text is not a number. */
    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }

    private static String path(RecordAddress address, int number) {
        return address.path() + "?version=" + number;
    }

    private String link(String path) {
        return templates.site().link(path);
    }
}
