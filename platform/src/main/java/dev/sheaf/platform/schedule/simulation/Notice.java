package dev.sheaf.platform.schedule.simulation;

/**
 * A source has said that something is new.
 *
 * @param time seconds since 1970
 */
public record Notice(String source, long time) {}
