package dev.sheaf.platform.sru;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;

/**
 * Writer of a response in the form of one version. Elements come in the order of the schemas; all texts are escaped. Belongs to one response
 * and one thread.
 */
final class SruResponse {

    /** Schema of diagnostics in place of records. */
    private static final String OF_DIAGNOSTICS = "info:srw/schema/1/diagnostics-v1.1";
    private static final String ZEEREX = "http://explain.z3950.org/dtd/2.0/";
    /** Parameters that the request decides, in the order of the schemas. */
    private static final List<String> ECHOED = List.of("query", "queryType", "startRecord", "maximumRecords", "recordPacking",
            "recordXMLEscaping", "recordSchema", "recordXPath", "resultSetTTL", "sortKeys", "stylesheet", "scanClause",
            "responsePosition", "maximumTerms");
    private static final Set<String> ONLY_EXPLAIN = Set.of("recordPacking", "recordXMLEscaping", "stylesheet");
    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    private final SruRequest request;
    private final SruVersion version;
    private final String styleSheet;
    private final boolean isEscaped;
    private final ElementWriter xml = new ElementWriter();

    /**
     * Creates a writer.
     *
     * @param styleSheet address of a style sheet; null for none
     * @param isEscaped true if records are texts
     */
    SruResponse(SruRequest request, @Nullable String styleSheet, boolean isEscaped) {
        this.request = request;
        this.version = request.version();
        this.styleSheet = styleSheet == null ? "" : styleSheet;
        this.isEscaped = isEscaped;
    }

    /** A record of a result. */
    record Entry(SruSchema schema, @Nullable XmlFragment record, @Nullable Diagnostic surrogate, String identifier,
            long position) {}

    /**
     * Returns the answer to a search.
     *
     * @param next position of the first record after these; 0 if there is none
     */
    byte[] found(long total, List<Entry> entries, long next) {
        begin("searchRetrieveResponse", version.namespace());
        text("numberOfRecords", Long.toString(total));
        if (!entries.isEmpty()) {
            start("records");
            entries.forEach(this::entry);
            xml.end();
        }
        if (next > 0) {
            text("nextRecordPosition", Long.toString(next));
        }
        echo("echoedSearchRetrieveRequest");
        if (version.isOasis()) {
            text("resultCountPrecision", "info:srw/vocabulary/resultCountPrecision/1/exact");
        }
        return document();
    }

    /** Returns the answer to a search or scan that failed. */
    byte[] failed(List<Diagnostic> faults) {
        boolean isScan = request.operation() == SruRequest.Operation.SCAN;
        begin(isScan ? "scanResponse" : "searchRetrieveResponse", isScan ? version.scanNamespace() : version.namespace());
        if (!isScan) {
            text("numberOfRecords", "0");
        }
        echo(isScan ? "echoedScanRequest" : "echoedSearchRetrieveRequest");
        diagnostics(faults);
        return document();
    }

    /** Returns the explain record, with faults if the request has some. */
    byte[] explained(XmlFragment explanation, List<Diagnostic> faults) {
        begin("explainResponse", version.namespace());
        start("record");
        data(ZEEREX, explanation);
        xml.end();
        echo("echoedExplainRequest");
        if (!faults.isEmpty()) {
            diagnostics(faults);
        }
        return document();
    }

    private void begin(String root, String namespace) {
        xml.start("sru:" + root).attribute("xmlns:sru", namespace);
        text("version", version.text());
    }

    private void start(String name) {
        xml.start("sru:" + name);
    }

    private void text(String name, String text) {
        xml.start("sru:" + name).text(text).end();
    }

    private void entry(Entry entry) {
        start("record");
        if (entry.record() != null) {
            data(entry.schema().uri(), entry.record());
        } else if (entry.surrogate() != null) {
            ElementWriter diagnostic = new ElementWriter();
            diagnostic(diagnostic, entry.surrogate());
            data(OF_DIAGNOSTICS, diagnostic.fragment());
        }
        if (version != SruVersion.V1_1) {
            text("recordIdentifier", entry.identifier());
        }
        text("recordPosition", Long.toString(entry.position()));
        xml.end();
    }

    private void data(String schema, XmlFragment record) {
        text("recordSchema", schema);
        text(version.isOasis() ? "recordXMLEscaping" : "recordPacking", isEscaped ? "string" : "xml");
        start("recordData");
        if (isEscaped) {
            xml.text(new String(record.utf8(), StandardCharsets.UTF_8));
        } else {
            xml.element(record);
        }
        xml.end();
    }

    private void diagnostics(List<Diagnostic> faults) {
        start("diagnostics");
        faults.forEach(fault -> diagnostic(xml, fault));
        xml.end();
    }

    private void diagnostic(ElementWriter out, Diagnostic diagnostic) {
        out.start("diag:diagnostic").attribute("xmlns:diag", version.diagnosticNamespace());
        out.start("diag:uri").text(diagnostic.uri()).end();
        if (!diagnostic.details().isEmpty()) {
            out.start("diag:details").text(diagnostic.details()).end();
        }
        out.start("diag:message").text(diagnostic.message()).end().end();
    }

    /** Repeats the request, without parameters that the operation does not have. */
    private void echo(String name) {
        Map<String, String> values = request.values();
        boolean isExplain = request.operation() == SruRequest.Operation.EXPLAIN;
        start(name);
        if (!version.isOasis()) {
            text("version", version.text());
        }
        for (String parameter : ECHOED) {
            String value = values.get(parameter);
            if (value != null && (!isExplain || ONLY_EXPLAIN.contains(parameter))) {
                text(parameter, value);
            }
        }
        xml.end();
    }

    private byte[] document() {
        xml.end();
        String instruction = styleSheet.isEmpty()
                ? ""
                : "<?xml-stylesheet type=\"text/xsl\" href=\"" + styleSheet.replace("&", "&amp;") + "\"?>\n";
        byte[] head = (DECLARATION + instruction).getBytes(StandardCharsets.UTF_8);
        byte[] root = xml.fragment().utf8();
        byte[] all = new byte[head.length + root.length + 1];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(root, 0, all, head.length, root.length);
        all[all.length - 1] = '\n';
        return all;
    }
}
