package dev.sheaf.formats.crosswalk.sandbox;

import java.time.Duration;

/**
 * Limits of a stylesheet.
 *
 * @param time computing time for one record, and for compiling the stylesheet
 * @param start time for the first response of the process; long, because a busy machine needs it
 * @param megabytes memory of the process in megabytes
 * @param output largest size of a result in bytes
 */
public record SandboxLimits(Duration time, Duration start, int megabytes, int output) {

    /** Limits for normal use. Records have a few kilobytes, so no correct stylesheet comes near these limits. */
    public static final SandboxLimits DEFAULT = new SandboxLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 128, 4 << 20);
}
