package dev.sheaf.platform.crosswalk.sandbox;

import java.time.Duration;

/**
 * Limits of a stylesheet.
 *
 * @param time for one record, and for compiling the stylesheet
 * @param start for the process to answer for the first time: a busy machine needs long for that
 * @param megabytes of memory for the process
 * @param output bytes of a record that is made
 */
public record SandboxLimits(Duration time, Duration start, int megabytes, int output) {

    /** Limits for real use. Records are a few kilobytes; no honest stylesheet comes near these limits. */
    public static final SandboxLimits DEFAULT = new SandboxLimits(Duration.ofSeconds(10), Duration.ofSeconds(60), 128, 4 << 20);
}
