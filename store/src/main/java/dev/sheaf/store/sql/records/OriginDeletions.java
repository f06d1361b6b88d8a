package dev.sheaf.store.sql.records;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;

/**
 * The rule that decides whether a deletion comes from the repository that all live copies of the item name as their origin. Deleted headers
 * have no provenance, so a deletion by an aggregator says nothing about the origin. It counts only if the live copies name the aggregator's
 * own base URL. Belongs to one plan.
 */
public final class OriginDeletions {

    private static final String BASE_URL = "select base_url from source where num = ? and removing = 0";
    private static final Datestamp NO_TIME = Datestamp.received("");

    private final ReadPool reads;
    private final SqlConnection sql;
    private final Map<Integer, Optional<String>> baseUrls = new HashMap<>();

    public OriginDeletions(ReadPool reads, SqlConnection sql) {
        this.reads = reads;
        this.sql = sql;
    }

    /** Origin of an item. */
    private record Birth(String baseUrl, String identifier) {}

    /** Returns true if a copy is a deletion that its source states itself, is newer than all live copies, and the source is their origin. */
    public boolean outdates(ItemRow copy, List<ItemRow> live) {
        if (!copy.deleted || !copy.told || !live.stream().allMatch(other -> other.origin < copy.origin)) {
            return false;
        }
        Optional<Birth> own = baseUrl(copy.source).map(url -> new Birth(url, copy.identifier));
        return own.isPresent() && live.stream().allMatch(other -> birth(other).equals(own));
    }

    private Optional<Birth> birth(ItemRow live) {
        Provenance provenance = Origin
                .provenance(new OaiRecord(new Header(live.identifier, NO_TIME, List.of(), false), null, abouts(live)))
                .orElse(null);
        if (provenance == null) {
            return baseUrl(live.source).map(url -> new Birth(url, live.identifier));
        }
        Provenance innermost = provenance.innermost();
        return Optional.of(new Birth(Addresses.plain(innermost.baseUrl()), innermost.identifier()));
    }

    private Optional<String> baseUrl(int source) {
        return baseUrls.computeIfAbsent(source, number -> {
            try {
                return sql.one(BASE_URL, row -> Optional.ofNullable(row.getString(1)), number).flatMap(url -> url)
                        .map(Addresses::plain);
            } catch (SQLException e) {
                throw new IllegalStateException("the base URL of source " + number + " cannot be read", e);
            }
        });
    }

    private List<XmlFragment> abouts(ItemRow copy) {
        Incoming content = copy.content;
        if (content != null) {
            return content.record().about();
        }
        return reads.read("read the provenance of record " + copy.identifier, connection -> connection.sql()
                .one("select about from rec where seq = ?", row -> Optional.ofNullable(row.getBytes(1)), copy.seq)
                .flatMap(about -> about)
                .map(packed -> {
                    try {
                        return new Packed.Reader(connection.decompressAbout(packed))
                                .list(reader -> XmlFragment.of(reader.someBytes()));
                    } catch (SQLException | RuntimeException damaged) {
                        // An unreadable copy names no origin.
                        return List.<XmlFragment>of();
                    }
                }).orElse(List.of()));
    }
}
