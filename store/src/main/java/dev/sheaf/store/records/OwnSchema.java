package dev.sheaf.store.records;

/**
 * An XML schema that the hub serves.
 *
 * @param file file name, the end of its address
 * @param namespace target namespace; empty when it has none
 * @param xsd the schema in UTF-8; the array is not copied and must not change
 */
@SuppressWarnings("ArrayRecordComponent")
public record OwnSchema(String file, String namespace, byte[] xsd) {}
