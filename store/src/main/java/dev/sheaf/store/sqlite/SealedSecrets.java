package dev.sheaf.store.sqlite;

import java.util.List;

import dev.sheaf.store.sql.notices.SqlArchives;
import dev.sheaf.store.sql.notices.SqlSourceSubscriptions;
import dev.sheaf.store.sql.notices.SqlSubscriptionRequests;
import dev.sheaf.store.sql.notices.SqlSubscriptions;

/** Tables of the database that hold encrypted secrets. */
final class SealedSecrets {

    private SealedSecrets() {}

    /** Returns the owner of a row's secrets by the row's number. */
    @FunctionalInterface
    interface Owner {
        int of(long number);
    }

    /**
     * A table with secrets.
     *
     * @param query selects the number and the secrets of each row with secrets
     */
    record Table(String query, Owner owners) {
        int owner(long number) {
            return owners.of(number);
        }
    }

    static final List<Table> TABLES = List.of(
            new Table("select source, secrets from source_access where secrets is not null", number -> (int) number),
            new Table("select source, secret from announcement where secret is not null", number -> (int) number),
            new Table("select num, secret from subscription where secret is not null", SqlSubscriptions::owner),
            new Table("select num, secret from source_subscription where secret is not null", SqlSourceSubscriptions::owner),
            new Table("select num, secret from asked_subscription where secret is not null", SqlSubscriptionRequests::owner),
            new Table("select 0, secret from archive where secret is not null", _ -> SqlArchives.OWNER));
}
