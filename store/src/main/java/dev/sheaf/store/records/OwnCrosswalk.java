package dev.sheaf.store.records;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;

/**
 * A stylesheet of the operator.
 *
 * @param name by which it is managed
 * @param fromPrefix prefix of the records that it reads; null when they are known by their namespace
 * @param fromNamespace namespace of the root of the records that it reads; null when they are known by their prefix
 * @param to the format that it makes, with a namespace
 * @param stylesheet XSLT in UTF-8; the array is not copied and must not change
 */
@SuppressWarnings("ArrayRecordComponent")
public record OwnCrosswalk(String name, @Nullable MetadataPrefix fromPrefix, @Nullable String fromNamespace, MetadataFormat to,
        byte[] stylesheet) {

    /** Checks that it is known which records it reads, and that its format has a namespace. */
    public OwnCrosswalk {
        if (fromPrefix == null == (fromNamespace == null)) {
            throw new IllegalArgumentException("a crosswalk reads records of one prefix, or of one namespace");
        }
        if (to.namespace().isEmpty()) {
            throw new IllegalArgumentException("the format that a crosswalk makes needs a namespace");
        }
    }

    /** True for records of a prefix, with a root in a namespace. */
    public boolean reads(MetadataPrefix prefix, String namespace) {
        return fromPrefix == null ? namespace.equals(fromNamespace) : prefix.equals(fromPrefix);
    }
}
