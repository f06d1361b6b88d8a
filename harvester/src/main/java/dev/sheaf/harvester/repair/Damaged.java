package dev.sheaf.harvester.repair;

import org.jspecify.annotations.Nullable;

/**
 * A part of a response that could not be read.
 *
 * @param identifier of the record, as far as it could be read; null when it could not
 * @param reason what was wrong, for people
 * @param position byte of the body as received at which it begins
 * @param raw its bytes as received; not copied: callers must not change them
 * @param isCut true when the response ends in the middle of it: it may come whole in another one
 */
public record Damaged(@Nullable String identifier, String reason, long position, byte[] raw, boolean isCut) {}
