package dev.sheaf.core.repository;

/**
 * A place in a list of records: after the entry with this datestamp and sequence number.
 *
 * @param datestamp seconds since 1970-01-01T00:00:00Z
 * @param seq orders entries of one second; grows with every change of the repository
 */
public record Position(long datestamp, long seq) {}
