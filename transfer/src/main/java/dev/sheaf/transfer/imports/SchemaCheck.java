package dev.sheaf.transfer.imports;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.validator.PageCheck;

/** Validation of records that a mapping made, by the schema of their format if there is one. */
final class SchemaCheck {

    private static final int MOST = 3;
    private static final byte[] BEFORE = ("<OAI-PMH xmlns=\"" + Namespaces.OAI
            + "\"><responseDate>2020-01-01T00:00:00Z</responseDate><request verb=\"GetRecord\" identifier=\"oai:a.example:1\" metadataPrefix=\"p\">"
            + "http://a.example/oai</request><GetRecord><record><header><identifier>oai:a.example:1</identifier>"
            + "<datestamp>2020-01-01T00:00:00Z</datestamp></header><metadata>").getBytes(StandardCharsets.UTF_8);
    private static final byte[] AFTER = "</metadata></record></GetRecord></OAI-PMH>".getBytes(StandardCharsets.UTF_8);

    private SchemaCheck() {}

    /** Returns the first faults of a record, for people; empty if it is valid or no schema is known. */
    static List<String> faults(XmlFragment metadata) {
        ByteArrayOutputStream response = new ByteArrayOutputStream(BEFORE.length + metadata.length() + AFTER.length);
        response.writeBytes(BEFORE);
        response.writeBytes(metadata.utf8());
        response.writeBytes(AFTER);
        return PageCheck.of(response.toByteArray()).examples().stream().limit(MOST).map(fault -> fault.message()).toList();
    }
}
