package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.lists.Lists;
import dev.sheaf.store.sql.lists.Membership;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.Standing;

/** Identifiers that the copies of a plan leave in aggregates, and identifiers that they take. Belongs to one transaction. */
public final class LeftNames {

    private final Placing placing;
    private final Tombstones tombstones = new Tombstones();
    private @Nullable String repositoryIdentifier;

    public LeftNames(Placing placing) {
        this.placing = placing;
    }

    /**
     * Notes what a copy leaves and takes.
     *
     * @param served number of its prefix in aggregates
     * @param memberships of the copy from now on
     */
    public void note(SqlConnection sql, Scopes scopes, ItemRow row, int served, int[] memberships) throws SQLException {
        for (Tombstones.Left left : placing.left(row, () -> repositoryIdentifier(sql))) {
            tombstones.leave(left);
            takePresent(sql, scopes, left.owner(), left.taken(), served, memberships);
            if (placing.isServed(left)) {
                scopes.find(sql, left.owner(), "")
                        .ifPresent(whole -> tombstones.take(left.owner(), left.identifier(), served, whole));
            }
        }
        Standing[] standings = row.standings;
        if (standings == null) {
            return;
        }
        boolean left = placing.hasTombstones(row.identifier);
        for (int i = 0; i < standings.length; i++) {
            int owner = placing.views().get(i).owner();
            if (standings[i] == Standing.SHOWN && left) {
                takePresent(sql, scopes, owner, row.identifier, served, memberships);
            } else if (standings[i] == Standing.MINTED) {
                takePresent(sql, scopes, owner, placing.minted(row, repositoryIdentifier(sql)), served, memberships);
            }
        }
    }

    private void takePresent(SqlConnection sql, Scopes scopes, int owner, String identifier, int served, int[] memberships)
            throws SQLException {
        for (int membership : memberships) {
            int scope = Membership.scope(membership);
            if (!Membership.isLeft(membership) && scopes.owner(sql, scope) == owner) {
                tombstones.take(owner, identifier, served, scope);
            }
        }
    }

    private String repositoryIdentifier(SqlConnection sql) throws SQLException {
        String known = repositoryIdentifier;
        if (known == null) {
            known = HubIdentifiers.domain(sql);
            repositoryIdentifier = known;
        }
        return known;
    }

    /** Writes what follows. */
    public void write(Transaction transaction, Lists lists) throws SQLException {
        tombstones.write(transaction, lists);
    }
}
