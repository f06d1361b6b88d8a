package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.repair.RepairNote;

/**
 * Position of a record (or of a header in a list of headers), in the page and in the repaired page.
 *
 * @param from position of its start tag in the page
 * @param to position after its end tag in the page
 * @param outFrom position of its start tag in the repaired page
 * @param outTo position after its end tag in the repaired page
 * @param identifier its identifier; null if it could not be read
 * @param repairs repairs in it
 */
record RecordSpan(int from, int to, int outFrom, int outTo, @Nullable String identifier, List<RepairNote> repairs) {}
