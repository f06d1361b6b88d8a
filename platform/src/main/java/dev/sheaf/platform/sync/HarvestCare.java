package dev.sheaf.platform.sync;

/**
 * Tasks of a run besides harvesting, on an operator's request.
 *
 * @param census true to look for vanished records, regardless of the repository's deletion policy and of the time since the last census
 * @param validate true to check every page against schemas
 * @param now true to send requests even if they are paused
 */
public record HarvestCare(boolean census, boolean validate, boolean now) {

    /** Only the tasks that are usual for the source. */
    public static final HarvestCare USUAL = new HarvestCare(false, false);

    /** Creates tasks of a run that obeys pauses. */
    public HarvestCare(boolean census, boolean validate) {
        this(census, validate, false);
    }
}
