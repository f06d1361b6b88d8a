package dev.sheaf.store.sql.serving;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.lists.Membership;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.IdentifierSchemes;
import dev.sheaf.store.sql.records.ItemRow;

/** Finder of the copies that an aggregate shows under an identifier. Belongs to one thread at a time. */
public final class ShownCopies {

    public static final String COPIES = """
            select i.source, i.prefix, i.seq, r.scopes, r.flags from item i {then join} rec r on r.seq = i.seq where i.identifier = ?""";

    private final SqlConnection sql;
    private final StoredRepository.Context context;
    private final int aggregate;
    private final int whole;

    /**
     * A copy.
     *
     * @param identifier as received
     * @param prefix number of its format as received
     * @param served number of its format in the aggregate
     * @param gone true if it has left the aggregate, which shows it as deleted
     */
    public record Copy(String identifier, int source, int prefix, int served, long seq, boolean deleted, boolean gone) {}

    /** Creates a finder for one aggregate. */
    public ShownCopies(SqlConnection sql, StoredRepository.Context context, int aggregate) throws SQLException {
        this.sql = sql;
        this.context = context;
        this.aggregate = aggregate;
        this.whole = context.scopes().find(sql, Scopes.ownerOf(aggregate), "").orElse(-1);
    }

    /** Returns all copies, in every format, that the aggregate shows or has shown under an identifier. */
    List<Copy> of(String identifier) throws SQLException {
        List<Copy> copies = new ArrayList<>();
        if (IdentifierSchemes.isRecognised(identifier)) {
            copies.addAll(find(identifier, null));
        }
        Optional<HubIdentifiers.SourceItem> local = HubIdentifiers.mayBeLocal(identifier)
                ? HubIdentifiers.sourceItem(HubIdentifiers.domain(sql), identifier)
                : Optional.empty();
        if (local.isPresent()) {
            Optional<Integer> source = context.names().sources().find(sql, local.get().source());
            if (source.isPresent()) {
                copies.addAll(find(local.get().identifier(), source.get()));
            }
        }
        return copies;
    }

    /** Returns the copy in one format; a present copy is preferred to one that has left. */
    public Optional<Copy> of(String identifier, int served) throws SQLException {
        return of(identifier).stream().filter(copy -> copy.served() == served)
                .reduce((one, other) -> one.gone() && !other.gone() ? other : one);
    }

    /** @param of source whose copies have the identifier as local identifier; null for copies with it as their own */
    private List<Copy> find(String identifier, @Nullable Integer of) throws SQLException {
        List<Copy> copies = new ArrayList<>(2);
        for (Found found : sql.all(COPIES, row -> new Found(row.getInt(1), row.getInt(2), row.getLong(3),
                Packed.numbers(row.getBytes(4)), row.getInt(5)), identifier)) {
            boolean present = Membership.isAmong(found.memberships, Membership.in(whole));
            boolean gone = Membership.isAmong(found.memberships, Membership.left(whole));
            boolean local = HubIdentifiers.isShownAsLocal(sql, identifier, found.source, found.flags, aggregate);
            if ((present || gone) && (of == null ? !local : local && found.source == of)) {
                copies.add(new Copy(identifier, found.source, found.prefix,
                        context.formats().served(sql, found.source, found.prefix), found.seq,
                        gone || (found.flags & ItemRow.DELETED) != 0, gone));
            }
        }
        return copies;
    }

    private record Found(int source, int prefix, long seq, int[] memberships, int flags) {}
}
