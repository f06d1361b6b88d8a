package dev.sheaf.schedule.simulation;

/**
 * Announcement of a change by a source.
 *
 * @param time seconds since 1970
 */
public record Notice(String source, long time) {}
