package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;

/**
 * Writer of protocol 2.0 responses (S3.2), and of those of the extension for index harvesting. Stateless; safe for many threads.
 *
 * <p>Texts are escaped; fragments are copied byte by byte, so writing a page takes little more time than joining its records.
 */
public final class OaiWriter {

    private static final byte[] RECORD = Utf8Buffer.ascii("<record>");
    private static final byte[] RECORD_END = Utf8Buffer.ascii("</record>\n");
    private static final byte[] HEADER = Utf8Buffer.ascii("<header>");
    private static final byte[] HEADER_DELETED = Utf8Buffer.ascii("<header status=\"deleted\">");
    private static final byte[] HEADER_END = Utf8Buffer.ascii("</header>");
    private static final byte[] IDENTIFIER = Utf8Buffer.ascii("<identifier>");
    private static final byte[] IDENTIFIER_END = Utf8Buffer.ascii("</identifier>");
    private static final byte[] DATESTAMP = Utf8Buffer.ascii("<datestamp>");
    private static final byte[] DATESTAMP_END = Utf8Buffer.ascii("</datestamp>");
    private static final byte[] SET_SPEC = Utf8Buffer.ascii("<setSpec>");
    private static final byte[] SET_SPEC_END = Utf8Buffer.ascii("</setSpec>");
    private static final byte[] METADATA = Utf8Buffer.ascii("<metadata>");
    private static final byte[] METADATA_END = Utf8Buffer.ascii("</metadata>");
    private static final byte[] INDEX = Utf8Buffer.ascii("<index>");
    private static final byte[] INDEX_END = Utf8Buffer.ascii("</index>");
    private static final byte[] ABOUT = Utf8Buffer.ascii("<about>");
    private static final byte[] ABOUT_END = Utf8Buffer.ascii("</about>");

    /** Buffer, small at first, because most responses are small; a page soon makes it grow. */
    private final Utf8Buffer buffer = new Utf8Buffer(1 << 13);
    private final OutputStream out;

    private OaiWriter(OutputStream out) {
        this.out = out;
    }

    /** Records that were rendered before, see {@link #render}. */
    @FunctionalInterface
    public interface RenderedRecords {

        /** Writes the records to the stream of the response, after everything that the writer has written so far. */
        void write() throws IOException;
    }

    /** Renders records in the form in which a response contains them, in UTF-8. */
    public static byte[] render(List<OaiRecord> records) {
        OaiWriter writer = new OaiWriter(OutputStream.nullOutputStream());
        for (OaiRecord record : records) {
            writer.append(record);
        }
        return writer.buffer.toByteArray();
    }

    /** Writes a whole response in UTF-8. Flushes, but does not close the stream. */
    public static void write(OaiResponse response, OutputStream out) throws IOException {
        write(response, Prolog.NONE, out);
    }

    /**
     * Writes a whole response in UTF-8 with a prolog before the root element.
     *
     * @param prolog for browsers and people
     * @param out flushed, not closed
     */
    public static void write(OaiResponse response, Prolog prolog, OutputStream out) throws IOException {
        OaiWriter writer = new OaiWriter(out);
        writer.envelope(response, prolog);
        writer.buffer.writeTo(out);
        out.flush();
    }

    /**
     * Writes a ListRecords response in UTF-8 around records that were rendered before.
     *
     * @param responseDate when the response was made
     * @param request the request as the repository understood it
     * @param envelope the document type of the response
     * @param records called once, between the beginning and the end of the response
     * @param token null if the list is complete
     * @param prolog for browsers and people
     * @param out receives everything except the records. Flushed, not closed.
     */
    public static void writePage(Datestamp responseDate, OaiResponse.RequestEcho request, OaiResponse.Envelope envelope,
            RenderedRecords records, @Nullable ResumptionToken token, Prolog prolog, OutputStream out) throws IOException {
        OaiWriter writer = new OaiWriter(out);
        writer.head(responseDate, request, envelope, prolog);
        writer.buffer.put("<ListRecords>\n");
        writer.buffer.writeTo(out);
        writer.buffer.clear();
        records.write();
        writer.resumptionToken(token);
        writer.buffer.put("</ListRecords>\n</OAI-PMH>\n");
        writer.buffer.writeTo(out);
        out.flush();
    }

    /**
     * Begins a ListRecords response of any length, written while its records arrive.
     *
     * @param responseDate time of the response
     * @param request the request that the response answers
     * @param out written to, but not closed
     */
    public static ListRecordsStream stream(Datestamp responseDate, OaiResponse.RequestEcho request, OutputStream out) {
        return new ListRecordsStream(responseDate, request, out);
    }

    /** A ListRecords response that is written while its records arrive. For one thread. */
    public static final class ListRecordsStream {

        private final OaiWriter writer;
        private boolean begun;

