package dev.sheaf.platform.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.store.sources.ProxiedFault;

/**
 * Converter of a response into the form that the schema of responses allows. It records each change. Values are corrected if their meaning
 * is clear; an entry without identifier is left out. Used for one response.
 */
final class LegalForm {

    private final Datestamp responseDate;
    private final String prefix;
    private final KnownSource known;
    private final MetadataFormat format;
    private final List<ProxiedFault> faults = new ArrayList<>();

    /**
     * @param responseDate legal date that replaces unreadable datestamps
     * @param prefix requested format; empty if none was requested
     * @param known knowledge of the hub about the source
     */
    LegalForm(Datestamp responseDate, String prefix, KnownSource known) {
        this.responseDate = responseDate;
        this.prefix = prefix;
        this.known = known;
        this.format = known.stated().stream().filter(one -> one.prefix().value().equals(prefix)).findFirst()
                .orElse(new MetadataFormat(new MetadataPrefix(prefix.isEmpty() ? "unknown" : prefix), "", ""));
    }

    /** Returns the changes and omissions. */
    List<ProxiedFault> faults() {
        return List.copyOf(faults);
    }

    private void note(@Nullable String identifier, String kind, String what, String before, String after) {
        faults.add(new ProxiedFault(identifier, kind, prefix, -1, what, before, after));
    }

