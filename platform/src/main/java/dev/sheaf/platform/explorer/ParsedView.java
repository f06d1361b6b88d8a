package dev.sheaf.platform.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.platform.server.load.WorkDeadline;

/**
 * An answer with linked values: identifiers lead to their records, sets and formats to their lists, tokens to the next page.
 *
 * @param element of the answer, such as {@code ListRecords}; empty for errors
 * @param envelope responseDate and request
 * @param entries the first entries
 * @param total number of entries in the response
 * @param token elements of the resumption token; empty if there is none
 * @param nextHref next page; null if none follows
 */
public record ParsedView(String element, List<ElementRow> envelope, List<ResponseEntry> entries, int total,
        List<ElementRow> token,
        @Nullable String nextHref) {

    private static final int MOST_ENTRIES = 100;
    private static final int MOST_SETS = 1_000;
    private static final int MOST_DESCRIPTIONS = 20;
    private static final int VALUES_OF_A_RECORD = 500;
    private static final int VALUES_IN_A_LIST = 60;
    private static final int MOST_SET_SPECS = 50;

    /** Copies the lists. */
    public ParsedView {
        envelope = List.copyOf(envelope);
        entries = List.copyOf(entries);
        token = List.copyOf(token);
    }

    /** Returns the number of entries that are not shown. */
    public int left() {
        return total - entries.size();
    }

    static ParsedView of(OaiResponse response, ExplorerQuestion question, ExplorerLinks links, ExplorerTexts texts) {
        List<ElementRow> envelope = new ArrayList<>();
        add(envelope, "responseDate", response.responseDate().text());
        List<LinkedText> request = new ArrayList<>(LinkedText.of(response.request().baseUrl()));
        response.request().arguments()
                .forEach((name, value) -> request.add(LinkedText.plain(" " + name + "=\"" + value + "\"")));
        if (!request.isEmpty()) {
            envelope.add(ElementRow.of("request", request));
        }
        Reader reader = new Reader(question, links, texts);
        List<ResponseEntry> beside = response.errorsBeside().stream().limit(MOST_ENTRIES).map(reader::error).toList();
        return switch (response.answer()) {
            case OaiResponse.Errors(List<OaiError> errors) -> new ParsedView("", envelope,
                    errors.stream().limit(MOST_ENTRIES).map(reader::error).toList(), errors.size(), List.of(), null);
            case OaiResponse.Identify(RepositoryDescription description) -> new ParsedView("Identify", envelope,
                    joined(List.of(reader.identify(description)), beside), 1 + beside.size(), List.of(), null);
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> new ParsedView("ListMetadataFormats", envelope,
                    joined(formats.stream().limit(MOST_ENTRIES).map(reader::format).toList(), beside),
                    formats.size() + beside.size(), List.of(), null);
            case OaiResponse.ListIndexFormats(List<MetadataFormat> formats) -> new ParsedView("ListIndexFormats", envelope,
                    joined(formats.stream().limit(MOST_ENTRIES).map(reader::format).toList(), beside),
                    formats.size() + beside.size(), List.of(), null);
            case OaiResponse.ListSets(List<OaiSet> sets, ResumptionToken token) -> new ParsedView("ListSets", envelope,
                    joined(sets.stream().limit(MOST_SETS).map(reader::set).toList(), beside), sets.size() + beside.size(),
                    token(token), reader.next("ListSets", token));
            case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> new ParsedView("ListIdentifiers",
                    envelope, joined(headers.stream().limit(MOST_ENTRIES).map(reader::header).toList(), beside),
                    headers.size() + beside.size(), token(token), reader.next("ListIdentifiers", token));
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> new ParsedView("ListRecords",
                    envelope, joined(records.stream().limit(MOST_ENTRIES).map(record -> reader.record(record, VALUES_IN_A_LIST))
                            .toList(), beside),
                    records.size() + beside.size(), token(token), reader.next("ListRecords", token));
            case OaiResponse.GetRecord(OaiRecord record) -> new ParsedView("GetRecord", envelope,
                    joined(List.of(reader.record(record, VALUES_OF_A_RECORD)), beside), 1 + beside.size(), List.of(), null);
        };
    }

    private static List<ResponseEntry> joined(List<ResponseEntry> entries, List<ResponseEntry> beside) {
        return Stream.concat(entries.stream(), beside.stream()).toList();
    }

    private static void add(List<ElementRow> rows, String label, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            rows.add(ElementRow.of(label, LinkedText.of(value)));
        }
    }

    private static List<ElementRow> token(@Nullable ResumptionToken token) {
        List<ElementRow> rows = new ArrayList<>();
        if (token != null) {
            add(rows, "resumptionToken", token.value());
            add(rows, "completeListSize", token.completeListSize() == null ? null : token.completeListSize().toString());
            add(rows, "cursor", token.cursor() == null ? null : token.cursor().toString());
            add(rows, "expirationDate", token.expirationDate());
        }
        return rows;
    }

    /** Maker of the entries of one answer. */
    private record Reader(ExplorerQuestion question, ExplorerLinks links, ExplorerTexts texts) {

        /** Returns the format for links from the answer: that of the request, else the one that every repository must have. */
        String prefix() {
            return question.prefix().isEmpty() ? MetadataPrefix.OAI_DC.value() : question.prefix();
        }

        @Nullable
        String next(String verb, @Nullable ResumptionToken token) {
            return token == null || token.isLast() ? null : links.next(verb, token.value(), question.prefix());
        }

        ResponseEntry error(OaiError error) {
            String key = "error." + error.code();
            return new ResponseEntry(List.of(LinkedText.plain(error.code().isEmpty() ? "error" : error.code())), false,
                    error.known().isPresent() ? texts.of(key) : "",
                    error.message().isEmpty() ? List.of() : List.of(ElementRow.of("error", LinkedText.of(error.message()))),
                    List.of(),
                    List.of());
        }

        ResponseEntry identify(RepositoryDescription description) {
            List<ElementRow> rows = new ArrayList<>();
            add(rows, "repositoryName", description.repositoryName());
            if (!description.baseUrl().isEmpty()) {
                rows.add(ElementRow.of("baseURL",
                        List.of(LinkedText.linked(description.baseUrl(), links.explore(description.baseUrl())))));
            }
            add(rows, "protocolVersion", description.protocolVersion());
            if (!description.adminEmails().isEmpty()) {
                rows.add(new ElementRow("adminEmail",
                        description.adminEmails().stream().limit(MOST_SET_SPECS).map(mail -> List.of(LinkedText.plain(mail)))
                                .toList()));
            }
            add(rows, "earliestDatestamp", description.earliestDatestamp().text());
            add(rows, "deletedRecord", description.deletedRecord());
            add(rows, "granularity", description.granularityText());
            if (!description.compressions().isEmpty()) {
                rows.add(new ElementRow("compression",
                        description.compressions().stream().limit(MOST_SET_SPECS).map(one -> List.of(LinkedText.plain(one)))
                                .toList()));
            }
            return new ResponseEntry(List.of(), false, "", rows,
                    parts("description", description.descriptions(), VALUES_OF_A_RECORD),
                    List.of());
        }

        private List<ResponseEntry.Part> parts(String element, List<XmlFragment> fragments, int most) {
            WorkDeadline.check();
            return fragments.stream().limit(MOST_DESCRIPTIONS)
                    .map(fragment -> ResponseEntry.Part.of(element, ElementRows.of(fragment, most, links))).toList();
        }

        ResponseEntry format(MetadataFormat format) {
            String prefix = format.prefix().value();
            String identifier = question.value("identifier");
            List<ElementRow> rows = new ArrayList<>();
            add(rows, "schema", format.schema());
            add(rows, "metadataNamespace", format.namespace());
            if (!identifier.isEmpty()) {
                String href = links.record(identifier, prefix);
                return new ResponseEntry(List.of(LinkedText.linked(prefix, href)), false, "", rows, List.of(),
                        List.of(new ResponseEntry.Action("GetRecord", prefix, href)));
            }
            return new ResponseEntry(List.of(LinkedText.linked(prefix, links.records(prefix, ""))), false, "", rows, List.of(),
                    List.of(new ResponseEntry.Action("ListRecords", prefix, links.records(prefix, "")),
                            new ResponseEntry.Action("ListIdentifiers", prefix, links.identifiers(prefix, ""))));
        }

        ResponseEntry set(OaiSet set) {
            String spec = set.spec().value();
            List<ElementRow> rows = new ArrayList<>();
            add(rows, "setName", set.name());
            return new ResponseEntry(List.of(LinkedText.linked(spec, links.records(prefix(), spec))), false, "", rows,
                    parts("setDescription", set.descriptions(), VALUES_IN_A_LIST),
                    List.of(new ResponseEntry.Action("ListRecords", spec, links.records(prefix(), spec)),
                            new ResponseEntry.Action("ListIdentifiers", spec, links.identifiers(prefix(), spec))));
        }

        ResponseEntry header(Header header) {
            return entry(header, List.of());
        }

        ResponseEntry record(OaiRecord record, int most) {
            List<ResponseEntry.Part> parts = new ArrayList<>();
            XmlFragment metadata = record.metadata();
            if (metadata != null) {
                parts.addAll(parts("metadata", List.of(metadata), most));
            }
            XmlFragment index = record.index();
            if (index != null) {
                parts.addAll(parts("index", List.of(index), most));
            }
            parts.addAll(parts("about", record.about(), most));
            return entry(record.header(), parts);
        }

        private ResponseEntry entry(Header header, List<ResponseEntry.Part> parts) {
            String identifier = header.identifier();
            List<ElementRow> rows = new ArrayList<>();
            add(rows, "datestamp", header.datestamp().text());
            if (!header.sets().isEmpty()) {
                rows.add(new ElementRow("setSpec", header.sets().stream().limit(MOST_SET_SPECS).map(SetSpec::value)
                        .map(spec -> List.of(LinkedText.linked(spec, links.records(prefix(), spec)))).toList()));
            }
            String formats = links.ask("verb", "ListMetadataFormats", "identifier", identifier);
            List<LinkedText> title = identifier.isEmpty()
                    ? List.of(LinkedText.plain(texts.of("entry.nameless")))
                    : List.of(LinkedText.linked(identifier, links.record(identifier, prefix())));
            return new ResponseEntry(title, header.deleted(), "", rows, parts,
                    identifier.isEmpty()
                            ? List.of()
                            : List.of(new ResponseEntry.Action("GetRecord", identifier, links.record(identifier,
                                    prefix())), new ResponseEntry.Action("ListMetadataFormats", identifier, formats)));
        }
    }
}
