package dev.sheaf.platform.sync;

/**
 * What a run does beside harvesting, because somebody asked for it.
 *
 * @param census true to look for records that have vanished, whatever the repository says of deletions, and however long the last look is
 *     ago
 * @param validate true to check every page against schemas
 */
public record HarvestCare(boolean census, boolean validate) {

    /** What is usual for the source. */
    public static final HarvestCare USUAL = new HarvestCare(false, false);
}
