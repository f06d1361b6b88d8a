package dev.sheaf.platform.web.admin;

import java.util.List;

import dev.sheaf.platform.web.admin.AdminFrame.Fact;

/**
 * One thing in quarantine.
 *
 * @param frame around the page
 * @param facts what is known of it
 * @param raw as it came, as text; cut when it is very long
 * @param rawHref where the bytes are
 * @param replayHref where the form goes that reads it again
 * @param key of the thing
 */
public record QuarantinedPage(AdminFrame frame, List<Fact> facts, String raw, String rawHref, String replayHref, String key) {}
