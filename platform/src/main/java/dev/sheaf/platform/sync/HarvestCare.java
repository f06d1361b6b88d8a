package dev.sheaf.platform.sync;

/**
 * Tasks of a run besides harvesting, on an operator's request.
 *
 * @param census true to look for vanished records, regardless of the repository's deletion policy and of the time since the last census
 * @param validate true to check every page against schemas
 */
public record HarvestCare(boolean census, boolean validate) {

    /** Only the tasks that are usual for the source. */
    public static final HarvestCare USUAL = new HarvestCare(false, false);
}
