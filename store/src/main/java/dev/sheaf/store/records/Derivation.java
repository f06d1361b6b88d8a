package dev.sheaf.store.records;

import dev.sheaf.core.MetadataPrefix;

/**
 * A format that is made of a source's records.
 *
 * @param prefix the format
 * @param version edition of the crosswalks with which it is made
 * @param stale derived records with this sequence number or a smaller one were made with an earlier edition
 * @param wanted false when the records made are to be withdrawn
 */
public record Derivation(MetadataPrefix prefix, int version, long stale, boolean wanted) {}
