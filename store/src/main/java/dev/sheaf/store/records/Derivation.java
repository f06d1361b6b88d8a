package dev.sheaf.store.records;

import dev.sheaf.core.MetadataPrefix;

/**
 * A format that is derived from a source's records.
 *
 * @param prefix the format
 * @param version version of the crosswalks that derive it
 * @param stale derived records with this sequence number or a smaller one come from an earlier version
 * @param wanted false if the derived records must be withdrawn
 */
public record Derivation(MetadataPrefix prefix, int version, long stale, boolean wanted) {}
