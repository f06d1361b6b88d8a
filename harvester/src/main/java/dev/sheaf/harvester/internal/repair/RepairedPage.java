package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.repair.RepairNote;

/**
 * A page written again with its repairs.
 *
 * @param utf8 its bytes
 * @param records where its records are, in order
 * @param repairs repairs outside its records
 * @param isCut true when it ends before its end
 * @param damage the record in whose middle it ends; null when it does not
 * @param rootTag start tag of its outermost element
 * @param listTag start tag of what holds the records; empty when that is the outermost element
 * @param token its last resumptionToken element; empty when there is none
 */
record RepairedPage(byte[] utf8, List<RecordSpan> records, List<RepairNote> repairs, boolean isCut,
        PageRepairer.@Nullable Damage damage,
        String rootTag, String listTag, byte[] token) {}
