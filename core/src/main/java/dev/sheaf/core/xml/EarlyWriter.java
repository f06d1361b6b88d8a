package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;

/**
 * Writer of responses in protocol 1.1, for harvesters that know no later version. Stateless; safe for many threads.
 *
 * <p>Values that 1.1 cannot express are left out: setSpecs of records, all but the first {@code about}, attributes of tokens, times of day,
 * descriptions of sets, prefixes and setSpecs with characters that 1.1 does not allow.
 */
public final class EarlyWriter {

    private static final String NAMESPACE = "http://www.openarchives.org/OAI/1.1/OAI_";
    private static final int DAY = 10;

    private final Utf8Buffer buffer = new Utf8Buffer(1 << 13);
    private final OutputStream out;

    private EarlyWriter(OutputStream out) {
        this.out = out;
    }

    /** Returns whether protocol 1.1 allows a metadata prefix. */
    public static boolean isLegal(MetadataPrefix prefix) {
        return isAlphanumeric(prefix.value().replace("_", "x"));
    }

    private static boolean isAlphanumeric(String text) {
        return !text.isEmpty() && text.chars()
                .allMatch(c -> c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9');
    }

    private static boolean isLegal(OaiSet set) {
        return List.of(set.spec().value().split(":", -1)).stream().allMatch(EarlyWriter::isAlphanumeric);
    }

    /**
     * Returns whether protocol 1.1 expresses these errors as an empty answer. It does so for errors that mean that there are no entries.
     *
     * @return false for errors that 1.1 expresses as HTTP status 400
     */
    public static boolean isEmptyAnswer(OaiResponse.Errors errors) {
        return !errors.errors().isEmpty() && errors.errors().stream().allMatch(error -> switch (error.known().orElse(null)) {
            case NO_RECORDS_MATCH, NO_SET_HIERARCHY, NO_METADATA_FORMATS, ID_DOES_NOT_EXIST -> true;
            case BAD_ARGUMENT, BAD_RESUMPTION_TOKEN, BAD_VERB, CANNOT_DISSEMINATE_FORMAT -> false;
            case null -> false;
        });
    }

    /**
     * Writes a response other than a list of records, headers or sets, or such a list without entries.
     *
     * @param verb that was asked for
     * @param response if it holds errors, {@link #isEmptyAnswer} must be true for them
     * @param remarks for readers of the source
     */
    public static void write(Verb verb, OaiResponse response, List<String> remarks, OutputStream out) throws IOException {
        EarlyWriter writer = new EarlyWriter(out);
        writer.head(verb, response.responseDate(), response.request());
        remarks.forEach(remark -> writer.buffer.put(XmlComment.of(remark)).put('\n'));
        switch (response.answer()) {
            case OaiResponse.Identify(RepositoryDescription description) -> writer.identify(description);
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> writer.formats(formats);
            case OaiResponse.GetRecord(OaiRecord record) -> writer.record(record);
            case OaiResponse.ListRecords list -> writer.entries(list);
            case OaiResponse.ListIdentifiers list -> writer.entries(list);
            case OaiResponse.ListSets list -> writer.entries(list);
            case OaiResponse.Errors(List<OaiError> _) -> {
                // An empty answer has no content.
            }
            case OaiResponse.ListIndexFormats _ -> throw new IllegalArgumentException("protocol 1.x has no index formats");
        }
        writer.tail(verb);
    }

    /** Begins a list response of any length in protocol 1.1, like {@link OaiWriter#list} in 2.0. */
    public static ListStream list(Verb verb, Datestamp responseDate, OaiResponse.RequestEcho request, OutputStream out) {
        EarlyWriter writer = new EarlyWriter(out);
        writer.head(verb, responseDate, request);
        return new ListStream() {
            @Override
            public void comment(String text) throws IOException {
                writer.buffer.put(XmlComment.of(text)).put('\n');
                writer.buffer.drainTo(writer.out);
            }

            @Override
            public void write(OaiResponse.Answer entries) throws IOException {
                writer.entries(entries);
            }

            @Override
            public void end(@Nullable ResumptionToken token) throws IOException {
                // A list without a token is complete.
                if (token != null && !token.isLast()) {
                    writer.element("resumptionToken", token.value());
                }
                writer.tail(verb);
            }
        };
    }

    private void head(Verb verb, Datestamp responseDate, OaiResponse.RequestEcho request) {
        String namespace = NAMESPACE + verb.text();
        buffer.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<").put(verb.text()).put(" xmlns=\"").put(namespace)
                .put("\" xmlns:xsi=\"").put(Namespaces.XSI).put("\" xsi:schemaLocation=\"").put(namespace).put(" ").put(namespace)
                .put(".xsd\">\n");
        element("responseDate", responseDate.text().replace("Z", "+00:00"));
        String query = request.arguments().entrySet().stream().map(EarlyWriter::encoded).collect(Collectors.joining("&"));
        element("requestURL", request.baseUrl() + (query.isEmpty() ? "" : "?" + query));
    }

