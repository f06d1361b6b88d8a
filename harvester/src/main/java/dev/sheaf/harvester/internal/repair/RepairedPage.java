package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.repair.RepairNote;

/**
 * A repaired page.
 *
 * @param utf8 its bytes
 * @param records positions of its records, in order
 * @param repairs repairs outside its records
 * @param isCut true if it is truncated
 * @param damage the record in which it ends; null if there is none
 * @param rootTag start tag of its outermost element
 * @param listTag start tag of the parent of its records; empty if that is the outermost element
 * @param token its last resumptionToken element; empty if there is none
 */
record RepairedPage(byte[] utf8, List<RecordSpan> records, List<RepairNote> repairs, boolean isCut,
        PageRepairer.@Nullable Damage damage,
        String rootTag, String listTag, byte[] token) {}
