package dev.sheaf.platform.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.platform.store.ProxiedFault;
import dev.sheaf.platform.store.ServedNames;

/**
 * Puts what was read into a form that the schema of responses allows, and notes each change. Values are corrected where it is plain what they
 * mean; an entry without identifier is left out. Belongs to one response.
 */
final class LegalForm {

    /** Formats that repositories of protocol 1.x name without a namespace. */
    private static final Map<String, String> NAMESPACES = Map.of("http://www.openarchives.org/OAI/dc.xsd", Namespaces.OAI_DC,
            "http://www.openarchives.org/OAI/1.1/dc.xsd", Namespaces.OAI_DC, Namespaces.OAI_DC_SCHEMA, Namespaces.OAI_DC,
            "http://www.openarchives.org/OAI/rfc1807.xsd", "http://info.internet.isi.edu:80/in-notes/rfc/files/rfc1807.txt",
            "http://www.openarchives.org/OAI/1.1/rfc1807.xsd", "http://info.internet.isi.edu:80/in-notes/rfc/files/rfc1807.txt",
            "http://www.openarchives.org/OAI/oai_marc.xsd", "http://www.openarchives.org/OAI/1.1/oai_marc",
            "http://www.openarchives.org/OAI/1.1/oai_marc.xsd", "http://www.openarchives.org/OAI/1.1/oai_marc");

    private final Datestamp responseDate;
    private final String prefix;
    private final List<ProxiedFault> faults = new ArrayList<>();

    /**
     * @param responseDate legal; stands for a datestamp that cannot be read
     * @param prefix format that was asked for; empty when none was
     */
    LegalForm(Datestamp responseDate, String prefix) {
        this.responseDate = responseDate;
        this.prefix = prefix;
    }

    /** What was changed and left out. */
    List<ProxiedFault> faults() {
        return List.copyOf(faults);
    }

    private void note(@Nullable String identifier, String kind, String what, String before, String after) {
        faults.add(new ProxiedFault(identifier, kind, prefix, -1, what, before, after));
    }

    /** The answer in legal form; Identify is another's business. */
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
        return Optional.of(header.equals(record.header()) ? record : new OaiRecord(header, record.metadata(), record.about()));
    }

    private Optional<Header> header(Header header) {
        if (header.identifier().isEmpty()) {
            note(null, ProxiedFault.DROPPED, "a record without an identifier", "", "");
            return Optional.empty();
        }
        boolean isLegal = header.datestamp().isLegal() && header.sets().stream().allMatch(SetSpec::isLegal);
        return Optional.of(isLegal
                ? header
                : new Header(header.identifier(), datestamp(header), sets(header), header.deleted()));
    }

    private Datestamp datestamp(Header header) {
        Datestamp received = header.datestamp();
        if (received.isLegal()) {
            return received;
        }
        Datestamp legal = ReceivedDate.legal(received.text()).orElse(responseDate);
        note(header.identifier(), "datestamp", received.text().isBlank()
                ? "the datestamp is missing: that of the response stands for it"
                : "the datestamp is not of the form that the protocol has", received.text(), legal.text());
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
        note(identifier, "set", "the setSpec has characters that it must not have: they were escaped", set.value(),
                served.value());
        return served;
    }

    private Optional<OaiSet> set(OaiSet set) {
        if (set.spec().value().isEmpty()) {
            note(null, ProxiedFault.DROPPED, "a set without setSpec", set.name(), "");
            return Optional.empty();
        }
        return Optional.of(set.spec().isLegal() ? set : new OaiSet(spec(null, set.spec()), set.name(), set.descriptions()));
    }

    private Optional<MetadataFormat> format(MetadataFormat format) {
        String schema = format.schema().strip();
        String namespace = format.namespace().strip();
        if (namespace.isEmpty()) {
            namespace = NAMESPACES.getOrDefault(schema, "");
        }
        if (format.prefix().equals(MetadataPrefix.OAI_DC) && (schema.isEmpty() || namespace.isEmpty())) {
            schema = MetadataFormat.OAI_DC.schema();
            namespace = MetadataFormat.OAI_DC.namespace();
        }
        if (namespace.isEmpty() || schema.isEmpty()) {
            note(null, ProxiedFault.DROPPED, "the format '" + format.prefix() + "' has no schema or no namespace", "", "");
            return Optional.empty();
        }
        if (!namespace.equals(format.namespace())) {
            note(null, "format", "the format '" + format.prefix() + "' got the namespace that it is known by", format.namespace(),
                    namespace);
        }
        return Optional.of(new MetadataFormat(format.prefix(), schema, namespace));
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
        note(null, "error-code", "the error has a code that is none of the protocol's", error.code(), code.text());
        return new OaiError(code, error.code() + (error.message().isEmpty() ? "" : ": " + error.message()));
    }

    private @Nullable ResumptionToken token(@Nullable ResumptionToken token) {
        if (token == null) {
            return null;
        }
        String expires = token.expirationDate();
        Datestamp expiry = expires == null ? null : ReceivedDate.legal(expires).orElse(null);
        Long size = token.completeListSize();
        Long cursor = token.cursor();
        // Sizes that cannot be are said by nobody rather than by us; a day is not a time.
        return new ResumptionToken(token.value(), expiry == null || expiry.text().length() == 10 ? null : expiry.text(),
                size == null || size <= 0 ? null : size, cursor == null || cursor < 0 ? null : cursor);
    }
}
