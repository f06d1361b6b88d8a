package dev.sheaf.store.sql.serving;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.SchemaAddresses;
import dev.sheaf.core.xml.SchemaLocation;
import dev.sheaf.store.sql.SqlConnection;

/**
 * The addresses of schemas in one repository. Schemas of Sheaf's own namespaces and those of the operator are served by the hub itself, so formats
 * and records name the hub. Safe for use by many threads.
 */
final class ServedSchemas {

    /** Path of every repository of a hub; the id of a source or aggregate follows. */
    private static final String REPOSITORIES = "/oai";

    private final SqlOwnSchemas own;
    private final String repository;
    /** Base URL of the hub; empty if the repository has no address at one, as in exports. */
    private final String hub;
    private final SchemaAddresses addresses;

    ServedSchemas(SqlOwnSchemas own, String repository, String id) {
        this.own = own;
        this.repository = repository;
        this.hub = hub(repository, id);
        this.addresses = hub.isEmpty() ? SchemaAddresses.STORED : SchemaAddresses.at(hub);
    }

    private static String hub(String repository, String id) {
        String all = repository.endsWith(REPOSITORIES + "/" + id)
                ? repository.substring(0, repository.length() - id.length() - 1)
                : repository;
        return all.endsWith(REPOSITORIES) ? all.substring(0, all.length() - REPOSITORIES.length()) : "";
    }

    /** Reads the format of the records of a list. */
    interface FormatOfList {
        @Nullable
        MetadataFormat read(SqlConnection sql) throws SQLException;
    }

    /** Returns formats with the addresses at which the hub serves their schemas. */
    List<MetadataFormat> announced(SqlConnection sql, List<MetadataFormat> formats) throws SQLException {
        return own.announced(sql, formats.stream().map(addresses::of).toList(), hub.isEmpty() ? repository : hub);
    }

    /** Returns what gives the records of one list the addresses that their format has in {@link #announced}. */
    Records records(SqlConnection sql, FormatOfList format) {
        return new Records(sql, format);
    }

    /** The records of one list, while they are read. For one thread. */
    final class Records {

        private final SqlConnection sql;
        private final FormatOfList format;
        private boolean isKnown;
        private @Nullable MetadataFormat announced;
        /** The last record that stayed as it was, and the length of its first tag: records of a list often begin in the same way. */
        private byte @Nullable [] unchanged;
        private int firstTag;

        private Records(SqlConnection sql, FormatOfList format) {
            this.sql = sql;
            this.format = format;
        }

        /** Returns a record as it is served; the same object if it names no schema of the hub and none is missing. */
        OaiRecord of(OaiRecord record) throws SQLException {
            XmlFragment metadata = record.metadata();
            if (metadata == null) {
                return record;
            }
            if (record.about().isEmpty() && beginsAsUnchanged(metadata.utf8())) {
                return record;
            }
            XmlFragment named = addresses.of(metadata);
            if (!hub.isEmpty() && !SchemaAddresses.isStated(named)) {
                MetadataFormat known = announced();
                named = known == null ? named : SchemaLocation.declared(named, known);
            }
            List<XmlFragment> about = record.about().stream().map(addresses::of).toList();
            if (!named.equals(metadata) || !about.equals(record.about())) {
                return new OaiRecord(record.header(), named, about);
            }
            unchanged = metadata.utf8();
            firstTag = SchemaAddresses.firstTagEnd(metadata);
            return record;
        }

        /** Returns true if the first tag is the last unchanged one: nothing else decides whether a record changes. */
        private boolean beginsAsUnchanged(byte[] utf8) {
            byte[] last = unchanged;
            return last != null && utf8.length >= firstTag && Arrays.equals(utf8, 0, firstTag, last, 0, firstTag);
        }

        /** Returns the format if the hub serves its schema: only then may records lack the address, because it is the hub's. */
        private @Nullable MetadataFormat announced() throws SQLException {
            if (!isKnown) {
                MetadataFormat stored = format.read(sql);
                MetadataFormat served = stored == null ? null : ServedSchemas.this.announced(sql, List.of(stored)).getFirst();
                announced = served != null && served.schema().startsWith(hub) ? served : null;
                isKnown = true;
            }
            return announced;
        }
    }
}
