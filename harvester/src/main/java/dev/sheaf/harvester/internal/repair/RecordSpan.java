package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.repair.RepairNote;

/**
 * Position of a record (or of a header in a list of headers), in the page and in the bytes written for it.
 *
 * @param from place of its start tag in the page
 * @param to place after its end tag in the page
 * @param outFrom place of its start tag in the repaired page
 * @param outTo place after its end tag in the repaired page
 * @param identifier as far as it could be read; null when it could not
 * @param repairs repairs in it
 */
record RecordSpan(int from, int to, int outFrom, int outTo, @Nullable String identifier, List<RepairNote> repairs) {}