        private ListRecordsStream(Datestamp responseDate, OaiResponse.RequestEcho request, OutputStream out) {
            writer = new OaiWriter(out);
            writer.head(responseDate, request, OaiResponse.Envelope.OAI_PMH, Prolog.NONE);
        }

        /** Writes a record. */
        public void write(OaiRecord record) throws IOException {
            if (!begun) {
                begun = true;
                writer.buffer.put("<ListRecords>\n");
            }
            writer.record(record);
        }

        /** Ends the response and flushes. A response without a record becomes noRecordsMatch (S3.6). */
        public void end() throws IOException {
            if (begun) {
                writer.buffer.put("</ListRecords>\n");
            } else {
                writer.error(new OaiError(OaiError.Code.NO_RECORDS_MATCH, "No records were written."));
            }
            writer.buffer.put("</OAI-PMH>\n");
            writer.buffer.writeTo(writer.out);
            writer.out.flush();
        }
    }

    /**
     * Begins a list response of any length, written while its entries arrive.
     *
     * @param verb verb of the list
     * @param responseDate time of the response
     * @param request the request that the response answers
     * @param out written to, but not closed
     */
    public static ListStream list(Verb verb, Datestamp responseDate, OaiResponse.RequestEcho request, OutputStream out) {
        return new Entries(verb, responseDate, request, out);
    }

    /** A list response that {@link #list} begins. */
    private static final class Entries implements ListStream {

        private final OaiWriter writer;
        private final Verb verb;

        Entries(Verb verb, Datestamp responseDate, OaiResponse.RequestEcho request, OutputStream out) {
            this.verb = verb;
            this.writer = new OaiWriter(out);
            writer.head(responseDate, request, OaiResponse.Envelope.OAI_PMH, Prolog.NONE);
            writer.buffer.put("<").put(verb.text()).put(">\n");
        }

        @Override
        public void comment(String text) throws IOException {
            writer.buffer.put(XmlComment.of(text)).put('\n');
            writer.buffer.drainTo(writer.out);
        }

        @Override
        public void write(OaiResponse.Answer entries) throws IOException {
            switch (entries) {
                case OaiResponse.ListRecords list -> writer.records(list.records());
                case OaiResponse.ListIdentifiers list -> writer.headers(list.headers());
                case OaiResponse.ListSets list -> list.sets().forEach(writer::set);
                case OaiResponse.Errors _,OaiResponse.Identify _,OaiResponse.ListMetadataFormats _,OaiResponse.ListIndexFormats _,OaiResponse.GetRecord _ -> throw new IllegalArgumentException(
                        "not a list: " + entries.getClass().getSimpleName());
            }
            writer.buffer.drainTo(writer.out);
        }

        @Override
        public void end(@Nullable ResumptionToken token) throws IOException {
            writer.resumptionToken(token);
            writer.buffer.put("</").put(verb.text()).put(">\n</OAI-PMH>\n");
            writer.buffer.writeTo(writer.out);
            writer.out.flush();
        }
    }