    /** Returns the answer in legal form. {@link IdentifyForm} corrects Identify. */
    OaiResponse.Answer answer(OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.ListRecords list -> new OaiResponse.ListRecords(
                    list.records().stream().map(this::record).flatMap(Optional::stream).toList(), token(list.resumptionToken()));
            case OaiResponse.ListIdentifiers list -> new OaiResponse.ListIdentifiers(
                    list.headers().stream().map(this::header).flatMap(Optional::stream).toList(), token(list.resumptionToken()));
            case OaiResponse.ListSets list -> new OaiResponse.ListSets(
                    list.sets().stream().map(this::set).flatMap(Optional::stream).toList(), token(list.resumptionToken()));
            case OaiResponse.GetRecord(OaiRecord record) -> record(record).<OaiResponse.Answer>map(OaiResponse.GetRecord::new)
                    .orElse(new OaiResponse.ListRecords(List.of(), null));
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> new OaiResponse.ListMetadataFormats(
                    formats.stream().map(this::format).flatMap(Optional::stream).toList());
            case OaiResponse.Errors(List<OaiError> errors) -> new OaiResponse.Errors(errors.stream().map(this::error).toList());
            case OaiResponse.Identify identify -> identify;
            case OaiResponse.ListIndexFormats formats -> formats;
        };
    }

    private Optional<OaiRecord> record(OaiRecord record) {
        Header header = header(record.header()).orElse(null);
        if (header == null) {
            return Optional.empty();
        }
        if (header.deleted() && (record.metadata() != null || !record.about().isEmpty())) {
            note(header.identifier(), "deleted", "the metadata of a deleted record was left out", "", "");
            return Optional.of(new OaiRecord(header, null));
        }
        OaiRecord legal = content(header, record).orElse(null);
        return legal == null
                ? Optional.empty()
                : Optional.of(legal.equals(record) && header.equals(record.header())
                        ? record
                        : new OaiRecord(header, legal.metadata(), legal.about()));
    }

    /** Returns the record with the metadata and containers that a response may contain; empty if the metadata cannot be corrected. */
    private Optional<OaiRecord> content(Header header, OaiRecord record) {
        XmlFragment metadata = record.metadata();
        if (metadata == null) {
            return Optional.of(record);
        }
        LegalFragment.Checked checked = LegalFragment.metadata(metadata, format);
        if (checked.fragment() == null) {
            note(header.identifier(), ProxiedFault.DROPPED, checked.what(), "", "");
            return Optional.empty();
        }
        boolean same = checked.what().isEmpty();
        if (!same) {
            note(header.identifier(), Repair.Kind.NAMESPACE.text(), checked.what(), "", "");
        }
        List<XmlFragment> about = new ArrayList<>(record.about().size());
        for (XmlFragment container : record.about()) {
            LegalFragment.Checked one = LegalFragment.container(container);
            if (!one.what().isEmpty()) {
                same = false;
                note(header.identifier(), Repair.Kind.NAMESPACE.text(), one.what(), "", "");
            }
            if (one.fragment() != null) {
                about.add(one.fragment());
            }
        }
        return Optional.of(same ? record : new OaiRecord(record.header(), checked.fragment(), about));
    }

    private Optional<Header> header(Header header) {
        if (header.identifier().isEmpty()) {
            note(null, ProxiedFault.DROPPED, "a record without an identifier", "", "");
            return Optional.empty();
        }
        boolean isLegal = header.datestamp().isLegal() && known.fitting(header.datestamp()).equals(header.datestamp())
                && header.sets().stream().allMatch(SetSpec::isLegal);
        return Optional.of(isLegal
                ? header
                : new Header(header.identifier(), datestamp(header), sets(header), header.deleted()));
    }

    private Datestamp datestamp(Header header) {
        Datestamp received = header.datestamp();
        if (received.isLegal()) {
            Datestamp fitting = known.fitting(received);
            if (!fitting.equals(received)) {
                note(header.identifier(), "datestamp", "the datestamp has another granularity than Identify announces",
                        received.text(),
                        fitting.text());
            }
            return fitting;
        }
        Datestamp legal = known.fitting(ReceivedDate.legal(received).orElse(responseDate));
        note(header.identifier(), "datestamp", received.text().isBlank()
                ? "the datestamp is missing: the responseDate replaces it"
                : "the datestamp does not have the form that the protocol requires", received.text(), legal.text());
        return legal;
    }

    private List<SetSpec> sets(Header header) {
        List<SetSpec> sets = new ArrayList<>();
        for (SetSpec set : header.sets()) {
            if (set.value().isEmpty()) {
                note(header.identifier(), "set", "an empty setSpec was left out", "", "");
            } else {
                sets.add(spec(header.identifier(), set));
            }
        }
        return sets;
    }

    private SetSpec spec(@Nullable String identifier, SetSpec set) {
        if (set.isLegal()) {
            return set;
        }
        SetSpec served = new SetSpec(ServedNames.set(set.value()));
        note(identifier, "set", "the setSpec has illegal characters: they were escaped", set.value(),
                served.value());
        return served;
    }

    private Optional<OaiSet> set(OaiSet set) {
        if (set.spec().value().isEmpty()) {
            note(null, ProxiedFault.DROPPED, "a set without setSpec", set.name(), "");
            return Optional.empty();
        }
        return Optional.of(new OaiSet(spec(null, set.spec()), set.name(), descriptions(set)));
    }

    private List<XmlFragment> descriptions(OaiSet set) {
        List<XmlFragment> legal = new ArrayList<>(set.descriptions().size());
        for (XmlFragment description : set.descriptions()) {
            LegalFragment.Checked checked = LegalFragment.container(description);
            if (!checked.what().isEmpty()) {
                note(null, Repair.Kind.NAMESPACE.text(), checked.what(), "", "");
            }
            if (checked.fragment() != null) {
                legal.add(checked.fragment());
            }
        }
        return legal;
    }

    private Optional<MetadataFormat> format(MetadataFormat format) {
        if (format.prefix().value().isEmpty()) {
            note(null, ProxiedFault.DROPPED, "a format without a metadataPrefix", format.schema(), "");
            return Optional.empty();
        }
        // If the hub has records of the format, its own list has the namespace of their root.
        String namespace = !format.namespace().isBlank()
                ? format.namespace()
                : known.formats().stream()
                        .filter(one -> one.prefix().equals(format.prefix())).map(MetadataFormat::namespace).findFirst()
                        .orElse("");
        MetadataFormat legal = format.prefix().equals(MetadataPrefix.OAI_DC)
                && (format.schema().isBlank() || format.namespace().isBlank())
                        ? MetadataFormat.OAI_DC
                        : LegalFragment.listed(new MetadataFormat(format.prefix(), format.schema(), namespace));
        if (!legal.namespace().equals(format.namespace())) {
            note(null, "format", "the namespace of the format '" + format.prefix() + "' was missing or wrong and was replaced",
                    format.namespace(),
                    legal.namespace());
        }
        return Optional.of(legal);
    }

    private OaiError error(OaiError error) {
        if (error.known().isPresent()) {
            return error;
        }
        OaiError.Code code = OaiError.Code.BAD_ARGUMENT;
        for (OaiError.Code candidate : OaiError.Code.values()) {
            if (candidate.text().toLowerCase(Locale.ROOT).equals(error.code().strip().toLowerCase(Locale.ROOT))) {
                code = candidate;
            }
        }
        note(null, "error-code", "the error has a code that the protocol does not know", error.code(), code.text());
        return new OaiError(code, Stream.of(error.code(), error.message()).filter(text -> !text.isBlank())
                .collect(Collectors.joining(": ")));
    }

    private @Nullable ResumptionToken token(@Nullable ResumptionToken token) {
        if (token == null) {
            return null;
        }
        String expires = token.expirationDate();
        Datestamp expiry = expires == null ? null : ReceivedDate.legal(expires).orElse(null);
        Long size = token.completeListSize();
        Long cursor = token.cursor();
        // Impossible sizes are left out. An expiration date without a time is illegal and is left out as well.
        return new ResumptionToken(token.value(), expiry == null || expiry.text().length() == 10 ? null : expiry.text(),
                size == null || size <= 0 ? null : size, cursor == null || cursor < 0 ? null : cursor);
    }
}
