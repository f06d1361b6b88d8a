package dev.sheaf.simulator.misbehaviour;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.Reply;

/**
 * Conversion of replies into those of a repository of protocol version 1.0 or 1.1: a root element per verb, days as datestamps, no sets in
 * headers, HTTP 400 instead of errors, empty lists instead of noRecordsMatch.
 */
final class OldProtocol {

    private final String version;

    /** @param version 1.0 or 1.1 */
    OldProtocol(String version) {
        this.version = version;
    }

    Reply reply(ReceivedRequest request, Reply reply) {
        OaiResponse response = reply.response();
        if (response == null) {
            return reply;
        }
        String body = body(request.verb(), response.answer());
        return body == null
                ? Behaviour.status(400).change(request, reply)
                : reply.withBody(document(request, response, body).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the elements that follow the echo of the request; null for HTTP 400. */
    private @Nullable String body(String verb, OaiResponse.Answer answer) {
        return switch (answer) {
            case OaiResponse.Errors errors -> emptyForError(verb, errors);
            case OaiResponse.Identify(RepositoryDescription description) -> element("repositoryName",
                    description.repositoryName())
                    + element("baseURL", description.baseUrl()) + element("protocolVersion", version)
                    + element("adminEmail", "mailto:" + description.adminEmails().getFirst());
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> formats.stream().map(this::format)
                    .collect(Collectors.joining());
            case OaiResponse.ListIndexFormats _ -> throw new IllegalArgumentException("protocol 1.x has no index formats");
            case OaiResponse.ListSets(List<OaiSet> sets, ResumptionToken token) -> sets.stream()
                    .map(set -> "<set>" + element("setSpec", set.spec().value()) + element("setName", set.name()) + "</set>\n")
                    .collect(Collectors.joining()) + token(token);
            case OaiResponse.GetRecord(OaiRecord record) -> record(record);
            case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> headers.stream()
                    .map(header -> "<identifier" + (header.deleted() ? " status=\"deleted\"" : "") + ">"
                            + escaped(header.identifier()) + "</identifier>\n")
                    .collect(Collectors.joining()) + token(token);
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> records.stream().map(this::record)
                    .collect(Collectors.joining()) + token(token);
        };
    }

    private static @Nullable String emptyForError(String verb, OaiResponse.Errors errors) {
        boolean empty = errors.has(Code.NO_RECORDS_MATCH) || errors.has(Code.NO_SET_HIERARCHY)
                || errors.has(Code.ID_DOES_NOT_EXIST);
        return empty && !verb.isEmpty() ? "" : null;
    }

    private String document(ReceivedRequest request, OaiResponse response, String body) {
        String namespace = "http://www.openarchives.org/OAI/" + version + "/OAI_" + request.verb();
        String xsi = version.equals("1.0") ? "http://www.w3.org/2000/10/XMLSchema-instance" : Namespaces.XSI;
        String date = response.responseDate().instant().orElse(Instant.EPOCH).toString().replace("Z", "+00:00");
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <%1$s xmlns="%2$s" xmlns:xsi="%3$s" xsi:schemaLocation="%2$s %2$s.xsd">
                <responseDate>%4$s</responseDate>
                <requestURL>%5$s</requestURL>
                %6$s</%1$s>
                """.formatted(request.verb(), namespace, xsi, date,
                escaped(response.request().baseUrl() + "?" + request.query()), body);
    }

    private String format(MetadataFormat format) {
        String schema = version.equals("1.0")
                ? "http://www.openarchives.org/OAI/dc.xsd"
                : "http://www.openarchives.org/OAI/1.1/dc.xsd";
        return "<metadataFormat>" + element("metadataPrefix", format.prefix().value()) + element("schema", schema)
                + element("metadataNamespace", Namespaces.DC) + "</metadataFormat>\n";
    }

    private String record(OaiRecord record) {
        XmlFragment metadata = record.metadata();
        return "<record" + (record.deleted() ? " status=\"deleted\"" : "") + "><header>"
                + element("identifier", record.identifier())
                + element("datestamp", record.header().datestamp().text().substring(0, 10)) + "</header>"
                + (metadata == null ? "" : "<metadata>" + dublinCore(metadata) + "</metadata>") + "</record>\n";
    }

    /** Returns Dublin Core in one namespace without prefixes. */
    private static String dublinCore(XmlFragment metadata) {
        return metadata.toString().replaceFirst("<oai_dc:dc[^>]*>", "<dc xmlns=\"" + Namespaces.DC + "\">")
                .replace("</oai_dc:dc>", "</dc>").replace("<dc:", "<").replace("</dc:", "</");
    }

    private static String token(@Nullable ResumptionToken token) {
        return token == null || token.isLast() ? "" : element("resumptionToken", token.value());
    }

    private static String element(String name, String text) {
        return "<" + name + ">" + escaped(text) + "</" + name + ">";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