    private void envelope(OaiResponse response, Prolog prolog) throws IOException {
        head(response.responseDate(), response.request(), response.envelope(), prolog);
        switch (response.answer()) {
            case OaiResponse.Errors(List<OaiError> errors) -> errors.forEach(this::error);
            case OaiResponse.Identify(RepositoryDescription description) -> identify(description);
            case OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) -> formats(Verb.LIST_METADATA_FORMATS, "metadata",
                    formats);
            case OaiResponse.ListIndexFormats(List<MetadataFormat> formats) -> formats(Verb.LIST_INDEX_FORMATS, "index", formats);
            case OaiResponse.ListSets(List<OaiSet> sets, ResumptionToken token) -> {
                buffer.put("<ListSets>\n");
                sets.forEach(this::set);
                resumptionToken(token);
                buffer.put("</ListSets>\n");
            }
            case OaiResponse.GetRecord(OaiRecord record) -> {
                buffer.put("<GetRecord>\n");
                record(record);
                buffer.put("</GetRecord>\n");
            }
            case OaiResponse.ListIdentifiers(List<Header> headers, ResumptionToken token) -> {
                buffer.put("<ListIdentifiers>\n");
                headers(headers);
                resumptionToken(token);
                buffer.put("</ListIdentifiers>\n");
            }
            case OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token) -> {
                buffer.put("<ListRecords>\n");
                records(records);
                resumptionToken(token);
                buffer.put("</ListRecords>\n");
            }
        }
        buffer.put("</OAI-PMH>\n");
    }

    private void head(Datestamp responseDate, OaiResponse.RequestEcho request, OaiResponse.Envelope envelope, Prolog prolog) {
        buffer.put("""
                <?xml version="1.0" encoding="UTF-8"?>
                """);
        prolog(prolog);
        buffer.put("<OAI-PMH");
        attribute("xmlns", envelope.namespace());
        attribute("xmlns:xsi", Namespaces.XSI);
        attribute("xsi:schemaLocation", envelope.namespace() + " " + envelope.schema());
        buffer.put(">\n");
        element("responseDate", responseDate.text());
        buffer.put("<request");
        for (Map.Entry<String, String> argument : request.arguments().entrySet()) {
            attribute(argument.getKey(), argument.getValue());
        }
        buffer.put(">").escape(request.baseUrl()).put("</request>\n");
    }

    private void prolog(Prolog prolog) {
        for (Prolog.StyleSheet sheet : prolog.styleSheets()) {
            buffer.put("<?xml-stylesheet");
            attribute("type", sheet.type());
            attribute("href", sheet.href());
            buffer.put("?>\n");
        }
        if (!prolog.note().isEmpty()) {
            buffer.put("<!-- ").put(prolog.note()).put(" -->\n");
        }
    }

    private void error(OaiError error) {
        buffer.put("<error");
        attribute("code", error.code());
        buffer.put(">").escape(error.message()).put("</error>\n");
    }

    private void identify(RepositoryDescription description) {
        buffer.put("<Identify>\n");
        element("repositoryName", description.repositoryName());
        element("baseURL", description.baseUrl());
        element("protocolVersion", description.protocolVersion());
        description.adminEmails().forEach(email -> element("adminEmail", email));
        element("earliestDatestamp", description.earliestDatestamp().text());
        element("deletedRecord", description.deletedRecord());
        element("granularity", description.granularityText());
        description.compressions().forEach(compression -> element("compression", compression));
        description.descriptions().forEach(content -> container("description", content));
        buffer.put("</Identify>\n");
    }

    /** @param of {@code metadata} or {@code index}: with this word the names of the elements begin */
    private void formats(Verb verb, String of, List<MetadataFormat> formats) {
        buffer.put("<").put(verb.text()).put(">\n");
        for (MetadataFormat format : formats) {
            buffer.put("<").put(of).put("Format>\n");
            element(of + "Prefix", format.prefix().value());
            element("schema", format.schema());
            element(of + "Namespace", format.namespace());
            buffer.put("</").put(of).put("Format>\n");
        }
        buffer.put("</").put(verb.text()).put(">\n");
    }

    private void set(OaiSet set) {
        buffer.put("<set>\n");
        element("setSpec", set.spec().value());
        element("setName", set.name());
        set.descriptions().forEach(content -> container("setDescription", content));
        buffer.put("</set>\n");
    }

    private void records(List<OaiRecord> records) throws IOException {
        for (OaiRecord record : records) {
            record(record);
        }
    }

    private void headers(List<Header> headers) throws IOException {
        for (Header header : headers) {
            header(header);
            buffer.put('\n');
            buffer.drainTo(out);
        }
    }

    private void record(OaiRecord record) throws IOException {
        append(record);
        buffer.drainTo(out);
    }

    private void append(OaiRecord record) {
        buffer.put(RECORD);
        header(record.header());
        XmlFragment metadata = record.metadata();
        if (metadata != null) {
            buffer.put(METADATA).put(metadata.utf8()).put(METADATA_END);
        }
        XmlFragment index = record.index();
        if (index != null) {
            buffer.put(INDEX).put(index.utf8()).put(INDEX_END);
        }
        for (XmlFragment about : record.about()) {
            buffer.put(ABOUT).put(about.utf8()).put(ABOUT_END);
        }
        buffer.put(RECORD_END);
    }

    private void header(Header header) {
        buffer.put(header.deleted() ? HEADER_DELETED : HEADER);
        buffer.put(IDENTIFIER).escape(header.identifier()).put(IDENTIFIER_END);
        buffer.put(DATESTAMP).escape(header.datestamp().text()).put(DATESTAMP_END);
        for (SetSpec set : header.sets()) {
            buffer.put(SET_SPEC).escape(set.value()).put(SET_SPEC_END);
        }
        buffer.put(HEADER_END);
    }

    private void resumptionToken(@Nullable ResumptionToken token) {
        if (token == null) {
            return;
        }
        buffer.put("<resumptionToken");
        attribute("expirationDate", token.expirationDate());
        attribute("completeListSize", token.completeListSize());
        attribute("cursor", token.cursor());
        buffer.put(">").escape(token.value()).put("</resumptionToken>\n");
    }

    private void container(String name, XmlFragment content) {
        buffer.put("<").put(name).put(">").put(content.utf8()).put("</").put(name).put(">\n");
    }

    private void element(String name, String text) {
        buffer.put("<").put(name).put(">").escape(text).put("</").put(name).put(">\n");
    }

    private void attribute(String name, @Nullable Object value) {
        if (value != null) {
            buffer.put(" ").put(name).put("=\"").escapeAttribute(value.toString()).put("\"");
        }
    }
}