    private static String encoded(Map.Entry<String, String> argument) {
        return argument.getKey() + "=" + URLEncoder.encode(argument.getValue(), StandardCharsets.UTF_8);
    }

    private void tail(Verb verb) throws IOException {
        buffer.put("</").put(verb.text()).put(">\n");
        buffer.writeTo(out);
        out.flush();
    }

    private void entries(OaiResponse.Answer entries) throws IOException {
        switch (entries) {
            case OaiResponse.ListRecords list -> {
                for (OaiRecord record : list.records()) {
                    record(record);
                    buffer.drainTo(out);
                }
            }
            case OaiResponse.ListIdentifiers list -> list.headers().forEach(this::identifier);
            case OaiResponse.ListSets list -> list.sets().stream().filter(EarlyWriter::isLegal).forEach(set -> {
                buffer.put("<set>");
                element("setSpec", set.spec().value());
                element("setName", set.name());
                buffer.put("</set>\n");
            });
            case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.GetRecord _ -> throw new IllegalArgumentException(
                    "not a list: " + entries.getClass().getSimpleName());
        }
        buffer.drainTo(out);
    }

    private void record(OaiRecord record) {
        buffer.put(record.deleted() ? "<record status=\"deleted\"><header>" : "<record><header>");
        element("identifier", record.identifier());
        String date = record.header().datestamp().text();
        element("datestamp", date.length() > DAY ? date.substring(0, DAY) : date);
        buffer.put("</header>\n");
        XmlFragment metadata = record.metadata();
        if (metadata != null) {
            buffer.put("<metadata>").put(EarlyProtocol.downgraded(metadata).utf8()).put("</metadata>\n");
        }
        if (!record.about().isEmpty()) {
            buffer.put("<about>").put(record.about().getFirst().utf8()).put("</about>\n");
        }
        buffer.put("</record>\n");
    }

    private void identifier(Header header) {
        buffer.put(header.deleted() ? "<identifier status=\"deleted\">" : "<identifier>").escape(header.identifier())
                .put("</identifier>\n");
    }

    private void formats(List<MetadataFormat> formats) {
        for (MetadataFormat format : formats) {
            if (isLegal(format.prefix())) {
                boolean dublinCore = format.prefix().equals(MetadataPrefix.OAI_DC);
                buffer.put("<metadataFormat>");
                element("metadataPrefix", format.prefix().value());
                element("schema", dublinCore ? EarlyProtocol.DUBLIN_CORE_SCHEMA : format.schema());
                element("metadataNamespace", dublinCore ? Namespaces.DC : format.namespace());
                buffer.put("</metadataFormat>\n");
            }
        }
    }

    private void identify(RepositoryDescription description) {
        element("repositoryName", description.repositoryName());
        element("baseURL", description.baseUrl());
        element("protocolVersion", "1.1");
        // Protocol 1.1 allows one address only.
        element("adminEmail", "mailto:" + (description.adminEmails().isEmpty() ? "" : description.adminEmails().getFirst()));
        for (XmlFragment content : description.descriptions()) {
            buffer.put("<description>").put(content.utf8()).put("</description>\n");
        }
    }

    private void element(String name, String text) {
        buffer.put("<").put(name).put(">").escape(text).put("</").put(name).put(">\n");
    }
}
