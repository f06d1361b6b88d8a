package dev.sheaf.publish.record;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ElementWriter;

/** Writer of the format {@code http_header}: the fields that a web server would send for a file (RFC 9110, section 8; RFC 9530). Stateless. */
final class HttpHeaderXml {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private HttpHeaderXml() {}

    static XmlFragment of(Manifestation file) {
        ElementWriter writer = new ElementWriter();
        write(writer, file);
        return writer.fragment();
    }

    static void write(ElementWriter writer, Manifestation file) {
        writer.start("http:header").attribute("xmlns:http", ResourceFormats.HTTP_HEADER_NAMESPACE)
                .attribute("xmlns:xsi", Namespaces.XSI).attribute("xsi:schemaLocation",
                        ResourceFormats.HTTP_HEADER_NAMESPACE + " " + ResourceFormats.HTTP_HEADER.schema());
        field(writer, "Content-Type", file.type());
        field(writer, "Content-Length", String.valueOf(file.size()));
        if (file.modified() >= 0) {
            field(writer, "Last-Modified", DATE.format(Instant.ofEpochMilli(file.modified())));
        }
        String url = file.url();
        if (url != null) {
            field(writer, "Content-Location", url);
        }
        field(writer, "Repr-Digest", "sha-256=:" + Base64.getEncoder().encodeToString(file.sha256()) + ":");
        writer.end();
    }

    private static void field(ElementWriter writer, String name, String value) {
        writer.start("http:" + name).text(value).end();
    }
}
