package dev.sheaf.platform.sync;

/**
 * Tasks of a run beside harvesting, because somebody asked for them.
 *
 * @param census true to look for records that have vanished, whatever the repository says of deletions, and however long the last look is
 *     ago
 * @param validate true to check every page against schemas
 */
public record HarvestCare(boolean census, boolean validate) {

    /** No tasks but those that are usual for the source. */
    public static final HarvestCare USUAL = new HarvestCare(false, false);
}
