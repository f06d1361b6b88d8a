package dev.sheaf.transfer.exports;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;

/**
 * Writer of a repository as the file of a static repository (Specification for an OAI Static Repository, 2004), page by page. Such a file
 * has neither deletions nor sets, and days as datestamps. Indices of full texts are left out. For one file.
 */
public final class StaticExport {

    private static final int PAGE = 500;
    private static final String NAMESPACE = "http://www.openarchives.org/OAI/2.0/static-repository";

    private final Repository repository;

    /** Creates an export of a repository. */
    public StaticExport(Repository repository) {
        this.repository = repository;
    }

    /**
     * Selection of the records.
     *
     * @param prefix a format in addition to oai_dc, which each repository has; null for all formats
     * @param from first datestamp; null for the earliest
     * @param until last datestamp; null for the latest
     */
    public record Choice(@Nullable MetadataPrefix prefix, @Nullable Datestamp from, @Nullable Datestamp until) {

        private boolean takes(MetadataFormat format) {
            return prefix == null || prefix.equals(format.prefix()) || format.prefix().equals(MetadataPrefix.OAI_DC);
        }
    }

    /** Returns the formats that have a live record in a selection; empty if there is no record in oai_dc. */
    public List<MetadataFormat> formats(Choice choice) {
        List<MetadataFormat> found = new ArrayList<>();
        for (MetadataFormat format : repository.formats()) {
            if (choice.takes(format) && CombinedFormat.of(format).isEmpty() && !page(choice, format, null, 1, true).isEmpty()) {
                found.add(format);
            }
        }
        return found.stream().anyMatch(format -> format.prefix().equals(MetadataPrefix.OAI_DC)) ? found : List.of();
    }

    private RecordPage page(Choice choice, MetadataFormat format, @Nullable Position after, int limit, boolean headersOnly) {
        Datestamp from = choice.from();
        Datestamp until = choice.until();
        Instant last = until == null ? repository.settled() : until.lastSecond().orElseThrow();
        return repository.records(new RecordQuery(format.prefix(), from == null ? null : from.instant().orElseThrow(), last, null,
                after, limit, headersOnly, true));
    }

    /**
     * Writes the file.
     *
     * @param baseUrl base URL of the static repository at its gateway
     * @param progress receives the number of records written, now and then
     * @return number of records written, those of all formats
     * @throws IllegalArgumentException if the selection has no record in oai_dc
     */
    public long run(Choice choice, String baseUrl, OutputStream out, LongConsumer progress) throws IOException {
        List<MetadataFormat> formats = formats(choice);
        if (formats.isEmpty()) {
            throw new IllegalArgumentException("a static repository has at least one record");
        }
        begin(baseUrl, formats, out);
        long written = 0;
        for (MetadataFormat format : formats) {
            text(out, "<ListRecords metadataPrefix=\"" + escaped(format.prefix().value()) + "\">\n");
            RecordPage page = page(choice, format, null, PAGE, false);
            while (true) {
                for (OaiRecord record : page.read()) {
                    written += write(record, out) ? 1 : 0;
                }
                progress.accept(written);
                Position next = page.next();
                if (next == null) {
                    break;
                }
                page = page(choice, format, next, PAGE, false);
            }
            text(out, "</ListRecords>\n");
        }
        text(out, "</Repository>\n");
        out.flush();
        return written;
    }

    private void begin(String baseUrl, List<MetadataFormat> formats, OutputStream out) throws IOException {
        RepositoryDescription told = repository.describe();
        Datestamp earliest = told.earliestDatestamp().instant().map(instant -> Datestamp.of(instant, Granularity.DAY))
                .orElse(told.earliestDatestamp());
        text(out, """
                <?xml version="1.0" encoding="UTF-8"?>
                <Repository xmlns="%1$s" xmlns:oai="http://www.openarchives.org/OAI/2.0/" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="%1$s %1$s.xsd">
                <Identify>
                """.formatted(NAMESPACE));
        element(out, "repositoryName", told.repositoryName());
        element(out, "baseURL", baseUrl);
        element(out, "protocolVersion", "2.0");
        for (String email : told.adminEmails()) {
            element(out, "adminEmail", email);
        }
        element(out, "earliestDatestamp", earliest.text());
        element(out, "deletedRecord", DeletedRecordPolicy.NO.text());
        element(out, "granularity", Granularity.DAY.text());
        for (XmlFragment description : told.descriptions()) {
            // Others concern this hub, and not a file elsewhere.
            if (ContainerReader.kind(description)
                    .filter(kind -> kind == Container.OAI_IDENTIFIER || kind == Container.EPRINTS).isPresent()) {
                container(out, "description", description);
            }
        }
        text(out, "</Identify>\n<ListMetadataFormats>\n");
        for (MetadataFormat format : formats) {
            text(out, "<oai:metadataFormat>");
            element(out, "metadataPrefix", format.prefix().value());
            element(out, "schema", format.schema());
            element(out, "metadataNamespace", format.namespace());
            text(out, "</oai:metadataFormat>\n");
        }
        text(out, "</ListMetadataFormats>\n");
    }

    /** Writes a live record; returns false if it has been deleted meanwhile. */
    private static boolean write(OaiRecord record, OutputStream out) throws IOException {
        XmlFragment metadata = record.metadata();
        if (record.deleted() || metadata == null) {
            return false;
        }
        Datestamp datestamp = record.header().datestamp();
        text(out, "<oai:record><oai:header>");
        element(out, "identifier", record.identifier());
        element(out, "datestamp",
                datestamp.instant().map(instant -> Datestamp.of(instant, Granularity.DAY)).orElse(datestamp).text());
        text(out, "</oai:header>");
        container(out, "metadata", metadata);
        for (XmlFragment about : record.about()) {
            container(out, "about", about);
        }
        text(out, "</oai:record>\n");
        return true;
    }

    private static void container(OutputStream out, String name, XmlFragment content) throws IOException {
        text(out, "<oai:" + name + ">");
        out.write(content.utf8());
        text(out, "</oai:" + name + ">");
    }

    private static void element(OutputStream out, String name, String text) throws IOException {
        text(out, "<oai:" + name + ">" + escaped(text) + "</oai:" + name + ">");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
