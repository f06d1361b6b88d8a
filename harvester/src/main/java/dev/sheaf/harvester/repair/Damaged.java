package dev.sheaf.harvester.repair;

import org.jspecify.annotations.Nullable;

/**
 * A part of a response that could not be read.
 *
 * @param identifier of the record; null if it could not be read
 * @param reason the fault, for people
 * @param position offset of its first byte in the received body
 * @param raw its bytes as received; not copied: callers must not change them
 * @param isCut true if the response ends in the middle of it, so that it may arrive completely in another one
 */
public record Damaged(@Nullable String identifier, String reason, long position, byte[] raw, boolean isCut) {}
