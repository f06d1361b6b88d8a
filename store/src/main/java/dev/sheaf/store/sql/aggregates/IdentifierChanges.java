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
import dev.sheaf.store.sql.records.PlannedMembership;

/** The identifiers in aggregates that the copies of a plan leave, and those that they take. Belongs to one transaction. */
public final class IdentifierChanges {

    private final MembershipPlan membershipPlan;
    private final AbandonedIdentifiers abandoned = new AbandonedIdentifiers();
    private @Nullable String repositoryIdentifier;

    public IdentifierChanges(MembershipPlan membershipPlan) {
        this.membershipPlan = membershipPlan;
    }

    /**
     * Notes the identifiers that a copy leaves and takes.
     *
     * @param served number of its prefix in aggregates
     * @param memberships future memberships of the copy
     */
    public void note(SqlConnection sql, Scopes scopes, ItemRow row, int served, int[] memberships) throws SQLException {
        for (AbandonedIdentifiers.Left left : membershipPlan.left(row, () -> repositoryIdentifier(sql))) {
            abandoned.leave(left);
            takePresent(sql, scopes, left.owner(), left.taken(), served, memberships);
            if (membershipPlan.isServed(left)) {
                scopes.find(sql, left.owner(), "")
                        .ifPresent(whole -> abandoned.take(left.owner(), left.identifier(), served, whole));
            }
        }
        PlannedMembership[] plannedMemberships = row.plannedMemberships;
        if (plannedMemberships == null) {
            return;
        }
        boolean left = membershipPlan.hasAbandoned(row.identifier);
        for (int i = 0; i < plannedMemberships.length; i++) {
            int owner = membershipPlan.aggregates().get(i).owner();
            if (plannedMemberships[i] == PlannedMembership.SHOWN && left) {
                takePresent(sql, scopes, owner, row.identifier, served, memberships);
            } else if (plannedMemberships[i] == PlannedMembership.LOCAL_IDENTIFIER) {
                takePresent(sql, scopes, owner, membershipPlan.localIdentifier(row, repositoryIdentifier(sql)), served,
                        memberships);
            }
        }
    }

    private void takePresent(SqlConnection sql, Scopes scopes, int owner, String identifier, int served, int[] memberships)
            throws SQLException {
        for (int membership : memberships) {
            int scope = Membership.scope(membership);
            if (!Membership.isLeft(membership) && scopes.owner(sql, scope) == owner) {
                abandoned.take(owner, identifier, served, scope);
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

    /** Writes the changes. */
    public void write(Transaction transaction, Lists lists) throws SQLException {
        abandoned.write(transaction, lists);
    }
}
