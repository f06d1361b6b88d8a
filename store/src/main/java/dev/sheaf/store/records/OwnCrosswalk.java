package dev.sheaf.store.records;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;

/**
 * A stylesheet of the operator.
 *
 * @param name name in commands
 * @param fromPrefix prefix of the records that it reads; null if it selects records by their namespace
 * @param fromNamespace namespace of the root of the records that it reads; null if it selects records by their prefix
 * @param to the format of its results, with a namespace
 * @param stylesheet XSLT in UTF-8; the array is not copied and must not change
 */
@SuppressWarnings("ArrayRecordComponent")
public record OwnCrosswalk(String name, @Nullable MetadataPrefix fromPrefix, @Nullable String fromNamespace, MetadataFormat to,
        byte[] stylesheet) {

    /** Checks that it selects records by a prefix or a namespace, and that its result has a namespace. */
    public OwnCrosswalk {
        if (fromPrefix == null == (fromNamespace == null)) {
            throw new IllegalArgumentException("a crosswalk needs either a prefix or a namespace of the records that it reads");
        }
        if (to.namespace().isEmpty()) {
            throw new IllegalArgumentException("the format of a crosswalk's results needs a namespace");
        }
    }

    /** Returns true if it reads records with a prefix and a root in a namespace. */
    public boolean reads(MetadataPrefix prefix, String namespace) {
        return fromPrefix == null ? namespace.equals(fromNamespace) : prefix.equals(fromPrefix);
    }
}
